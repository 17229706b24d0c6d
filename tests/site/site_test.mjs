// A site under load while each of its parts is killed and started again, and while it is restarted bit by bit: no
// acknowledged play is lost, no job is lost, and there are errors only while nothing answers.
//
//   NAZO_PROGRAM=build/nazo node tests/site/site_test.mjs [SECONDS]
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const all = process.env.NAZO_TEST_ALL !== undefined
const program = process.env.NAZO_PROGRAM ?? join(root, 'build/nazo')
const seconds = Number(process.argv[2] ?? (all ? 60 : 8))
const connections = 64
const port = 18000 + (process.pid % 4000) * 3
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const now = () => performance.now()

if (spawnSync('sh', ['-c', 'command -v haproxy']).status !== 0) {
  console.log('skipped: HAProxy is not installed')
  process.exit(77)
}

let failures = 0
function expect(holds, what) {
  if (holds) return
  failures += 1
  console.log(`FAILED: ${what}`)
}

// ── the site ────────────────────────────────────────────────────────────────────────────────────────────────────────

const folder = mkdtempSync(join(tmpdir(), 'nazo_site_test.'))
const token = 'the-token'
const site = spawn(
  join(root, 'tools/site'),
  ['--port', String(port), '--store', folder, '--', '--no-starter', '--no-rate-limits', '--log', 'events'],
  { env: { ...process.env, NAZO_ADMIN_TOKEN: token }, stdio: ['ignore', 'pipe', 'inherit'] },
)
let said = ''
site.stdout.on('data', (text) => (said += text))
let gone = false
const ended = new Promise((done) => site.on('exit', done)).then(() => (gone = true))

async function until(what, holds, limit = 60) {
  const end = now() + limit * 1000
  while (!(await holds())) {
    if (gone) throw new Error(`the site has ended, and nobody told it to: ${what}`)
    if (now() > end) throw new Error(`waited ${limit} s in vain: ${what}`)
    await sleep(20)
  }
}
const done = () => (existsSync(join(folder, 'done')) ? readFileSync(join(folder, 'done'), 'utf8') : '')
/** Gives the site an order and waits until it has obeyed. */
async function order(text) {
  const before = done().split('\n').length
  appendFileSync(join(folder, 'orders'), `${text}\n`)
  await until(text, () => done().split('\n').length > before, 120)
  expect(!done().includes(`failed: ${text}`), `${text}: ${said}`)
}
const logOf = (part) => (existsSync(join(folder, `${part}.log`)) ? readFileSync(join(folder, `${part}.log`), 'utf8') : '')
const events = (part) =>
  logOf(part)
    .split('\n')
    .filter((line) => line.startsWith('{"time"'))
    .map((line) => JSON.parse(line))

// ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** {status, body}; status 0: no answer. */
function ask(agent, method, path, body, headers = {}) {
  return new Promise((answer) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
    const begun = now()
    const request = http.request({ host: '127.0.0.1', port, method, path, agent, headers: { ...sent, ...headers } })
    request.setTimeout(30000, () => request.destroy(new Error('no answer in 30 s')))
    request.on('error', (error) => answer({ status: 0, body: String(error), headers: {}, begun }))
    request.on('response', (response) => {
      let got = ''
      response.on('data', (part) => (got += part))
      response.on('error', () => answer({ status: 0, body: 'broke off', headers: {}, begun }))
      response.on('end', () => answer({ status: response.statusCode, body: got, headers: response.headers, begun }))
    })
    request.end(text)
  })
}
const admin = { 'X-Nazo-Admin': token }
const plain = new http.Agent({ keepAlive: true, maxSockets: 4 })

/** When nothing could answer: [from, to] in ms. */
const outages = []
const during = (begun) => outages.some(([from, to]) => begun < to && now() > from)
const surprises = new Map()
const statuses = new Map()
const waits = []
/** Orders are not asked for twice by HAProxy: those that a killed server was busy with get an error. */
let kills = 0
let unrepeated = 0
function note(method, path, answer) {
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  if (path === '/api/plays') waits.push(now() - answer.begun)
  const fine = (answer.status >= 200 && answer.status < 300) || answer.status === 429
  if (fine || during(answer.begun)) return
  if (method === 'POST' && path === '/api/jobs') {
    unrepeated += 1
    return
  }
  const what = `${method} ${path.replace(/[0-9a-f]{16,}/g, '…')}: ${answer.status} ${answer.body.slice(0, 120)}`
  surprises.set(what, (surprises.get(what) ?? 0) + 1)
}

// ── visitors ────────────────────────────────────────────────────────────────────────────────────────────────────────

const small = '#######\n#@$ . #\n#######'
let over = false
class Visitor {
  agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  cookie = ''
  played = 0
  promised = new Map()
  jobs = []
  constructor(number, puzzle) {
    this.number = number
    this.puzzle = puzzle
  }
  async ask(method, path, body) {
    const answer = await ask(this.agent, method, path, body, this.cookie ? { Cookie: this.cookie } : {})
    note(method, path, answer)
    return answer
  }
  async live() {
    for (let turn = this.number; !over; ++turn) {
      if (!this.cookie) {
        const met = await this.ask('POST', '/api/player', {})
        if (met.status === 201) this.cookie = met.headers['set-cookie'][0].split(';')[0]
        else await sleep(200)
      } else if (turn % 2 === 0) await this.play()
      else if (this.number % 8 === 0 && turn % 50 === 1) await this.work()
      else await this.ask('GET', turn % 4 === 1 ? '/api/puzzles?limit=20&order=key' : `/api/puzzles/${this.puzzle}`)
    }
  }
  /** As the page does it: sent until it is taken. */
  async play() {
    const key = `site-${this.number}-${++this.played}`
    const play = { key, puzzle: this.puzzle, started: this.played, outcome: 'gave_up', events: [['give_up', 1.5]] }
    for (let tries = 0; tries < 400; ++tries) {
      const answer = await this.ask('POST', '/api/plays', play)
      if (answer.status === 201) return void this.promised.set(key, this.played)
      if (answer.status !== 0 && answer.status < 500) return
      await sleep(100)
    }
  }
  async work() {
    const answer = await this.ask('POST', '/api/jobs', { what: 'solve', genre: 'sokoban', text: small })
    if (answer.status === 202) this.jobs.push(JSON.parse(answer.body).id)
  }
  async lost() {
    if (!this.cookie) return []
    const answer = await ask(plain, 'GET', '/api/me/data', undefined, { Cookie: this.cookie })
    const there = new Map()
    for (const line of answer.body.split('\n').filter(Boolean)) {
      const record = JSON.parse(line)
      if (record.type === 'play') there.set(record.key, record.started)
    }
    return [...this.promised].filter(([key, started]) => there.get(key) !== started).map(([key]) => key)
  }
}

/** Listens to a job as a browser's EventSource does: comes again with the number of the last event that was heard. */
async function listen(id) {
  const heard = []
  let last = 0
  for (let end = now() + 90000; now() < end; await sleep(100)) {
    const finished = await new Promise((done) => {
      const request = http.request(
        { host: '127.0.0.1', port, path: `/api/jobs/${id}/events`, headers: { 'Last-Event-ID': String(last) } },
        (response) => {
          let text = ''
          response.on('data', (part) => {
            text += part
            for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
              const event = text.slice(0, at)
              text = text.slice(at + 2)
              const number = /^id: (\d+)$/m.exec(event)
              if (number) heard.push((last = Number(number[1])))
              if (/^event: end$/m.test(event)) return done(true)
            }
          })
          response.on('end', () => done(false))
          response.on('error', () => done(false))
        },
      )
      request.on('error', () => done(false))
      request.end()
    })
    if (finished) return heard
  }
  return undefined
}

async function stateOf(id) {
  const answer = await ask(plain, 'GET', `/api/jobs/${id}`)
  return answer.status === 200 ? JSON.parse(answer.body) : undefined
}

/** Seconds from the death of a worker to the moment another has its job. */
async function takeover(who) {
  const cookie = who ?? {}
  const ordered = await ask(
    plain,
    'POST',
    '/api/jobs',
    { what: 'generate', genre: 'superpuzz', count: 100, options: { columns: 13 }, keep: 'solution_length < 3', seconds: 50 },
    cookie,
  )
  if (ordered.status !== 202) throw new Error(`no job: ${ordered.status} ${ordered.body}`)
  const id = JSON.parse(ordered.body).id
  const holder = (event) =>
    ['worker1', 'worker2'].find((part) => events(part).some((line) => line.event === event && line.job === id))
  await until('a worker takes the job', () => holder('job taken'))
  const victim = holder('job taken')
  await sleep(300 + Math.random() * 700)
  const killed = now()
  kills += 1
  await order(`kill ${victim}`)
  await until('another takes it over', () => holder('job taken over'))
  const took = (now() - killed) / 1000
  await order(`start ${victim}`)
  await ask(plain, 'DELETE', `/api/jobs/${id}`)
  await until('a cancelled job ends wherever it runs', async () => (await stateOf(id))?.state === 'cancelled')
  return took
}

/** Kills a part and starts it again. While the data base or HAProxy is away nothing answers. */
async function outage(part, away) {
  const begun = now()
  const alone = part === 'postgresql' || part === 'haproxy'
  const window = [begun, Infinity]
  if (alone) outages.push(window)
  kills += 1
  await order(`kill ${part}`)
  await sleep(away)
  await order(`start ${part}`)
  window[1] = now() + 3000 // until everyone has found their way back
  await sleep(1000)
}

async function main() {
  await until('the site starts', () => said.includes('site: ready'), 120)
  const puzzle = await ask(plain, 'POST', '/api/puzzles', { genre: 'sokoban', text: small }, admin)
  expect(puzzle.status === 201 || puzzle.status === 200, `a puzzle: ${puzzle.status} ${puzzle.body}`)
  const key = JSON.parse(puzzle.body).keys[0]

  const visitors = Array.from({ length: connections }, (_, number) => new Visitor(number, key))
  const begun = now()
  const lives = visitors.map((visitor) => visitor.live())
  const passed = () => (now() - begun) / 1000
  const talkative = await ask(plain, 'POST', '/api/jobs', {
    what: 'generate', genre: 'superpuzz', count: 40, options: { columns: 5 }, keep: 'solvable', seconds: 50,
  })
  expect(talkative.status === 202, `a job: ${talkative.status} ${talkative.body}`)
  const listening = talkative.status === 202 ? listen(JSON.parse(talkative.body).id) : undefined

  const took = []
  await sleep(1000)
  await outage('server1', 300)
  took.push(await takeover())
  if (seconds >= 30) {
    await outage('server2', 1000)
    await outage('postgresql', 1000)
    await outage('haproxy', 500)
    await outage('worker2', 500)
    took.push(await takeover(), await takeover())
    await order('roll')
  }
  while (passed() < seconds) await sleep(100)
  over = true
  await Promise.all(lives)

  const heard = await listening
  expect(heard !== undefined, 'who listens to a job hears its end, whatever is killed')
  expect(heard?.every((number, at) => number === at + 1), `each event once and in order: ${heard}`)
  let promised = 0
  let lost = 0
  const jobs = visitors.flatMap((visitor) => visitor.jobs)
  for (const visitor of visitors) {
    promised += visitor.promised.size
    lost += (await visitor.lost()).length
  }
  const unfinished = new Set(jobs)
  const wrong = []
  for (const end = now() + 60000; unfinished.size > 0 && now() < end; await sleep(100))
    for (const id of unfinished) {
      const job = await stateOf(id)
      if (job === undefined || job.state === 'waiting' || job.state === 'running') continue
      unfinished.delete(id)
      if (job.state !== 'done' || job.result.status !== 'solved') wrong.push(JSON.stringify(job))
    }
  const fitted = () => ['worker1', 'worker2'].flatMap((part) =>
    events(part).filter((line) => line.event === 'job taken' && line.what === 'learn'),
  )
  await until('what was played is learnt from', () => fitted().length > 0)
  await sleep(2000)
  const fits = fitted()
  waits.sort((a, b) => a - b)
  const at = (share) => waits[Math.floor(share * (waits.length - 1))]?.toFixed(1)
  const counts = [...statuses].sort((a, b) => a[0] - b[0]).map(([status, times]) => `${status}: ${times}`)
  console.log(`# ${passed().toFixed(0)} s, ${connections} connections, ${kills} kills; ${counts.join(', ')}`)
  console.log(`# ${promised} plays promised, ${lost} lost; ${jobs.length} jobs, ${unfinished.size} lost`)
  console.log(`# a play: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
  console.log(`# taken over after ${took.map((time) => time.toFixed(1)).join(', ')} s; ${fits.length} fits`)
  expect(promised > 100, 'people have played')
  expect(lost === 0, `${lost} of ${promised} acknowledged plays are lost`)
  expect(jobs.length > 0 && unfinished.size === 0, `${unfinished.size} of ${jobs.length} jobs are lost`)
  expect(wrong.length === 0, `jobs that ended otherwise: ${wrong.join('\n')}`)
  expect(surprises.size === 0, `errors while something answered:\n${[...surprises].map((e) => e.join(' × ')).join('\n')}`)
  expect(unrepeated <= 4 * kills, `${unrepeated} orders heard an error`)
  expect(took.every((time) => time < 15), 'a job is taken over within 15 s')
  expect(fits.length === 1, `${fits.length} fits of one genre`)

  // A data base that is not there is one line and exit code 2, for who serves and for who works.
  await order('kill postgresql')
  const address = /site: store +(\S+)/.exec(said)[1]
  for (const words of [['worker'], ['serve', '--port', '0']]) {
    const lonely = spawnSync(program, [...words, '--store', address], { encoding: 'utf8', timeout: 60000 })
    expect(lonely.status === 2, `nazo ${words[0]} without its data base ends with ${lonely.status}`)
    expect(/^nazo.*cannot be reached.*\n$/.test(lonely.stderr), `nazo ${words[0]} says: ${lonely.stderr}`)
  }
  await order('start postgresql')
  site.kill('SIGTERM')
  const stopped = now()
  await ended
  expect(now() - stopped < 20000, 'it stops cleanly')
}

try {
  await main()
} catch (error) {
  expect(false, String(error.stack ?? error))
} finally {
  site.kill('SIGTERM')
  await Promise.race([ended, sleep(20000)])
  if (failures > 0) console.log(`${said}\nthe logs are in ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'passed' : `${failures} failed`)
process.exit(failures === 0 ? 0 : 1)
