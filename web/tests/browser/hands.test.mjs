// The other ways to play: cards are dragged, boxes are clicked, two boards are played by keys alone, and everything can be taken back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workshop } from './harness.mjs'
import { onScreen } from './play.mjs'

const shop = workshop()

async function open(genre) {
  const key = await shop.easiest(genre)
  const found = await shop.page({ viewport: { width: 1200, height: 900 } })
  await found.page.goto(`/play/${genre}/${key}`)
  await found.page.locator('svg.board').waitFor()
  return { ...found, ...(await shop.solutionOf(genre, key)) }
}
const solved = (page) => page.getByRole('heading', { name: /Solved/ }).waitFor({ timeout: 20_000 })

test('Superpuzz is solved by dragging every card, and a card let go elsewhere returns', { timeout: 120_000 }, async () => {
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
  const table = () => page.evaluate(() => [...document.querySelectorAll('g.card')].map((g) => g.dataset.card + g.dataset.cell).sort().join())
  const cardOf = (move) => `svg.board g.card[data-card="${move.slice(0, move.indexOf('@'))}"]`
  const before = await table()
  const start = await centre(cardOf(moves[0]))
  await drag(start, { x: 3, y: 3 })
  assert.equal(await table(), before)
  for (const move of moves) {
    const [, row, column] = /@(\d+),(\d+)/.exec(move)
    await drag(await centre(cardOf(move)), await centre(`svg.board [data-cell="${row},${column}"]`))
  }
  await solved(page)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('Sokoban is solved by clicks alone: the floor to walk, a box to push it', { timeout: 120_000 }, async () => {
  const { page, context, troubles, text, moves } = await open('sokoban')
  const size = 40
  const steps = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] }
  const rows = text.split('\n').filter((line) => /^[ #.$*@+_-]+$/.test(line) && line.includes('#'))
  let row = rows.findIndex((line) => /[@+]/.test(line)) + 1
  let column = rows[row - 1].search(/[@+]/) + 1
  const click = async (r, c) => {
    const { x, y } = await onScreen(page, (c - 0.5) * size, (r - 0.5) * size)
    await page.mouse.click(x, y)
  }
  const keeperStands = (r, c) =>
    page.locator(`svg.board g.keeper[transform="translate(${(c - 0.5) * size} ${(r - 0.5) * size})"]`).waitFor({ timeout: 10_000 })
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

test('a box further off shows where it can go, and goes there; undo knows no end', { timeout: 120_000 }, async () => {
  const { page, context, troubles } = await open('sokoban')
  const board = () => page.evaluate(() => [...document.querySelectorAll('g.box, g.keeper')].map((g) => g.getAttribute('transform')).sort().join())
  const before = await board()
  const boxes = page.locator('svg.board g.box')
  for (let i = 0; i < (await boxes.count()); ++i) {
    await boxes.nth(i).click()
    if (await page.locator('svg.board circle.way').first().waitFor({ timeout: 2_000 }).then(() => true, () => false)) break
  }
  await page.locator('svg.board circle.way').first().click()
  await page.waitForTimeout(1_500)
  assert.notEqual(await board(), before)
  const undo = page.getByRole('button', { name: 'Undo' })
  for (let i = 0; i < 200 && (await undo.isEnabled()); ++i) await undo.click()
  assert.equal(await board(), before)
  assert.deepEqual(troubles, [])
  await context.close()
})

/** Moves the cursor of a board by the arrow keys: into the corner first, then to the cell. */
async function cursorTo(page, row, column) {
  for (let i = 0; i < 30; ++i) await page.keyboard.press('ArrowUp')
  for (let i = 0; i < 30; ++i) await page.keyboard.press('ArrowLeft')
  for (let i = 1; i < row; ++i) await page.keyboard.press('ArrowDown')
  for (let i = 1; i < column; ++i) await page.keyboard.press('ArrowRight')
}

test('a nonogram is solved by keys alone', { timeout: 120_000 }, async () => {
  const { page, context, troubles, moves } = await open('nonogram')
  await page.locator('svg.board').focus()
  for (const move of moves)
    for (const action of move.split(';').filter((part) => part.trim().startsWith('fill')))
      for (const [, r1, c1, r2, c2] of action.matchAll(/(\d+),(\d+)(?:-(\d+),(\d+))?/g))
        for (let row = +r1; row <= +(r2 ?? r1); ++row) {
          await cursorTo(page, row, +c1)
          for (let column = +c1; column <= +(c2 ?? c1); ++column) {
            await page.keyboard.press(' ')
            await page.keyboard.press('ArrowRight')
          }
        }
  await solved(page)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('Shisen-sho is solved by keys alone', { timeout: 120_000 }, async () => {
  const { page, context, troubles, moves } = await open('shisen')
  await page.locator('svg.board').focus()
  for (const move of moves)
    for (const [, row, column] of move.matchAll(/(\d+),(\d+)/g)) {
      await cursorTo(page, +row, +column)
      await page.keyboard.press('Enter')
    }
  await solved(page)
  assert.deepEqual(troubles, [])
  await context.close()
})
