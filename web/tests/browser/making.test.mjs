// What a maker does besides drawing. One puzzle of every kind in one published collection: another browser plays them
// all to their end, a third gives up; paper has all of them; where people get stuck is drawn on every kind of board.
// What was ordered, opened or examined is there again after Back and a reload. An image is trimmed by hand.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { adminToken, artefacts, settled, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const desktop = { viewport: { width: 1280, height: 800 } }

test('six kinds in one collection: played, printed, and where they get stuck', { timeout: 300_000 }, async () => {
  const maker = await shop.page(desktop)
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
    await player.page.goto(`/play/${genre}/${puzzle.key}?c=${key}`)
    await settled(player.page)
    await player.page.waitForTimeout(400) // who has solved it sooner is a robot
    await byHand[genre](player.page, moves)
    await player.page.getByRole('heading', { name: /Solved/ }).waitFor()
  }
  // Giving up is the same for every kind: one is enough.
  const given = items.find(({ genre }) => genre === 'nonogram')
  const { genre, text, solution } = given
  await quitter.page.goto(`/play/${genre}/${puzzles[items.indexOf(given)].key}?c=${key}`)
  await settled(quitter.page)
  await byHand[genre](quitter.page, shop.nazo.call('replay', genre, '', text, solution).slice(0, 1))
  await quitter.page.getByRole('button', { name: 'Give up' }).click()
  await quitter.page.getByRole('button', { name: 'Yes', exact: true }).click()
  await quitter.page.getByRole('heading', { name: /^The solution/ }).waitFor()
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

/** Puts a file into the form that examines. */
const give = (page, name, text) =>
  page.locator('form input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const corridor = (length) => `${'#'.repeat(length + 5)}\n#@$${' '.repeat(length)}.#\n${'#'.repeat(length + 5)}\n`

test('what was opened and examined is there again after Back and a reload', { timeout: 120_000 }, async () => {
  const { context, page, troubles } = await shop.page(desktop)
  page.setDefaultTimeout(60_000)
  await page.goto('/make?tab=examine')
  await page.locator('form textarea').waitFor()
  // A table as `nazo analyze --csv` writes it, with a feature that is nobody's business here.
  const rows = [1, 2, 3].map((n) => `c${n},sokoban,${n},"${corridor(n)}",Corridor ${n}`)
  await give(page, 'levels.csv', `id,genre,pushes,puzzle,title\n${rows.join('\n')}\n`)
  const listed = () => page.waitForFunction(() => document.querySelectorAll('[data-result]').length === 3)
  await listed()
  await page.reload()
  await listed()
  await page.locator('[data-result] [data-do="examine"]').nth(1).click()
  const verdict = page.getByText('Solvable in 3 pushes, the fewest')
  await verdict.waitFor()
  await page.getByRole('heading', { name: 'Structure' }).waitFor()
  await page.locator('.structure svg').waitFor()
  await page.goBack()
  await listed()
  await page.goForward()
  await verdict.waitFor()
  // What is pasted takes the list's place, and is what comes back.
  await page.locator('form textarea').fill(corridor(4))
  await page.getByRole('button', { name: 'Examine', exact: true }).click()
  await page.getByText('Solvable in 5 pushes, the fewest').waitFor()
  await page.locator('.structure svg').waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.locator('svg.board').waitFor()
  const jobs = []
  page.on('request', (request) => request.method() === 'POST' && jobs.push(request.url()))
  await page.goBack()
  await page.getByText('Solvable in 5 pushes, the fewest').waitFor()
  await page.locator('.structure svg').waitFor()
  assert.deepEqual(
    jobs.filter((url) => url.endsWith('/api/jobs')),
    [],
    'nothing was worked out twice',
  )
  await give(page, 'broken.jsonl', '{"genre":"sokoban","puzzle":')
  await page.getByText(/Line 1: .*JSON/).waitFor()
  assert.deepEqual(troubles, [])
  await context.close()
})

test('an order that is left goes on, and is there when one comes back', { timeout: 120_000 }, async () => {
  const { context, page, troubles } = await shop.page(desktop)
  page.setDefaultTimeout(60_000)
  await page.goto('/make?tab=order')
  await page.locator('form select').first().selectOption('nonogram')
  await page.locator('input[type=number]').fill('4')
  await page.locator('form .primary').click()
  await page.waitForFunction(() => document.querySelectorAll('[data-result]').length >= 1)
  await page.locator('[data-result] button').first().click() // play, while the rest is being made
  await page.locator('svg.board').waitFor()
  await page.goBack()
  await page.waitForFunction(() => document.querySelectorAll('[data-result]').length === 4)
  // One that is kept is ordered again from the collection.
  await page.locator('[data-result] button').nth(1).click()
  await page.goto('/make?tab=collection')
  await page.locator('[data-result]').waitFor()
  await page.locator('[data-do="like"]').click()
  await page.waitForURL((url) => url.search === '?tab=order')
  await page.waitForFunction(() => document.querySelector('.bounds input')?.value !== '')
  assert.equal(await page.locator('form select').first().inputValue(), 'nonogram')
  assert.deepEqual(troubles, [])
  await context.close()
})

test('a study of puzzles that were drawn, and what is said of files that do not fit', { timeout: 60_000 }, async () => {
  const { context, page, troubles } = await shop.page(desktop)
  await page.goto('/draw/sokoban')
  await page.locator('svg.board').waitFor()
  const open = page.locator('label.file', { hasText: 'Open a file' }).locator('input')
  await open.setInputFiles({ name: 'a.xsb', mimeType: 'text/plain', buffer: Buffer.from(corridor(3)) })
  await page.locator('.actions .primary:enabled').click()
  await page.getByRole('link', { name: 'Put in order, publish, print' }).waitFor()
  await page.goto('/research')
  await page.getByLabel('Admin token').fill(adminToken)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('combobox', { name: 'Puzzle' }).selectOption('sokoban')
  await page.getByRole('button', { name: 'From my collection (1)' }).click()
  await page.getByText('1 puzzle added to the workshop.').waitFor()
  const bring = (name, text) =>
    page.getByLabel('From a file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const row = (n) => `c${n},sokoban,"${corridor(n)}",Corridor ${n}\n`
  await bring('two.csv', `id,genre,puzzle,title\n${row(4)}${row(5)}`)
  await page.getByText('2 puzzles added to the workshop.').waitFor()
  await page.getByText('Corridor 5').waitFor()
  await bring('mate.jsonl', '{"genre":"tsume","puzzle":"4k4/9/4P4/9/9/9/9/9/9 b G 1"}\n')
  await page.getByText('The puzzles of this file are of another kind: Tsume-shogi.').waitFor()
  await bring('big.xsb', '#'.repeat(10_000_000))
  await page.getByText('This file has 10 MB.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('own')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: /\/study\/own$/ }).waitFor()
  const { studies } = await shop.json('/api/studies', { headers: { 'X-Nazo-Admin': adminToken } })
  assert.equal(studies.find(({ key }) => key === 'own').count, 3)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('an image is trimmed by hand', { timeout: 60_000 }, async () => {
  const { context, page, troubles } = await shop.page({ ...desktop, hasTouch: true })
  await page.goto('/draw/nonogram')
  await page.locator('svg.board').waitFor()
  // Two black squares beside each other, as an image that every browser draws.
  const image = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [200, 100]
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 200, 100)
    pen.fillStyle = '#000'
    pen.fillRect(10, 10, 80, 80)
    pen.beginPath()
    pen.arc(150, 50, 40, 0, 7)
    pen.fill()
    return canvas.toDataURL('image/png').split(',')[1]
  })
  await page
    .locator('.trace input[type=file]')
    .setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: Buffer.from(image, 'base64') })
  const size = () => page.locator('[data-side] output').allInnerTexts()
  const trim = page.locator('.trim svg')
  await trim.waitFor()
  assert.deepEqual(await size(), ['9', '20'])
  const box = await trim.boundingBox()
  // Drawn over within the square: everything is black.
  await page.mouse.move(box.x + box.width * 0.09, box.y + box.height * 0.18)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5, { steps: 3 })
  await page.mouse.move(box.x + box.width * 0.42, box.y + box.height * 0.84, { steps: 3 })
  await page.mouse.up()
  await page.waitForFunction(() => document.querySelectorAll('svg.board g[data-value="#"]').length === 400)
  await page.screenshot({ path: `${artefacts}/making-trim.png` })
  // By keys: the right side moves on.
  await page.getByRole('slider', { name: 'Right and bottom side' }).focus()
  for (let i = 0; i < 12; ++i) await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => document.querySelectorAll('svg.board g[data-value="#"]').length < 400)
  await page.getByRole('button', { name: 'Whole image' }).click()
  assert.deepEqual(await size(), ['9', '20'])
  assert.deepEqual(troubles, [])
  await context.close()
})
