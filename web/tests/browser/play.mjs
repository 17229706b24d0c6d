// Plays puzzles to their end through real clicks, drags and keys, or by touch alone, by the solver's own solution.
// Each function gets a page that shows the puzzle and the moves of a solution as the module's `replay` gives them;
// those that touch return how often the glass was touched.

const cell = (page, row, column) => page.locator(`svg.board [data-cell="${row},${column}"]`).first()

/** The centre of a point in a board's own coordinates, on the screen. */
export async function onScreen(page, x, y) {
  return page.evaluate(
    ([px, py]) => {
      const svg = document.querySelector('svg.board')
      const point = new DOMPoint(px, py).matrixTransform(svg.getScreenCTM())
      return { x: point.x, y: point.y }
    },
    [x, y],
  )
}

/** The strokes that fill what a nonogram's moves fill, on the screen. */
async function strokesOf(page, moves) {
  const { left, top, size } = await page.evaluate(() => {
    const ground = document.querySelector('svg.board rect.ground')
    return { left: +ground.getAttribute('x'), top: +ground.getAttribute('y'), size: 30 }
  })
  const at = (row, column) => onScreen(page, left + (column - 0.5) * size, top + (row - 0.5) * size)
  const strokes = []
  for (const move of moves)
    for (const action of move.split(';').filter((one) => one.trim().startsWith('fill')))
      for (const [, r1, c1, r2, c2] of action.matchAll(/(\d+),(\d+)(?:-(\d+),(\d+))?/g))
        for (let row = +r1; row <= +(r2 ?? r1); ++row)
          strokes.push({ from: await at(row, +c1), to: await at(row, +(c2 ?? c1)) })
  return strokes
}

/** What is played by pressing one thing after the other, with whatever presses. */
const pressing = (press) => ({
  async shisen(page, moves) {
    for (const move of moves) {
      const [a, b] = [...move.matchAll(/(\d+),(\d+)/g)].map(([, row, column]) => [row, column])
      await press(cell(page, ...a))
      await press(cell(page, ...b))
    }
  },
  async shanghai(page, moves) {
    // A tile may lie partly under another: the click goes to its upper left part, never covered when it
    // is free.
    for (const move of moves)
      for (const slot of move.split('-')) {
        await press(page.locator(`svg.board [data-cell="${slot}"]`), { position: { x: 6, y: 8 } })
      }
  },
  async superpuzz(page, moves) {
    for (const move of moves) {
      // card@row,column: click the hole if only this card fits, else the card and then the hole.
      const [, row, column] = /@(\d+),(\d+)/.exec(move)
      const name = move.slice(0, move.indexOf('@'))
      const from = await page.evaluate((wanted) => {
        const card = [...document.querySelectorAll('svg.board g.card')].find((g) => g.dataset.card === wanted)
        return card?.dataset.cell
      }, name)
      await press(cell(page, ...from.split(',')))
      // A card with several places to go waits for its hole.
      const target = page.locator(`svg.board rect.target[data-cell="${row},${column}"]`)
      if (await target.count()) await press(target)
    }
  },
  async tsume(page, moves) {
    for (const move of moves) {
      const [attack] = move.split(' ')
      const square = (text) => [text.charCodeAt(1) - 96, 10 - Number(text[0])]
      if (attack[1] === '*') await press(page.locator(`[data-hand="${attack[0]}"]`))
      else await press(cell(page, ...square(attack.slice(0, 2))))
      await press(cell(page, ...square(attack.slice(2, 4))))
      const choice = page.locator('.choice button')
      const named = attack.endsWith('+') ? /^(Promote|成る)$/ : /^(Do not promote|成らない)$/
      if (await choice.count()) await press(choice.filter({ hasText: named }).first())
    }
  },
})

export const byHand = {
  ...pressing((thing, where) => thing.click(where)),
  async sokoban(page, moves, pause = 0) {
    await page.locator('svg.board').focus()
    const keys = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' }
    for (const move of moves) {
      await page.keyboard.press(keys[move.toLowerCase()])
      if (pause > 0) await page.waitForTimeout(pause)
    }
  },
  async nonogram(page, moves) {
    for (const { from, to } of await strokesOf(page, moves)) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 3 })
      await page.mouse.up()
    }
  },
}

/** A finger that is put down, moved and lifted. */
async function finger(page) {
  const session = await page.context().newCDPSession(page)
  const send = (type, ...points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }) => ({ x, y })) })
  return async (from, to, steps = 4) => {
    await send('touchStart', from)
    for (let i = 1; i <= steps; ++i)
      await send('touchMove', { x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps })
    await send('touchEnd')
  }
}
/** As byHand, counted. */
const tapping = (genre) => async (page, moves) => {
  let touches = 0
  const tap = (thing, where) => {
    ++touches
    return thing.tap(where)
  }
  await pressing(tap)[genre](page, moves)
  return touches
}

export const byTouch = {
  ...Object.fromEntries(Object.keys(pressing()).map((genre) => [genre, tapping(genre)])),
  async sokoban(page, moves) {
    // A swipe from the keeper for every step.
    const swipe = await finger(page)
    const ways = { u: [0, -1], d: [0, 1], l: [-1, 0], r: [1, 0] }
    const stands = () => page.evaluate(() => document.querySelector('svg.board g.keeper').dataset.cell)
    const steps = moves.join('')
    for (const step of steps) {
      const before = await stands()
      const [row, column] = before.split(',').map(Number)
      const from = await onScreen(page, (column - 0.5) * 40, (row - 0.5) * 40)
      const [right, down] = ways[step.toLowerCase()]
      await swipe(from, { x: from.x + 45 * right, y: from.y + 45 * down })
      await page.waitForFunction((cell) => document.querySelector('svg.board g.keeper').dataset.cell !== cell, before, {
        timeout: 5000,
      })
    }
    return steps.length
  },
  async nonogram(page, moves) {
    const stroke = await finger(page)
    const strokes = await strokesOf(page, moves)
    for (const { from, to } of strokes) await stroke(from, to)
    return strokes.length
  },
}
