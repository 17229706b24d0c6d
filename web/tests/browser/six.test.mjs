// One puzzle of every kind, drawn by a maker, in one published collection: another browser plays them all to their end,
// a third gives up; paper has all of them; and where people get stuck is drawn on every kind of board.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { artefacts, settled, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const { json } = shop

/** What the drawing page keeps of each kind while somebody draws. */
const drawn = {
  sokoban: '#######\n#  @  #\n# $ $ #\n# . . #\n#######\n',
  nonogram: 'X.X\nXXX\n.X.\n',
  tsume: '4k4/9/4P4/9/9/9/9/9/9 b G 1',
  shisen: '1 2\n2 1\n3 3\n',
  superpuzz: 'S3 -- H3 --\nD3 -- SA --\nC3 H2 HA D2\nS2 C2 CA DA\n',
}

test('six kinds in one collection: played, printed, and where they get stuck', { timeout: 300_000 }, async () => {
  const maker = await shop.page({ viewport: { width: 1280, height: 800 } })
  await maker.page.goto('/')
  const items = []
  const facts = Object.keys(byHand).map((genre) => shop.nazo.call('genres', genre)[0])
  for (const { genre, examples } of facts) {
    const text = examples.find(({ solvable }) => solvable).text
    const [puzzle] = shop.nazo.call('parse', genre, '', text, '')
    const { solution } = shop.nazo.call('solve', genre, '', puzzle.text, '20 - -')
    items.push({ id: genre, genre, text: puzzle.text, title: `One ${genre}`, solution, difficulty: null })
  }
  await maker.page.evaluate((kept) => localStorage.setItem('nazo.collection', JSON.stringify(kept)), items)
  await maker.page.goto('/make?tab=collection')
  await maker.page.getByLabel('Title', { exact: true }).fill('One of each')
  for (const { title } of items) await maker.page.getByRole('button', { name: `+ ${title}`, exact: true }).click()
  await maker.page.getByRole('button', { name: 'Publish', exact: true }).click()
  await maker.page.getByText('Published.').waitFor({ timeout: 60_000 })
  const { collections } = await maker.page.evaluate(() => fetch('/api/collections').then((answer) => answer.json()))
  const [{ key, puzzles }] = collections
  assert.equal(puzzles.length, items.length)

  const player = await shop.page({ viewport: { width: 1200, height: 900 } })
  const quitter = await shop.page({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  for (const [i, puzzle] of puzzles.entries()) {
    const { genre, solution, text } = items[i]
    assert.equal(puzzle.genre, genre)
    const moves = shop.nazo.call('replay', genre, '', text, solution)
    for (const { page } of [player, quitter]) {
      await page.goto(`/play/${genre}/${puzzle.key}?c=${key}`)
      await settled(page)
    }
    await player.page.waitForTimeout(600)
    await byHand[genre](player.page, moves)
    await player.page.getByRole('heading', { name: /Solved/ }).waitFor()
    await byHand[genre](quitter.page, moves.slice(0, 1))
    if (moves.length < 2) continue
    await quitter.page.waitForTimeout(400)
    await quitter.page.getByRole('button', { name: 'Give up' }).click()
    await quitter.page.getByRole('button', { name: 'Yes', exact: true }).click()
    await quitter.page.getByRole('heading', { name: /gave up|Given up/i }).waitFor()
  }
  for (const { page } of [player, quitter])
    await page.waitForFunction(() => JSON.parse(localStorage.getItem('nazo.outbox') ?? '[]').length === 0)

  await maker.page.goto(`/c/${key}`)
  await maker.page.getByRole('heading', { name: 'One of each' }).waitFor()
  await maker.page.screenshot({ path: `${artefacts}/six-title.png`, fullPage: true })
  for (const [i, { genre }] of puzzles.entries()) {
    await maker.page.getByRole('button', { name: 'Where people get stuck' }).nth(i).click()
    await maker.page.locator('.heat rect').first().waitFor({ timeout: 30_000 })
    const heat = await maker.page.evaluate(() => {
      const board = document.querySelector('.board svg.board').getBoundingClientRect()
      const inside = ({ left, right, top, bottom }) =>
        left > board.left - 2 && right < board.right + 2 && top > board.top - 2 && bottom < board.bottom + 2
      const spots = [...document.querySelectorAll('.heat rect')].map((one) => one.getBoundingClientRect())
      return {
        spots: spots.length,
        inside: spots.filter(inside).length,
        bars: document.querySelectorAll('.steps .bar').length,
      }
    })
    assert.ok(heat.spots > 0 && heat.inside === heat.spots, `${genre}: ${JSON.stringify(heat)}`)
    await maker.page
      .locator('section.card')
      .last()
      .screenshot({ path: `${artefacts}/six-stuck-${genre}.png` })
    await maker.page.getByRole('button', { name: 'Where people get stuck' }).nth(i).click()
  }

  const answer = await fetch(`${shop.server.address}/api/collections/${key}/booklet.pdf?form=booklet`)
  const file = `${artefacts}/six-booklet.pdf`
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  if (existsSync('/usr/bin/pdftotext')) {
    const paper = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' })
    for (const { title } of items) assert.ok(paper.includes(title), `${title} is on paper`)
  }
  for (const { troubles } of [maker, player, quitter]) assert.deepEqual(troubles, [])
})
