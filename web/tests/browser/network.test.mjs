// Poor circumstances: a slow network, a slow phone, a server that cannot be reached or says nothing.
import assert from 'node:assert/strict'
import { createServer, connect } from 'node:net'
import { test } from 'node:test'
import { newPage, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const phone = { viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true }
const slow = 50 // KB in a second
const seconds = async (what) => {
  const begun = performance.now()
  await what()
  return (performance.now() - begun) / 1000
}

/** A line to a server's port that can fall silent or be cut. */
async function lineTo(port) {
  let state = 'open'
  const ends = new Set()
  const line = createServer((near) => {
    ends.add(near)
    near.on('error', () => near.destroy())
    if (state === 'cut') near.destroy()
    if (state !== 'open') return
    const far = connect(port, '127.0.0.1')
    ends.add(far)
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise((done) => line.listen(0, '127.0.0.1', done))
  const drop = () => {
    for (const end of ends) end.destroy()
    ends.clear()
  }
  return {
    address: `http://localhost:${line.address().port}`,
    set(to) {
      state = to
      drop()
    },
    close() {
      drop()
      return new Promise((done) => line.close(done))
    },
  }
}

test('with a cold cache on this machine the page is there and the board is played at once', async () => {
  const { page, context } = await shop.page()
  const door = await seconds(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('link', { name: 'Play: Sokoban' }).waitFor()
  })
  // What the browser says of itself: nothing that blocks it comes after this.
  const interactive = await page.evaluate(() => performance.getEntriesByType('navigation')[0].domInteractive / 1000)
  const key = await shop.easiest('sokoban')
  const table = await seconds(async () => {
    await page.goto(`/play/sokoban/${key}`, { waitUntil: 'commit' })
    await page.locator('svg.board').waitFor()
  })
  console.log(`# interactive after ${interactive.toFixed(2)} s, door ${door.toFixed(2)} s, board ${table.toFixed(2)} s`)
  assert.ok(interactive < 1, `${interactive} s`)
  await context.close()
})

test(
  'a slow network and a slow phone: it is seen that something comes, and one plays',
  { timeout: 180_000 },
  async () => {
    const { page, context, troubles } = await shop.page(phone)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: slow * 1024,
      uploadThroughput: slow * 1024,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const door = await seconds(async () => {
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('link', { name: 'Play: Sokoban' }).waitFor()
    })
    let bar = false
    const table = await seconds(async () => {
      await page.getByRole('link', { name: 'Play: Sokoban' }).click()
      bar = await page
        .locator('progress')
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        )
      await page.locator('svg.board').waitFor({ timeout: 120_000 })
    })
    const key = page.url().split('/').at(-1)
    const { moves } = await shop.solutionOf('sokoban', key)
    await byHand.sokoban(page, moves)
    await page.getByRole('heading', { name: /Solved/ }).waitFor({ timeout: 20_000 })
    // The second visit needs almost nothing of the network.
    const again = await seconds(async () => {
      await page.goto(`/play/sokoban/${key}`, { waitUntil: 'commit' })
      await page.locator('svg.board').waitFor({ timeout: 60_000 })
    })
    console.log(
      `# slow network: door ${door.toFixed(1)} s, first board ${table.toFixed(1)} s, again ${again.toFixed(1)} s`,
    )
    assert.ok(bar, 'a bar is seen')
    assert.ok(door < 12, `${door} s`)
    assert.ok(table < 20, `${table} s`)
    assert.ok(again < 12, `${again} s`)
    assert.deepEqual(troubles, [])
    await context.close()
  },
)

for (const locale of ['en-GB', 'ja-JP'])
  test(`a server that says nothing is not waited for (${locale})`, { timeout: 120_000 }, async () => {
    const line = await lineTo(shop.server.port)
    const { page, context } = await newPage(shop.browser, line.address, { locale })
    const key = await shop.easiest('sokoban')
    await page.goto(`/play/sokoban/${key}`)
    await page.locator('svg.board').waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 40_000 })
    // The door's pictures are kept as they are seen.
    const pictured = () =>
      [...document.querySelectorAll('.picture img')].filter((one) => one.naturalWidth > 0).length >= 4
    await page.goto('/')
    await page.waitForFunction(pictured)
    await page.waitForFunction(async () => (await (await caches.open('nazo-pictures')).keys()).length >= 4)
    line.set('silent')
    await page.goto(`/play/sokoban/${key}`)
    await page.locator('svg.board').waitFor({ timeout: 15_000 })
    const { moves } = await shop.solutionOf('sokoban', key)
    await byHand.sokoban(page, moves)
    await page.getByRole('heading', { name: /Solved|解けました/ }).waitFor({ timeout: 20_000 })
    // Refused at once instead: the door opens, says so, and what was kept can be played.
    line.set('cut')
    await page.goto('/')
    await page.getByText(/The server does not answer|サーバーに接続できません/).waitFor()
    await page.waitForFunction(pictured)
    await page.getByRole('link', { name: /(Play|遊ぶ): (Sokoban|倉庫番)/ }).click()
    await page.locator('svg.board').waitFor({ timeout: 15_000 })
    await context.close()
    await line.close()
  })
