// What is easy on the hand and the eye: every piece moves, boxes are dragged, finished lines are crossed out, sound is
// heard by those who want it, and there is always another puzzle.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { link, textOf } from './big.mjs'
import { artefacts, settled, until, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** What moves on each board when something is played. */
const moving = {
  shisen: '.gone',
  shanghai: '.gone',
  superpuzz: 'g.card.glide',
  sokoban: 'g.glide',
  tsume: 'g.piece.glide',
}
for (const [reducedMotion, moves] of [
  ['no-preference', true],
  ['reduce', false],
])
  test(
    `pieces move on every board, unless people want none of it: ${reducedMotion}`,
    { timeout: 120_000 },
    async () => {
      const { page, context, troubles } = await shop.page({ ...desk, reducedMotion })
      // Every animation and transition that ever ran on a board, with how long it was to take.
      await page.addInitScript(() => {
        window.ran = []
        for (const type of ['transitionrun', 'animationstart'])
          document.addEventListener(type, ({ target }) => {
            const { transitionDuration, animationDuration } = getComputedStyle(target)
            const times = `${transitionDuration}, ${animationDuration}`
              .split(', ')
              .map((time) => 1000 * parseFloat(time))
            window.ran.push({ target, longest: Math.max(...times) })
          })
      })
      for (const [genre, selector] of Object.entries(moving)) {
        const key = await shop.easiest(genre)
        const { moves: solution } = await shop.solutionOf(genre, key)
        await page.goto(`/play/${genre}/${key}`)
        await settled(page)
        await byHand[genre](page, solution.slice(0, 1))
        const longest = (wanted) =>
          Math.max(0, ...window.ran.filter(({ target }) => target.closest(wanted)).map((one) => one.longest))
        if (moves) await until(page, longest, selector)
        else await page.waitForTimeout(250)
        const found = await page.evaluate(longest, selector)
        assert.ok(moves ? found >= 100 && found <= 700 : found < 20, `${genre}: ${found} ms`)
      }
      assert.deepEqual(troubles, [])
      await context.close()
    },
  )

test('a box is dragged by the mouse, and let go elsewhere it stays; a goal under the keeper is seen', async () => {
  const { page, context, troubles } = await shop.page(desk)
  await page.goto(link('sokoban', '#########\n#+ $   .#\n#  $    #\n#       #\n#########\n'))
  await page.locator('g.keeper .goal').waitFor()
  const box = (cell) => page.locator(`svg.board g.box[data-cell="${cell}"]`)
  const centre = async (cell) => {
    const { x, y, width, height } = await box(cell).boundingBox()
    return { x: x + width / 2, y: y + height / 2, cell: (width * 40) / 32 }
  }
  const from = await centre('2,4')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y)
  await page.locator('circle.way').first().waitFor()
  await page.mouse.move(from.x, from.y - 3 * from.cell, { steps: 3 })
  await page.mouse.up()
  await box('2,4').waitFor()
  assert.equal(await page.locator('circle.way').count(), 0, 'let go on the wall it is where it was')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 2 * from.cell, from.y, { steps: 4 })
  await page.mouse.up()
  await box('2,6').waitFor({ timeout: 10_000 })
  assert.deepEqual(troubles, [])
  await context.close()
})

for (const [name, options] of [
  ['desktop, English', { ...desk, locale: 'en-GB' }],
  ['phone, Japanese', { ...phone, locale: 'ja-JP' }],
])
  test(`finished lines are crossed out for who wants it, as one move (${name})`, async () => {
    const { page, context, troubles } = await shop.page(options)
    await page.goto(link('nonogram', 'width 4\nheight 3\n\nrows\n1\n4\n1,1\n\ncolumns\n2\n2\n1\n2\n'))
    await settled(page)
    await page.getByRole('switch', { name: /Cross out finished lines|×を付ける/ }).click()
    const ground = await page.locator('rect.ground').boundingBox()
    const at = [ground.x + ground.width * 0.375, ground.y + ground.height / 6]
    if (options.hasTouch) await page.touchscreen.tap(...at)
    else await page.mouse.click(...at)
    const crossed = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('path.x')].reduce(
          (sum, one) => sum + one.getAttribute('d').split('M').length - 1,
          0,
        ),
      )
    await page.waitForFunction(() => [...document.querySelectorAll('path.x')].some((one) => one.getAttribute('d')))
    assert.ok((await crossed()) >= 3, 'the rest of the row is crossed out')
    await page.keyboard.press('Control+z')
    assert.equal(await crossed(), 0, 'one undo takes all of it back')
    assert.deepEqual(troubles, [])
    await context.close()
  })

test('a board that was touched shows no frame, one that was reached by keys does', async () => {
  const { page, context } = await shop.page(desk)
  await page.goto(link('nonogram', 'width 4\nheight 3\n\nrows\n1\n4\n1,1\n\ncolumns\n2\n2\n1\n2\n'))
  await settled(page)
  const framed = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('svg.board')).outlineStyle !== 'none')
  const ground = await page.locator('rect.ground').boundingBox()
  await page.mouse.click(ground.x + 20, ground.y + 20)
  assert.equal(await page.evaluate(() => document.activeElement.matches('svg.board')), true)
  assert.equal(await framed(), false)
  await page.keyboard.press('ArrowRight')
  await until(page, () => getComputedStyle(document.querySelector('svg.board')).outlineStyle !== 'none')
  await context.close()
})

test('there is no sound until somebody asks for it', async () => {
  const { page, context } = await shop.page(desk)
  await page.addInitScript(() => {
    window.heard = 0
    const begin = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) {
      ++window.heard
      return begin.apply(this, when)
    }
  })
  await page.goto(link('sokoban', '########\n#@ $  .#\n########\n'))
  await settled(page)
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.evaluate(() => window.heard), 0)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('checkbox', { name: /Sound/ }).check()
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => window.heard > 0)
  await context.close()
})

for (const genre of ['shanghai', 'tsume', 'sokoban'])
  test(
    `a new ${genre} is made without ending the old one, also on a Japanese phone`,
    { timeout: 180_000 },
    async () => {
      const { page, context, troubles } = await shop.page({ ...phone, locale: 'ja-JP' })
      const { puzzles } = await shop.json(`/api/puzzles?genre=${genre}&limit=100`)
      // How large it is: tiles, boxes, or the length of the mate.
      const sizeOf = (text) => {
        if (genre === 'tsume')
          return shop.nazo.call('solve', genre, '', text, '10 - 400000000').solution.split(' ').length
        const { view } = shop.nazo.call('look', genre, '', shop.nazo.call('start', genre, '', text))
        return genre === 'shanghai' ? view.tiles : view.boxes.length
      }
      const first = puzzles[0]
      // The shortest mates, and others: a new one is as long.
      const wanted = genre === 'tsume' ? ['Mate in 1 ', 'Mate in 5 '] : [first.title]
      for (const shelf of wanted) {
        const { key } = puzzles.find(({ title }) => title.startsWith(shelf))
        const { text } = await shop.solutionOf(genre, key)
        await page.goto(`/play/${genre}/${key}`)
        await settled(page)
        await page.getByRole('button', { name: '設定' }).click()
        await page.getByRole('button', { name: '同じような新作' }).click()
        await page.waitForURL((url) => url.pathname === `/s/${genre}`, { timeout: 60_000 })
        await settled(page)
        assert.equal(sizeOf(textOf(page.url())), sizeOf(text), `${shelf}: of the same size`)
        await page.screenshot({ path: `${artefacts}/fresh-${genre}.png` })
      }
      assert.deepEqual(troubles, [])
      await context.close()
    },
  )

test('results go to another device by a link, and what is no result breaks nothing', { timeout: 120_000 }, async () => {
  const { page, context } = await shop.page({ ...desk, locale: 'ja-JP' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(link('sokoban', '######\n#@ $.#\n######\n'))
  await settled(page)
  for (let i = 0; i < 2; ++i) await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: /解けました/ }).waitFor()
  await page.goto('/me')
  await page.getByText('別の端末へ').click()
  await page.getByRole('button', { name: 'リンクで送る' }).click()
  await page.getByText('コピーしました').waitFor()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await context.close()
  const other = await shop.page({ ...phone, locale: 'ja-JP' })
  await other.page.goto(address)
  await other.page.getByText('このリンクは別の端末の記録').waitFor()
  await other.page.getByRole('button', { name: 'コードを取り込む' }).click()
  await other.page.getByText('取り込みました').waitFor()
  assert.equal(await other.page.evaluate(() => Object.keys(JSON.parse(localStorage['nazo.records']).bests).length), 1)
  // A code that somebody made up: nothing of it stays, and the page still opens.
  await other.page.evaluate(
    () => (localStorage['nazo.records'] = '{"ratings":{"x":{"rating":1}},"bests":7,"days":[3]}'),
  )
  await other.page.goto('/me')
  await other.page.getByRole('heading', { name: 'マイページ' }).waitFor()
  assert.deepEqual(other.troubles, [])
  await other.context.close()
})

test('shelves are found by their names, and pictures carry no title of another language', async () => {
  const { page, context, troubles } = await shop.page({ ...phone, locale: 'ja-JP' })
  await page.goto('/browse/nonogram')
  await page.getByRole('button', { name: '絵', exact: true }).click()
  const titles = () => page.locator('.shelf .title').allInnerTexts()
  await page.waitForFunction(() => document.querySelectorAll('.shelf li').length === 11)
  assert.ok((await titles()).every((title) => title.startsWith('絵 · ')))
  const { puzzles } = await shop.json('/api/daily')
  for (const { key, title } of puzzles) {
    const svg = await (await fetch(`${shop.server.address}/api/puzzles/${key}/picture.svg`)).text()
    assert.ok(!svg.includes(title), `${key} shows ${title}`)
  }
  await page.screenshot({ path: `${artefacts}/shelves.png` })
  assert.deepEqual(troubles, [])
  await context.close()
})
