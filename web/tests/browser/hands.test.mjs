// The other ways to play: cards are dragged, boxes are clicked, two boards are played by keys alone, and everything
// can be taken back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled, workshop } from './harness.mjs'
import { onScreen } from './play.mjs'

const shop = workshop()

async function open(genre, key) {
  key ??= await shop.easiest(genre)
  const found = await shop.page({ viewport: { width: 1200, height: 900 } })
  await found.page.goto(`/play/${genre}/${key}`)
  await settled(found.page)
  return { ...found, ...(await shop.solutionOf(genre, key)) }
}
const solved = (page) => page.getByRole('heading', { name: /Solved/ }).waitFor({ timeout: 20_000 })

test(
  'Superpuzz is solved by dragging every card, and a card let go elsewhere returns',
  { timeout: 120_000 },
  async () => {
    const { page, context, troubles, moves } = await open('superpuzz')
    const centre = async (selector) => {
      const box = await page.locator(selector).first().boundingBox()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const drag = async (from, to) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.mouse.up()
    }
    const table = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('g.card')]
          .map((g) => g.dataset.card + g.dataset.cell)
          .sort()
          .join(),
      )
    const cardOf = (move) => `svg.board g.card[data-card="${move.slice(0, move.indexOf('@'))}"]`
    const before = await table()
    const start = await centre(cardOf(moves[0]))
    await drag(start, { x: 3, y: 3 })
    assert.equal(await table(), before)
    for (const move of moves) {
      const [, row, column] = /@(\d+),(\d+)/.exec(move)
      await page.waitForTimeout(180) // the card before has arrived
      await drag(await centre(cardOf(move)), await centre(`svg.board [data-cell="${row},${column}"]`))
    }
    await solved(page)
    assert.deepEqual(troubles, [])
    await context.close()
  },
)

const size = 40
const steps = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] }
function keeperOf(text) {
  const rows = text.split('\n').filter((line) => /^[ #.$*@+_-]+$/.test(line) && line.includes('#'))
  const row = rows.findIndex((line) => /[@+]/.test(line)) + 1
  return [row, rows[row - 1].search(/[@+]/) + 1]
}

test('Sokoban is solved by clicks alone: the floor to walk, a box to push it', { timeout: 120_000 }, async () => {
  const { page, context, troubles, text, moves } = await open('sokoban')
  let [row, column] = keeperOf(text)
  const click = async (r, c) => {
    const { x, y } = await onScreen(page, (c - 0.5) * size, (r - 0.5) * size)
    await page.mouse.click(x, y)
  }
  const keeperStands = (r, c) => page.locator(`svg.board g.keeper[data-cell="${r},${c}"]`).waitFor({ timeout: 10_000 })
  let walked = false
  for (const move of moves.join('')) {
    const [down, right] = steps[move.toLowerCase()]
    if (move === move.toUpperCase()) {
      if (walked) {
        await click(row, column)
        await keeperStands(row, column)
      }
      await click(row + down, column + right)
      await keeperStands(row + down, column + right)
      walked = false
    } else walked = true
    row += down
    column += right
  }
  await solved(page)
  assert.deepEqual(troubles, [])
  await context.close()
})

/** A puzzle whose solution begins with a push of a box that does not stand beside the keeper: its key and that box. */
async function farBox() {
  const { puzzles } = await shop.json('/api/puzzles?genre=sokoban&limit=20')
  for (const { key } of puzzles) {
    const { text, moves } = await shop.solutionOf('sokoban', key)
    const start = keeperOf(text)
    const at = [...start]
    for (const move of moves.join('')) {
      const [down, right] = steps[move.toLowerCase()]
      at[0] += down
      at[1] += right
      if (move === move.toUpperCase()) break
    }
    if (Math.abs(at[0] - start[0]) + Math.abs(at[1] - start[1]) > 1) return { key, box: at }
  }
  assert.fail('no puzzle begins with a walk')
}

test('a box further off shows where it can go, and goes there; undo knows no end', { timeout: 120_000 }, async () => {
  const { key, box } = await farBox()
  const { page, context, troubles } = await open('sokoban', key)
  const board = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('g.box, g.keeper')]
        .map((g) => g.getAttribute('class').split(' ')[0] + g.dataset.cell)
        .sort()
        .join(),
    )
  const before = await board()
  await page.locator(`svg.board g.box[data-cell="${box}"]`).click()
  await page.locator('svg.board circle.way').first().click()
  await page.locator(`svg.board g.box[data-cell="${box}"]`).waitFor({ state: 'detached', timeout: 10_000 })
  const undo = page.getByRole('button', { name: 'Undo' })
  for (let i = 0; i < 200 && (await undo.isEnabled()); ++i) await undo.click()
  assert.equal(await board(), before)
  assert.deepEqual(troubles, [])
  await context.close()
})

/** The cursor of a board, moved by the arrow keys from its upper left corner on. */
function arrows(page) {
  const at = [1, 1]
  const press = async (key, times) => {
    for (let i = 0; i < times; ++i) await page.keyboard.press(key)
  }
  return async (row, column) => {
    await press(row > at[0] ? 'ArrowDown' : 'ArrowUp', Math.abs(row - at[0]))
    await press(column > at[1] ? 'ArrowRight' : 'ArrowLeft', Math.abs(column - at[1]))
    at[0] = row
    at[1] = column
  }
}

test('a nonogram is solved by keys alone', { timeout: 120_000 }, async () => {
  const { page, context, troubles, moves } = await open('nonogram')
  await page.locator('svg.board').focus()
  const goTo = arrows(page)
  for (const move of moves)
    for (const action of move.split(';').filter((part) => part.trim().startsWith('fill')))
      for (const [, r1, c1, r2, c2] of action.matchAll(/(\d+),(\d+)(?:-(\d+),(\d+))?/g))
        for (let row = +r1; row <= +(r2 ?? r1); ++row)
          for (let column = +c1; column <= +(c2 ?? c1); ++column) {
            await goTo(row, column)
            await page.keyboard.press(' ')
          }
  await solved(page)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('Shisen-sho is solved by keys alone', { timeout: 120_000 }, async () => {
  const { page, context, troubles, moves } = await open('shisen')
  await page.locator('svg.board').focus()
  const goTo = arrows(page)
  for (const move of moves)
    for (const [, row, column] of move.matchAll(/(\d+),(\d+)/g)) {
      await goTo(+row, +column)
      await page.keyboard.press('Enter')
    }
  await solved(page)
  assert.deepEqual(troubles, [])
  await context.close()
})
