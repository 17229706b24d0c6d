// How much the page works between an input and its picture, and for a frame of panning: on the largest boards of every
// kind. A frame is 16 ms on the machine of bench/web.md. What is measured is the processor's time, so that a busy
// machine changes little, and beside it how slow this machine is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bigPuzzles, link } from './big.mjs'
import { settled, workshop } from './harness.mjs'
import { onScreen } from './play.mjs'
import { beginTrace, frames, inputToPicture, median, slowness } from './trace.mjs'

const shop = workshop()
const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const frame = 16

/** Some inputs on each board that change something. */
const inputs = {
  async nonogram(page) {
    for (let i = 1; i <= 6; ++i) {
      const { x, y } = await onScreen(page, 30 * 5 * i + 15, 30 * 3 * i + 15)
      await page.mouse.click(x, y)
      await page.waitForTimeout(60)
    }
  },
  async sokoban(page) {
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(250)
    }
  },
  tiles: async (page, moves, cellsOf) => {
    for (const move of moves.slice(0, 4))
      for (const cell of cellsOf(move)) {
        const box = await page.locator(`svg.board [data-cell="${cell}"]`).boundingBox()
        await page.mouse.click(box.x + box.width * 0.3, box.y + box.height * 0.3)
        await page.waitForTimeout(120)
      }
  },
  shisen: (page, moves) => inputs.tiles(page, moves, (move) => [...move.matchAll(/\d+,\d+/g)].map(([cell]) => cell)),
  shanghai: (page, moves) => inputs.tiles(page, moves, (move) => move.split('-')),
  async superpuzz(page, moves) {
    for (const move of moves.slice(0, 4)) {
      await page.locator(`svg.board g.card[data-card="${move.slice(0, move.indexOf('@'))}"]`).click()
      const [, cell] = /@(\d+,\d+)/.exec(move)
      const target = page.locator(`svg.board rect.target[data-cell="${cell}"]`)
      if (await target.count()) await target.click()
      await page.waitForTimeout(250)
    }
  },
  async tsume(page) {
    for (const cell of ['3,5', '9,9', '3,5', '2,2', '3,5']) {
      await page.locator(`svg.board [data-cell="${cell}"]`).click()
      await page.waitForTimeout(60)
    }
  },
}

test('from an input to its picture the page works for less than a frame', { timeout: 240_000 }, async () => {
  const big = bigPuzzles(shop.nazo)
  const { page, context } = await shop.page({ ...desk, reducedMotion: 'no-preference' })
  await page.addInitScript(() => localStorage.setItem('nazo.coach', 'off'))
  const found = []
  for (const [genre, text] of Object.entries(big)) {
    await page.goto(link(genre, text))
    await settled(page)
    await page.waitForTimeout(1500)
    const moves = ['nonogram', 'sokoban', 'tsume'].includes(genre) ? [] : shop.movesOf(genre, text, 8)
    await inputs[genre](page, moves) // once before: what is used for the first time is compiled first
    const end = await beginTrace(context, page)
    await inputs[genre](page, moves.slice(4))
    const work = inputToPicture(await end(), ['pointerdown', 'pointerup', 'click', 'keydown']).map((one) => one.work)
    assert.ok(work.length >= 4, `${genre}: ${work.length} inputs`)
    found.push({ genre, usual: median(work), most: Math.max(...work), slow: await slowness(context) })
  }
  for (const { genre, usual, most, slow } of found) {
    const [middle, highest] = [usual, most].map((one) => one.toFixed(1))
    console.log(`# ${genre}: input to picture ${middle} ms, at most ${highest} ms; machine × ${slow.toFixed(2)}`)
  }
  for (const { genre, usual, slow } of found) assert.ok(usual < frame * slow, `${genre}: ${usual} ms, × ${slow}`)
  await context.close()
})

test('a frame of panning costs less than a sixtieth of a second', { timeout: 120_000 }, async () => {
  const big = bigPuzzles(shop.nazo)
  const { page, context } = await shop.page(phone)
  const session = await context.newCDPSession(page)
  for (const genre of ['nonogram', 'shisen', 'shanghai', 'sokoban']) {
    await page.goto(link(genre, big[genre]))
    await settled(page)
    for (let i = 0; i < 4; ++i) {
      const nearer = page.getByRole('button', { name: 'Zoom in' })
      if (await nearer.isEnabled()) await nearer.click()
    }
    await page.waitForTimeout(600)
    const port = await page.locator('.port').boundingBox()
    const at = (i) => [-15, 15].map((aside, id) => ({ x: port.x + 200 + aside - 6 * i, y: port.y + 260 - 3 * i, id }))
    const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const before = await page.evaluate(() => document.querySelector('.port').scrollLeft)
    const end = await beginTrace(context, page)
    await touch('touchStart', at(0))
    for (let i = 1; i <= 20; ++i) await touch('touchMove', at(i))
    await touch('touchEnd', [])
    const { count, main, draw } = frames(await end())
    const moved = (await page.evaluate(() => document.querySelector('.port').scrollLeft)) - before
    console.log(`# ${genre}: ${count} frames of panning, each ${main.toFixed(1)} ms, drawing ${draw.toFixed(1)} ms`)
    assert.ok(moved > 40, `${genre} moved by ${moved}`)
    if (main >= frame) assert.ok(main < frame * (await slowness(context)), `${genre}: ${main} ms`)
  }
  await context.close()
})
