// What every board gets from its window: large ones can be played on a phone, clues stay in view, notes are seen and
// move nothing, keys and the browser's zoom work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bigPuzzles, link, nonogram, sokoban } from './big.mjs'
import { artefacts, settled, until, workshop } from './harness.mjs'
import { onScreen } from './play.mjs'

const shop = workshop()
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const desk = { viewport: { width: 1280, height: 800 } }
/** A cell of each board in its own units. */
const cells = { nonogram: 30, sokoban: 40, shisen: 60, superpuzz: 58, shanghai: 62, tsume: 46 }

const boxOf = (page, selector) =>
  page.evaluate((wanted) => {
    const { left, top, width, height } = document.querySelector(wanted).getBoundingClientRect()
    return { left, top, width, height, x: left + width / 2, y: top + height / 2, down: top + scrollY }
  }, selector)
const scaleOf = (page) => page.evaluate(() => document.querySelector('svg.board').getScreenCTM().a)
async function open(path, options) {
  const found = await shop.page(options)
  await found.page.goto(path)
  await settled(found.page)
  return found
}

test('large boards are played on a phone with targets of 32 pixels and more', { timeout: 240_000 }, async () => {
  const { page, context, troubles } = await shop.page(phone)
  for (const [genre, text] of Object.entries(bigPuzzles(shop.nazo))) {
    await page.goto(link(genre, text))
    await settled(page)
    const port = await boxOf(page, '.port')
    const before = await scaleOf(page)
    const moves = () => page.evaluate(() => Object.keys(localStorage).filter((name) => /game/.test(name)).length)
    const saved = await moves()
    // Cells too small to hit: the first tap only brings them nearer. Others are brought nearer by the button.
    if (cells[genre] * before < 22) await page.touchscreen.tap(port.x, port.y)
    else if (cells[genre] * before < 36)
      for (let i = 0; i < 2; ++i) await page.getByRole('button', { name: 'Zoom in' }).click()
    await settled(page)
    const target = cells[genre] * (await scaleOf(page))
    assert.ok(target >= 32, `${genre}: targets of ${target} pixels`)
    assert.equal(await moves(), saved, `${genre}: nothing was played`)
    await page.screenshot({ path: `${artefacts}/big-${genre}-near.png` })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${genre}: ${overflow} pixels stick out`)
    if (cells[genre] * before < 36) await page.getByRole('button', { name: 'Whole board' }).click()
    await settled(page)
    assert.ok(Math.abs((await scaleOf(page)) - before) < 0.01, `${genre}: the whole board again`)
  }
  assert.deepEqual(troubles, [])
  await context.close()
})

test(
  'a double tap brings the place nearer and back; one finger pans and plays nothing',
  { timeout: 120_000 },
  async () => {
    const { page, context, troubles } = await open(link('shisen', bigPuzzles(shop.nazo).shisen), phone)
    const port = await boxOf(page, '.port')
    const tiles = await page.locator('svg.board [data-cell]').count()
    const whole = await scaleOf(page)
    // The first tap of a board whose tiles are too small is the first of two steps.
    await page.touchscreen.tap(port.x, port.y)
    await until(page, (scale) => document.querySelector('svg.board').getScreenCTM().a > 1.5 * scale, whole)
    await settled(page)
    const session = await context.newCDPSession(page)
    const touch = (type, ...points) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
    const along = () => page.evaluate(() => document.querySelector('.port').scrollLeft)
    const before = await along()
    await touch('touchStart', [port.x, port.y])
    for (let i = 1; i <= 8; ++i) await touch('touchMove', [port.x - 10 * i, port.y])
    await touch('touchEnd')
    await until(page, (from) => document.querySelector('.port').scrollLeft > from + 40, before)
    await settled(page)
    assert.equal(await page.locator('svg.board .chosen, svg.board .selected').count(), 0, 'nothing was touched')
    assert.equal(await page.locator('svg.board [data-cell]').count(), tiles)
    // Two taps at once, in one message each: a busy machine may take longer than a double tap lasts.
    const edge = [port.left + 6, port.top + 6]
    await Promise.all([touch('touchStart', edge), touch('touchEnd'), touch('touchStart', edge), touch('touchEnd')])
    await until(page, (scale) => document.querySelector('svg.board').getScreenCTM().a < 1.05 * scale, whole)
    // Sokoban, where fingers also walk and push: on a large level only those that are put on the keeper or a box.
    await page.goto(link('sokoban', sokoban(30)))
    await settled(page)
    const level = await boxOf(page, '.port')
    await page.touchscreen.tap(level.left + 40, level.top + 40)
    await until(page, () => 40 * document.querySelector('svg.board').getScreenCTM().a > 32)
    await settled(page)
    const swipe = async (from, right, down) => {
      await touch('touchStart', [from.x, from.y])
      for (let i = 1; i <= 8; ++i) await touch('touchMove', [from.x + (right * i) / 8, from.y + (down * i) / 8])
      await touch('touchEnd')
    }
    const start = await along()
    await swipe(await onScreen(page, 6.5 * 40, 6.5 * 40), -150, 0)
    await until(page, (from) => document.querySelector('.port').scrollLeft > from + 100, start)
    await settled(page)
    const shifted = await along()
    await swipe(await onScreen(page, 9.5 * 40, 6.5 * 40), 150, 0)
    await until(page, (from) => document.querySelector('.port').scrollLeft < from - 100, shifted)
    await settled(page)
    const stands = (piece, cell) => page.locator(`svg.board g.${piece}[data-cell="${cell}"]`).waitFor()
    await stands('keeper', '2,2')
    const cell = 40 * (await scaleOf(page))
    await swipe(await onScreen(page, 3.5 * 40, 2.5 * 40), 2 * cell, 0) // the box is dragged
    await stands('box', '3,6')
    await stands('keeper', '3,5')
    await settled(page)
    await swipe(await boxOf(page, 'g.keeper'), 0, 40)
    await stands('keeper', '4,5')
    assert.deepEqual(troubles, [])
    await context.close()
  },
)

test('two fingers pinch and pan, one draws; the clues stay in view', { timeout: 120_000 }, async () => {
  const { page, context, troubles } = await open(link('nonogram', nonogram(40)), phone)
  const session = await context.newCDPSession(page)
  const touch = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
  const port = await boxOf(page, '.port')
  const before = await scaleOf(page)
  await touch('touchStart', [port.x - 30, port.y], [port.x + 30, port.y])
  for (let i = 1; i <= 8; ++i) await touch('touchMove', [port.x - 30 - 10 * i, port.y], [port.x + 30 + 10 * i, port.y])
  await touch('touchEnd')
  await settled(page)
  assert.ok((await scaleOf(page)) > 2.5 * before, 'a pinch zooms')
  const filled = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('path.ink')].reduce((sum, row) => sum + row.getAttribute('d').length, 0),
    )
  assert.equal(await filled(), 0, 'a pinch draws nothing')
  for (let i = 0; i < 2; ++i) await page.getByRole('button', { name: 'Zoom in' }).click()
  const at = () =>
    page.evaluate(() => [document.querySelector('.port').scrollLeft, document.querySelector('.port').scrollTop])
  const [, top] = await at()
  await touch('touchStart', [port.x - 20, port.y + 60], [port.x + 20, port.y + 60])
  for (let i = 1; i <= 6; ++i)
    await touch('touchMove', [port.x - 20, port.y + 60 - 12 * i], [port.x + 20, port.y + 60 - 12 * i])
  await touch('touchEnd')
  await until(page, (from) => document.querySelector('.port').scrollTop > from + 40, top)
  await settled(page)
  const [above, beside, frame] = [await boxOf(page, '.above'), await boxOf(page, '.beside'), await boxOf(page, '.port')]
  assert.ok(Math.abs(above.top - frame.top) < 1.5, 'the clues of the columns stay at the top')
  assert.ok(Math.abs(beside.left - frame.left) < 1.5, 'the clues of the rows stay at the left')
  const cell = 30 * (await scaleOf(page))
  await touch('touchStart', [frame.left + 260, frame.top + 320])
  for (let i = 1; i <= 4; ++i) await touch('touchMove', [frame.left + 260, frame.top + 320 + (cell * i) / 4])
  await touch('touchEnd')
  await page.locator('path.ink[d*="M"]').first().waitFor()
  assert.ok((await filled()) > 20, 'one finger draws')
  assert.deepEqual(troubles, [])
  await context.close()
})

test('wheel, keys, full screen and the browser’s zoom make a board larger', { timeout: 120_000 }, async () => {
  const { page, context, troubles } = await open(link('sokoban', sokoban(30)), desk)
  const first = await scaleOf(page)
  const port = await boxOf(page, '.port')
  await page.mouse.move(port.x, port.y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  const larger = (scale) =>
    until(page, (than) => document.querySelector('svg.board').getScreenCTM().a > 1.2 * than, scale)
  await larger(first) // Ctrl and the wheel zoom
  await settled(page)
  const wheeled = await scaleOf(page)
  await page.keyboard.press('+')
  await larger(wheeled)
  // The first key walks, though nothing was clicked; and the keeper stays in view.
  await page.keyboard.press('ArrowRight')
  await page.locator('g.keeper[data-cell="2,3"]').waitFor()
  const keeper = await boxOf(page, 'g.keeper')
  const here = await boxOf(page, '.port')
  assert.ok(keeper.left >= here.left && keeper.top >= here.top, 'the keeper is in view')
  await page.keyboard.press('0')
  await page.keyboard.press('f')
  await until(page, () => document.querySelector('.port').getBoundingClientRect().width > 1200)
  await page.keyboard.press('f')
  assert.deepEqual(troubles, [])
  await context.close()
  // A browser zoomed to 200 % is a window of half the size: a cell must be larger in true pixels than before.
  for (const [genre, text] of [
    ['nonogram', nonogram(40)],
    ['nonogram', nonogram(5)],
  ]) {
    const cellAt = async (zoom) => {
      const viewport = { width: 1280 / zoom, height: 800 / zoom }
      const found = await open(link(genre, text), { viewport, deviceScaleFactor: zoom })
      const cell = 30 * (await scaleOf(found.page)) * zoom
      await found.context.close()
      return cell
    }
    const [plain, doubled] = [await cellAt(1), await cellAt(2)]
    assert.ok(doubled > 1.3 * plain, `${plain} pixels become ${doubled}`)
  }
})

for (const [name, options] of [
  ['desktop', { ...desk, locale: 'en-GB' }],
  ['low phone', { ...phone, viewport: { width: 390, height: 664 }, locale: 'ja-JP' }],
  ['desktop zoomed to 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, locale: 'en-GB' }],
])
  test(`what is said is seen on a ${name}, and the board stays where it is`, { timeout: 240_000 }, async () => {
    const { puzzles } = await shop.json('/api/daily')
    const { page, context, troubles } = await shop.page(options)
    const inView = async (what) => {
      const note = await boxOf(page, '.note')
      assert.ok(note.top >= 0 && note.top + note.height <= options.viewport.height + 1, `${what} is in view`)
    }
    for (const { genre, key } of puzzles) {
      await page.goto(`/play/${genre}/${key}`)
      await settled(page)
      const before = await boxOf(page, '.port')
      await page.getByRole('button', { name: /^(Hint|ヒント)$/ }).click()
      await page.getByRole('button', { name: /Show the next step|次の一手を見る/ }).click({ timeout: 30_000 })
      await page.getByRole('button', { name: /Why|なぜ/ }).click({ timeout: 30_000 })
      await page.locator('.beckon').first().waitFor()
      await until(
        page,
        (ja) => !ja || /[ぁ-ん]/.test(document.querySelector('.note').innerText),
        options.locale === 'ja-JP',
      )
      await settled(page)
      await inView(`${genre}: the hint`)
      const [note, board, pointed] = [
        await boxOf(page, '.note'),
        await boxOf(page, '.sheet'),
        await boxOf(page, '.beckon'),
      ]
      const apart = (a, b) =>
        a.left + a.width <= b.left ||
        b.left + b.width <= a.left ||
        a.top + a.height <= b.top ||
        b.top + b.height <= a.top
      assert.ok(apart(note, pointed), `${genre}: what the hint speaks of is not covered`)
      assert.ok(pointed.top >= 0 && pointed.top + pointed.height <= options.viewport.height, `${genre}: it is in view`)
      const room = options.viewport.width - (board.left + board.width)
      if (room > 310) assert.ok(apart(note, board), `${genre}: a note beside the board covers nothing of it`)
      const said = await page.locator('.note').innerText()
      if (options.locale === 'ja-JP') assert.match(said, /[ぁ-ん]/, `${genre}: ${said}`)
      await page.getByRole('button', { name: /Close|閉じる/ }).click()
      await page.getByRole('button', { name: /Give up|降参/ }).click()
      await page.getByRole('button', { name: /^(Yes|はい)$/ }).waitFor()
      await inView(`${genre}: the question`)
      await page.getByRole('button', { name: /^(No|いいえ)$/ }).click()
      await settled(page)
      // The settings lie over the board as well.
      await page.getByRole('button', { name: /^(Settings|設定)$/ }).click()
      await page.getByRole('checkbox', { name: /Sound|効果音/ }).waitFor()
      await settled(page)
      const after = await boxOf(page, '.port')
      assert.deepEqual([after.left, after.down, after.width], [before.left, before.down, before.width], genre)
    }
    assert.deepEqual(troubles, [])
    await context.close()
  })

test('a box on a large level shows where it can go within 100 ms', { timeout: 60_000 }, async () => {
  const { page, context } = await open(link('sokoban', sokoban(30)), desk)
  // The processor's time of the page: what else the machine does is not the page's doing.
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () =>
    Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))
      .TaskDuration * 1000
  const begun = await work()
  const taken = await page.evaluate(async () => {
    const box = document.querySelector('svg.board g.box[data-cell="7,12"]').getBoundingClientRect()
    const svg = document.querySelector('svg.board')
    const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, pointerId: 1 }
    const begun = performance.now()
    svg.dispatchEvent(new PointerEvent('pointerdown', at))
    svg.dispatchEvent(new PointerEvent('pointerup', at))
    await Promise.resolve()
    while (document.querySelectorAll('circle.way').length === 0 && performance.now() - begun < 3000)
      await new Promise((done) => setTimeout(done))
    return { time: performance.now() - begun, ways: document.querySelectorAll('circle.way').length }
  })
  const own = (await work()) - begun
  console.log(`# ${taken.ways} places after ${own.toFixed(0)} ms (${taken.time.toFixed(0)} by the clock)`)
  assert.ok(taken.ways > 100)
  assert.ok(own < 100, `${own} ms`)
  await context.close()
})

test('undo and redo by Ctrl; a restart can be taken back', { timeout: 60_000 }, async () => {
  const { page, context } = await open(link('sokoban', '#######\n#@ $ .#\n#     #\n#######\n'), desk)
  const keeper = (cell) => page.locator(`g.keeper[data-cell="${cell}"]`).waitFor({ timeout: 5000 })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await keeper('3,3')
  await page.keyboard.press('Control+z')
  await keeper('2,3')
  await page.keyboard.press('Control+y')
  await keeper('3,3')
  await page.getByRole('button', { name: 'Restart' }).click()
  await keeper('2,2')
  await page.keyboard.press('Control+z')
  await keeper('3,3')
  // Also when the page was closed in between.
  await page.getByRole('button', { name: 'Restart' }).click()
  await keeper('2,2')
  await page.reload()
  await keeper('2,2')
  await page.keyboard.press('Control+z')
  await keeper('3,3')
  await context.close()
})
