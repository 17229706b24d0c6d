// A server with a store of its own and a real browser in front of it, for the tests of this folder.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const artefacts = join(root, 'build', 'browser')
mkdirSync(artefacts, { recursive: true })
export const adminToken = 'a token for tests'

const program = join(root, 'build', 'nazo')

/** A store with the starter collection, made once for a program and all tests. */
async function starterStore() {
  const kept = join(artefacts, 'starter.db')
  if (existsSync(kept) && statSync(kept).mtimeMs > statSync(program).mtimeMs) return kept
  const begun = Date.now()
  const server = await run(mkdtempSync(join(tmpdir(), 'nazo-browser-')), 0, [])
  console.log(`# the starter collection was made and served after ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  await server.kill() // a stopped server leaves everything in one file
  copyFileSync(join(server.folder, 'nazo.db'), `${kept}.new`)
  renameSync(`${kept}.new`, kept)
  server.clean()
  return kept
}

/** A server over a store of its own that holds the starter collection; with a folder, over the store that is there. */
export async function startServer({ port = 0, folder, options = [] } = {}) {
  if (folder) return run(folder, port, options)
  const fresh = mkdtempSync(join(tmpdir(), 'nazo-browser-'))
  copyFileSync(await starterStore(), join(fresh, 'nazo.db'))
  return run(fresh, port, options)
}

async function run(folder, port, options) {
  const child = spawn(program, ['serve', '--port', String(port), '--store', join(folder, 'nazo.db'), ...options], {
    env: { ...process.env, NAZO_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (bytes) => {
      out += bytes
      const found = /http:\/\/[^\s]+/.exec(out)
      if (found) resolve(found[0])
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${out}`)))
  })
  return {
    address,
    folder,
    port: Number(new URL(address).port),
    kill: (signal = 'SIGTERM') =>
      new Promise((done) => {
        child.removeAllListeners('exit')
        child.on('exit', done)
        child.kill(signal)
      }),
    clean: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const startBrowser = () =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** The wasm modules in node, to know solutions move by move: those that the page loads. */
export async function loadModule() {
  const { transform } = await import('esbuild')
  const source = readFileSync(join(root, 'bindings', 'wasm', 'nazo.ts'), 'utf8')
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  const { Nazo } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const modules = new Map()
  return {
    call(what, genre, ...words) {
      const file = join(root, 'build', 'wasm', 'genres', `${genre}.wasm`)
      if (!modules.has(genre)) modules.set(genre, new Nazo(new WebAssembly.Module(readFileSync(file))))
      return modules.get(genre).call(what, genre, ...words)
    },
  }
}

/** A page that notes any error of its own, requests to elsewhere and anything the content policy forbids. */
export async function newPage(browser, address, options = {}) {
  const context = await browser.newContext({ baseURL: address, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const troubles = []
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|ERR_INTERNET_DISCONNECTED/.test(message.text()))
      troubles.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url()))
      troubles.push(`request to ${request.url()}`)
  })
  return { context, page, troubles }
}

/** Waits until something of the page is so: what is asked runs in the page, however slow the machine is. */
export const until = (page, what, argument = null) => page.waitForFunction(what, argument, { timeout: 20_000 })

/** Waits until a board has found its place and size: nothing of it has moved for three pictures. */
export async function settled(page) {
  await page.locator('svg.board').waitFor()
  await page.evaluate(async () => {
    const place = () => {
      const { left, top, width, height } = document.querySelector('svg.board').getBoundingClientRect()
      return [left, top, width, height].join()
    }
    const picture = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))
    for (let last = '', still = 0; still < 3; last = place()) {
      await picture()
      still = place() === last ? still + 1 : 0
    }
  })
}

/** A server, a browser and the rules for the tests of one file: its fields are there once a test runs. */
export function workshop() {
  const shop = {
    json: async (path, init) => (await fetch(shop.server.address + path, init)).json(),
    page: (options) => newPage(shop.browser, shop.server.address, options),
    /** The key of the starter collection's easiest puzzle of a genre. */
    easiest: async (genre) => {
      const { puzzles } = await shop.json(`/api/puzzles?genre=${genre}&limit=5`)
      assert.ok(puzzles.length > 0, `the starter collection has ${genre}`)
      return puzzles[0].key
    },
    /** Its text, and the moves of its solution. */
    solutionOf: async (genre, key) => {
      const { text } = await shop.json(`/api/puzzles/${key}`)
      const { solution } = await shop.json(`/api/puzzles/${key}/solution`)
      return { text, moves: shop.nazo.call('replay', genre, '', text, solution) }
    },
    /** Some moves that can be made one after the other, wherever they lead. */
    movesOf: (genre, text, count) => {
      let position = shop.nazo.call('start', genre, '', text)
      return Array.from({ length: count }, () => {
        const [{ text: move }] = shop.nazo.call('look', genre, '', position).moves
        position = shop.nazo.call('play', genre, '', position, move)
        return move
      })
    },
  }
  before(async () => {
    shop.server = await startServer()
    shop.browser = await startBrowser()
    shop.nazo = await loadModule()
  })
  after(async () => {
    await shop.browser?.close()
    await shop.server?.kill()
    shop.server?.clean()
  })
  return shop
}
