// How play feels and what brings people back: pieces that move, moves that are judged, a coach that keeps quiet,
// records, and pages that say what is wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { link } from './big.mjs'
import { artefacts, settled, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const desk = { viewport: { width: 1280, height: 800 } }
const square = (usi) => `${usi.charCodeAt(1) - 96},${10 - Number(usi[0])}`

/** A position of tsume-shogi in which a check mates, another does not, and a move gives no check. */
const mate = '4k4/9/4P4/9/9/9/9/9/9 b 2G 1'

for (const locale of ['en-GB', 'ja-JP'])
  test(`tsume-shogi tells what is no check and what does not mate (${locale})`, { timeout: 120_000 }, async () => {
    const { page, context, troubles } = await shop.page({ ...desk, locale })
    await page.goto(link('tsume', mate))
    await settled(page)
    const drop = async (letter, cell) => {
      await page.locator(`[data-hand="${letter}"]`).click()
      await page.locator(`svg.board [data-cell="${cell}"]`).click()
    }
    // A pawn of the attack is picked up, though it cannot check from where it stands.
    await page.locator(`svg.board [data-cell="${square('5c')}"]`).click()
    assert.ok((await page.locator('circle.no, circle.target').count()) > 0, 'its moves are shown')
    await page.keyboard.press('Escape')
    await drop('G', square('9i'))
    await page.getByText(/Every move must give check|王手ではありません/).waitFor()
    assert.equal(await page.locator(`[data-piece="${square('9i')}"]`).count(), 0)
    // Closed and done again, it is said again.
    const close = () => page.getByRole('button', { name: /Close|閉じる/ }).click()
    await close()
    await page.locator('.note').waitFor({ state: 'detached' })
    await drop('G', square('9i'))
    await page.getByText(/Every move must give check|王手ではありません/).waitFor()
    // A check that lets the king go: the defence answers after a beat, and it is told.
    // (Asked within the page: a busy machine takes longer than a beat to ask from outside.)
    await page.locator('[data-hand="G"]').click()
    const waits = await page.evaluate(
      ([to, king]) => {
        const cell = document.querySelector(`svg.board [data-cell="${to}"]`)
        cell.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        return new Promise((done) => {
          setTimeout(() => done(document.querySelectorAll(`[data-piece="${king}"]`).length))
        })
      },
      [square('6b'), square('5a')],
    )
    assert.equal(waits, 1, 'the king waits a beat')
    await page.getByText(/That move does not work|その手では解けません/).waitFor({ timeout: 20_000 })
    await page.screenshot({ path: `${artefacts}/tsume-wrong-${locale}.png` })
    // Why not, on request: in words, and by an arrow where the answer goes.
    assert.equal(await page.locator('path.answer').count(), 0)
    await page.getByRole('button', { name: /Why not|なぜ/ }).click()
    await page.getByText(/After Kx?-?\w+ there is no mate|△.*玉と応じられて、詰みません/).waitFor()
    await page.locator('path.answer').waitFor()
    await page.screenshot({ path: `${artefacts}/tsume-refuted-${locale}.png` })
    // The note is closed, the move taken back: another wrong move at the same place is told like the first, and so
    // is a hint that was closed.
    const wrong = page.getByText(/That move does not work|その手では解けません/)
    await close()
    await wrong.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await drop('G', square('4b'))
    await wrong.waitFor({ timeout: 20_000 })
    for (let turn = 0; turn < 2; ++turn) {
      await page
        .getByRole('button', { name: /Take it back|一手戻す/ })
        .last()
        .click()
      await page.getByRole('button', { name: /^(Hint|ヒント)$/ }).click()
      await page.getByText(/There is a mate in|手で詰みます/).waitFor({ timeout: 20_000 })
      await close()
      if (turn === 0) await drop('G', square('6b'))
      if (turn === 0) await wrong.waitFor({ timeout: 20_000 })
    }
    await drop('G', square('5b'))
    await page.getByRole('heading', { name: /Solved|解けました/ }).waitFor({ timeout: 20_000 })
    assert.deepEqual(troubles, [])
    await context.close()
  })

test('shogi pieces are dragged, and come in two sets', { timeout: 60_000 }, async () => {
  const { page, context, troubles } = await shop.page(desk)
  // A gold that only has to step forward.
  await page.goto(link('tsume', '4k4/9/4P4/3G5/9/9/9/9/9 b G 1'))
  await settled(page)
  assert.equal(await page.locator('svg.board text.latin').count(), 3, 'letters for English readers')
  await page.getByRole('button', { name: /^Pieces/ }).click()
  assert.equal(await page.locator('svg.board text.letter').count(), 3, 'traditional ones on demand')
  const middle = async (usi) => {
    const box = await page.locator(`svg.board [data-cell="${square(usi)}"]`).boundingBox()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  await page.mouse.move(...(await middle('6d')))
  await page.mouse.down()
  await page.mouse.move(...(await middle('6c')), { steps: 5 })
  assert.ok((await page.locator('circle.no').count()) > 0, 'where it could go is shown')
  await page.mouse.up()
  await page.locator('.note', { hasText: 'Every move must give check' }).waitFor()
  // A piece of the hand is carried to the board: let go beside it, it goes back; on a square, it is dropped there.
  const carry = async (to) => {
    const box = await page.locator('[data-hand="G"]').boundingBox()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 5 })
    assert.equal(await page.locator('svg.carried').count(), 1, 'it follows the pointer')
    await page.mouse.up()
  }
  await carry([20, 400])
  assert.equal(await page.locator('[data-hand="G"]').count(), 1)
  await carry(await middle('5b'))
  await page.getByRole('heading', { name: /Solved/ }).waitFor({ timeout: 20_000 })
  assert.deepEqual(troubles, [])
  await context.close()
})

test('a box glides for 150 ms, and the next push takes over from where it is', { timeout: 60_000 }, async () => {
  const { page, context } = await shop.page(desk)
  await page.goto(link('sokoban', '#########\n#@$    .#\n#########\n'))
  await settled(page)
  // All within the page, with the glide held at its middle: no machine is too slow for that.
  const { lasts, middle, from } = await page.evaluate(async () => {
    const board = document.querySelector('svg.board')
    const box = document.querySelector('g.box')
    const push = async () => {
      board.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))
      await Promise.resolve()
      return box.getAnimations().find((one) => one.transitionProperty === 'transform')
    }
    const along = (transform) => new DOMMatrix(transform).e
    const first = await push()
    const lasts = first.effect.getTiming().duration
    first.pause()
    first.currentTime = lasts / 2
    const middle = along(getComputedStyle(box).transform)
    const second = await push()
    return { lasts, middle, from: along(second.effect.getKeyframes()[0].transform) }
  })
  assert.equal(lasts, 150)
  assert.ok(middle > 81 && middle < 119, `${middle} is between the squares`)
  assert.ok(Math.abs(from - middle) < 0.5, `${from} is where the box was: ${middle}`)
  await context.close()
})

test('the coach shows the first move once, never plays, and can be switched off', { timeout: 120_000 }, async () => {
  const { page, context } = await shop.page(desk)
  const key = await shop.easiest('sokoban')
  const { moves } = await shop.solutionOf('sokoban', key)
  await page.goto(`/play/sokoban/${key}`)
  await page.locator('svg.board .beckon').waitFor({ timeout: 20_000 })
  const played = () =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{"events":[]}').events, `nazo.game.${key}`)
  assert.equal((await played()).length, 0, 'nothing is played')
  await byHand.sokoban(page, moves.slice(0, 2))
  await page.waitForTimeout(4500)
  assert.equal(await page.locator('svg.board .beckon').count(), 0, 'the second move is not shown')
  const events = await played()
  assert.equal(events[0][0], 'assisted', 'what was shown is recorded')
  assert.equal(events[1][0], 'move')
  // Somebody new has the pen that fills: the first step shown is one of it, though crosses could come first here.
  await page.goto(`/play/nonogram/${await shop.easiest('nonogram')}`)
  await page.locator('svg.board .beckon').first().waitFor({ timeout: 20_000 })
  const verbs = await page.evaluate(() => [...document.querySelectorAll('.beckon')].map((one) => one.dataset.verb))
  assert.ok(
    verbs.every((verb) => verb === 'fill'),
    `${verbs}`,
  )
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('nazo.coach', 'off'))
  await page.goto(`/play/superpuzz/${await shop.easiest('superpuzz')}`)
  await settled(page)
  await page.waitForTimeout(4500)
  assert.equal(await page.locator('svg.board .beckon').count(), 0, 'switched off')
  await context.close()
})

test(
  'a hint to leave cells empty does not look like one to fill them; numbers fade one by one',
  { timeout: 60_000 },
  async () => {
    const { page, context } = await shop.page(desk)
    // A row of 0, a row that is full, and one of two blocks.
    await page.goto(link('nonogram', 'width 4\nheight 3\n\nrows\n0\n4\n1,1\n\ncolumns\n2\n1\n2\n1\n'))
    await settled(page)
    await page.getByRole('button', { name: 'Hint' }).click()
    await page.getByRole('button', { name: 'Show the next step' }).click()
    await page.locator('.beckon').first().waitFor()
    const verbs = await page.evaluate(() => [...document.querySelectorAll('.beckon')].map((one) => one.dataset.verb))
    assert.ok(verbs.includes('cross') && !verbs.includes('fill'), `the empty row is to be crossed: ${verbs}`)
    assert.equal(await page.locator('rect.call').count(), 0)
    const box = await page.locator('rect.ground').boundingBox()
    const click = (row, column, button = 'left') =>
      page.mouse.click(box.x + ((column - 0.5) * box.width) / 4, box.y + ((row - 0.5) * box.height) / 3, { button })
    const met = () =>
      page.evaluate(() => [...document.querySelectorAll('.beside text')].map((one) => one.classList.contains('met')))
    assert.deepEqual(
      await met(),
      [false, false, false, false].map((_, i) => i === 0),
    )
    await click(3, 1)
    await click(3, 2, 'right')
    assert.deepEqual(await met(), [true, false, true, false], 'the first of two numbers has faded')
    // A wrong mark is told on request.
    await click(1, 1)
    await page.getByRole('button', { name: 'Hint' }).click()
    await page.getByRole('button', { name: 'Where?' }).click()
    await page.locator('rect.wrong').first().waitFor()
    await context.close()
  },
)

test('what was solved counts: rating, best, streak, and a code for another device', { timeout: 120_000 }, async () => {
  const { page, context, troubles } = await shop.page(desk)
  const key = await shop.easiest('sokoban')
  const { moves } = await shop.solutionOf('sokoban', key)
  await page.goto(`/play/sokoban/${key}`)
  await settled(page)
  await byHand.sokoban(page, moves)
  await page.getByText(/Rating 12\d\d \(\+\d+\)/).waitFor({ timeout: 20_000 })
  await page.getByText(/best: \d+ push/).waitFor()
  await page.goto('/me')
  await page.getByText('Your ratings').waitFor()
  await page.getByText('1 day in a row').first().waitFor()
  await page.getByText('To another device').click()
  await page.getByRole('button', { name: 'Make a code' }).click()
  const box = page.getByLabel('Code')
  await page.waitForFunction(() => document.querySelector('textarea').value.startsWith('nazo1.'))
  const code = await box.inputValue()
  assert.deepEqual(troubles, [])
  await context.close()
  const other = await shop.page(desk)
  await other.page.goto('/me')
  await other.page.getByText('To another device').click()
  await other.page.getByLabel('Code').fill('nonsense')
  await other.page.getByRole('button', { name: 'Take in a code' }).click()
  await other.page.getByText('This is no code of this page.').waitFor()
  await other.page.getByLabel('Code').fill(code)
  await other.page.getByRole('button', { name: 'Take in a code' }).click()
  await other.page.getByText('Taken in.').waitFor()
  await other.page.getByText('Your ratings').waitFor()
  await other.page.goto('/browse/sokoban')
  await other.page
    .getByText(/solved/)
    .first()
    .waitFor()
  await other.context.close()
})

for (const genre of ['superpuzz', 'nonogram'])
  test(`there is always a new ${genre} of this size`, { timeout: 120_000 }, async () => {
    const { page, context, troubles } = await shop.page(desk)
    const key = await shop.easiest(genre)
    const { moves } = await shop.solutionOf(genre, key)
    await page.goto(`/play/${genre}/${key}`)
    await settled(page)
    await byHand[genre](page, moves)
    await page.getByRole('button', { name: 'A new one like this' }).click({ timeout: 20_000 })
    await page.waitForURL((url) => url.pathname === `/s/${genre}`, { timeout: 60_000 })
    await settled(page)
    await page.getByRole('button', { name: 'Share' }).waitFor()
    assert.deepEqual(troubles, [])
    await context.close()
  })

test('days that have been can be played', { timeout: 120_000 }, async () => {
  for (const locale of ['en-GB', 'ja-JP']) {
    const { page, context } = await shop.page({ ...desk, locale })
    await page.goto('/days')
    await page.locator('main ul li a').nth(20).waitFor()
    assert.ok((await page.locator('main h2').count()) >= 7)
    await context.close()
  }
})

test('a pack is played without a connection, from the door on', { timeout: 180_000 }, async () => {
  const { page, context } = await shop.page(desk)
  // The door was seen once, nothing else: a puzzle is made, by the rules that came meanwhile.
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 40_000 })
  await page.waitForFunction(async () => (await (await caches.open('nazo-modules')).keys()).length >= 6, null, {
    timeout: 40_000,
  })
  await context.setOffline(true)
  await page.goto('/')
  await page.getByText('The server does not answer').waitFor()
  await page.screenshot({ path: `${artefacts}/door-offline.png` })
  await page.getByRole('link', { name: 'Play: Sokoban' }).click()
  await page.waitForURL((url) => url.pathname === '/s/sokoban', { timeout: 40_000 })
  await page.locator('svg.board').waitFor()
  await page.goto('/browse/sokoban')
  await page.getByText('The server does not answer').waitFor()
  await context.setOffline(false)
  await page.goto('/me')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.getByRole('button', { name: 'Keep puzzles for offline play' }).click()
  await page.getByText(/^1\d\d puzzles are kept/).waitFor({ timeout: 90_000 })
  await page.locator('button:enabled', { hasText: 'Keep puzzles' }).waitFor({ timeout: 60_000 })
  await context.setOffline(true)
  await page.goto('/')
  await page.getByRole('link', { name: 'Play: Sokoban' }).click()
  await page.locator('svg.board').waitFor({ timeout: 20_000 })
  // What is kept stands on the shelves.
  await page.goto('/browse/sokoban')
  await page.getByText('These puzzles are kept in this browser.').waitFor()
  await page.screenshot({ path: `${artefacts}/browse-offline.png` })
  assert.ok((await page.locator('.shelf li').count()) >= 12)
  await context.close()
})
