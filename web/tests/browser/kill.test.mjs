// The server is killed while plays are being posted; whatever it acknowledged is there when it comes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from './harness.mjs'

test('kill -9 loses no acknowledged play', { timeout: 240_000 }, async () => {
  let server = await startServer({ options: ['--no-rate-limits'] })
  const { folder } = server
  const { puzzles } = await (await fetch(`${server.address}/api/puzzles?genre=sokoban&limit=1`)).json()
  const cookies = []
  for (let i = 0; i < 4; ++i) {
    const answer = await fetch(`${server.address}/api/player`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    cookies.push(answer.headers.get('set-cookie').split(';')[0])
  }
  const kept = cookies.map(() => new Set())
  let number = 0
  for (let round = 0; round < 5; ++round) {
    let alive = true
    const clients = cookies.flatMap((cookie, who) =>
      [0, 1, 2, 3].map(async () => {
        while (alive) {
          const key = `play-${++number}`
          try {
            const answer = await fetch(`${server.address}/api/plays`, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', Cookie: cookie },
              body: JSON.stringify({
                key,
                puzzle: puzzles[0].key,
                started: 1,
                outcome: 'gave_up',
                events: [['give_up', 1]],
              }),
            })
            if (answer.status === 201) kept[who].add(key)
          } catch {
            return
          }
        }
      }),
    )
    await new Promise((done) => setTimeout(done, 300 + 400 * Math.random()))
    await server.kill('SIGKILL')
    alive = false
    await Promise.all(clients)
    server = await startServer({ folder, options: ['--no-rate-limits', '--no-starter'] })
  }
  let acknowledged = 0
  for (const [who, cookie] of cookies.entries()) {
    const { plays } = await (await fetch(`${server.address}/api/me`, { headers: { Cookie: cookie } })).json()
    const there = new Set(plays.map((play) => play.key))
    for (const key of kept[who]) assert.ok(there.has(key), `${key} was acknowledged and is gone`)
    acknowledged += kept[who].size
  }
  console.log(`# ${acknowledged} acknowledged plays survived 5 kills`)
  assert.ok(acknowledged > 50)
  await server.kill()
  server.clean()
})
