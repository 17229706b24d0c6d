// Plays puzzles to their end through real clicks, drags and keys, by the solver's own solution.
// Each function gets a page that shows the puzzle and the moves of a solution as the module's `replay` gives them.

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

export const byHand = {
  async shisen(page, moves) {
    for (const move of moves) {
      const [a, b] = [...move.matchAll(/(\d+),(\d+)/g)].map(([, row, column]) => [row, column])
      await cell(page, ...a).click()
      await cell(page, ...b).click()
    }
  },
  async shanghai(page, moves) {
    // A tile may lie partly under another: the click goes to its upper left part, never covered when it
    // is free.
    for (const move of moves)
      for (const slot of move.split('-')) {
        await page.locator(`svg.board [data-cell="${slot}"]`).click({ position: { x: 6, y: 8 } })
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
      await cell(page, ...from.split(',')).click()
      // A card with several places to go waits for its hole.
      const target = page.locator(`svg.board rect.target[data-cell="${row},${column}"]`)
      if (await target.count()) await target.click()
    }
  },
  async sokoban(page, moves, pause = 0) {
    await page.locator('svg.board').focus()
    const keys = { u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' }
    for (const move of moves) {
      await page.keyboard.press(keys[move.toLowerCase()])
      if (pause > 0) await page.waitForTimeout(pause)
    }
  },
  async nonogram(page, moves) {
    // Each run of cells is one stroke of the mouse.
    const { left, top, size } = await page.evaluate(() => {
      const ground = document.querySelector('svg.board rect.ground')
      return { left: +ground.getAttribute('x'), top: +ground.getAttribute('y'), size: 30 }
    })
    const at = (row, column) => onScreen(page, left + (column - 0.5) * size, top + (row - 0.5) * size)
    for (const move of moves)
      for (const action of move.split(';')) {
        if (!action.trim().startsWith('fill')) continue
        for (const [, r1, c1, r2, c2] of action.matchAll(/(\d+),(\d+)(?:-(\d+),(\d+))?/g))
          for (let row = +r1; row <= +(r2 ?? r1); ++row) {
            const from = await at(row, +c1)
            const to = await at(row, +(c2 ?? c1))
            await page.mouse.move(from.x, from.y)
            await page.mouse.down()
            await page.mouse.move(to.x, to.y, { steps: 3 })
            await page.mouse.up()
          }
      }
  },
  async tsume(page, moves) {
    for (const move of moves) {
      const [attack] = move.split(' ')
      const square = (text) => [text.charCodeAt(1) - 96, 10 - Number(text[0])]
      if (attack[1] === '*') await page.locator(`[data-hand="${attack[0]}"]`).click()
      else await cell(page, ...square(attack.slice(0, 2))).click()
      await cell(page, ...square(attack.slice(2, 4))).click()
      const choice = page.locator('.choice button')
      if (await choice.count())
        await choice
          .filter({ hasText: attack.endsWith('+') ? /^(Promote|成る)$/ : /^(Do not promote|成らない)$/ })
          .first()
          .click()
    }
  },
}
