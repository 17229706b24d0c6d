// A collection: made and published in one browser, played by another, printed, looked at for where people get stuck,
// and taken down while somebody plays.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { adminToken, artefacts, settled, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const title = 'Rainy days <img src=x onerror=alert(1)>'

/** Puzzles that the maker has kept in the browser, as the editors and the generator keep them. */
async function fillShelf(page) {
  const sokoban = '#########\n#   @   #\n# $ $   #\n# .   . #\n#########\n'
  const solved = shop.nazo.call('solve', 'sokoban', '', sokoban, '20 - -')
  const items = [
    { id: 'a', genre: 'sokoban', text: sokoban, title: 'Two stones', solution: solved.solution, difficulty: 20 },
  ]
  const [facts] = shop.nazo.call('genres', 'nonogram')
  const { text } = facts.examples.find(({ solvable }) => solvable)
  items.push({ id: 'b', genre: 'nonogram', text, title: 'A picture', solution: '', difficulty: 10 })
  await page.evaluate((kept) => localStorage.setItem('nazo.collection', JSON.stringify(kept)), items)
  return solved.solution
}

test('published by one, played by another, printed, and where they get stuck', { timeout: 400_000 }, async () => {
  const maker = await shop.page({ viewport: { width: 1200, height: 1000 } })
  await maker.page.goto('/')
  const solution = await fillShelf(maker.page)
  await maker.page.goto('/make?tab=collection')
  await maker.page.getByLabel('Title', { exact: true }).fill(title)
  await maker.page.getByLabel('By', { exact: true }).fill('A maker')
  await maker.page.getByLabel('A few words').fill('Two puzzles for a rainy afternoon.\nTake your time.')
  await maker.page.getByRole('button', { name: '+ A picture' }).click()
  await maker.page.getByRole('button', { name: '+ Two stones' }).click()
  await maker.page.getByRole('button', { name: 'Up' }).nth(1).click()
  // What was written is there again after a reload.
  await maker.page.reload()
  assert.equal(await maker.page.getByLabel('Title', { exact: true }).inputValue(), title)
  assert.equal(await maker.page.getByLabel('1: Title').inputValue(), 'Two stones')
  await maker.page.getByRole('button', { name: 'Keep private' }).click()
  await maker.page.getByText('Saved.').waitFor({ timeout: 30_000 })
  const { collections } = await maker.page.evaluate(() => fetch('/api/collections').then((answer) => answer.json()))
  assert.equal(collections.length, 1)
  const [{ key }] = collections

  // The picture came without a solution: now it has one, for the booklet and for where people get stuck.
  assert.deepEqual(
    collections[0].puzzles.map((puzzle) => puzzle.has_solution),
    [true, true],
  )
  // Another collection is begun; what is not saved of this one can be gone on with.
  await maker.page.getByLabel('By', { exact: true }).fill('A maker of puzzles')
  await maker.page.getByRole('button', { name: 'New collection' }).click()
  assert.equal(await maker.page.getByLabel('Title', { exact: true }).inputValue(), '')
  await maker.page.screenshot({ path: `${artefacts}/publish-unfinished.png`, fullPage: true })
  await maker.page.getByRole('button', { name: 'Go on with it' }).click()
  assert.equal(await maker.page.getByLabel('By', { exact: true }).inputValue(), 'A maker of puzzles')
  await maker.page.getByRole('button', { name: 'Back to what is saved' }).click()
  assert.equal(await maker.page.getByLabel('By', { exact: true }).inputValue(), 'A maker')
  // What is taken off the shelf by mistake is put back.
  await maker.page.getByRole('button', { name: 'Remove', exact: true }).first().click()
  await maker.page.getByRole('button', { name: 'Put it back' }).click()
  assert.equal(await maker.page.evaluate(() => JSON.parse(localStorage.getItem('nazo.collection')).length), 2)

  const player = await shop.page(phone)
  await player.page.goto(`/c/${key}`)
  await player.page.getByText('it is private, or was taken down').waitFor()
  // Published twice, it is one collection.
  await maker.page.getByRole('button', { name: 'Publish', exact: true }).click()
  await maker.page.getByText('Published.').waitFor({ timeout: 30_000 })
  await maker.page.getByRole('button', { name: 'Publish', exact: true }).click()
  await maker.page.getByText('Published.').waitFor({ timeout: 30_000 })
  assert.equal(
    (await maker.page.evaluate(() => fetch('/api/collections').then((answer) => answer.json()))).collections.length,
    1,
  )
  await maker.page.screenshot({ path: `${artefacts}/publish-make.png`, fullPage: true })

  // Something else is begun meanwhile.
  await maker.page.getByRole('button', { name: 'New collection' }).click()
  await maker.page.getByLabel('Title', { exact: true }).fill('Something else')

  await player.page.goto(`/c/${key}`)
  await player.page.getByRole('heading', { name: title }).waitFor()
  await player.page.screenshot({ path: `${artefacts}/publish-title-phone.png`, fullPage: true })
  await player.page.getByRole('link', { name: 'Begin' }).click()
  await settled(player.page)
  const { text } = await shop.json(`/api/puzzles/${/sokoban-[0-9a-f]+/.exec(player.page.url())[0]}`)
  const moves = shop.nazo.call('replay', 'sokoban', '', text, solution)
  await byHand.sokoban(player.page, moves.slice(0, 3), 90)
  await player.page.waitForTimeout(1500)
  await byHand.sokoban(player.page, moves.slice(3), 90)
  await player.page.getByRole('heading', { name: /Solved/ }).waitFor()
  await player.page.getByRole('link', { name: /^Next in/ }).waitFor()
  await player.page.screenshot({ path: `${artefacts}/publish-solved-phone.png` })
  await player.page.getByRole('link', { name: /^Next in/ }).click()
  await settled(player.page)
  assert.match(player.page.url(), /\/play\/nonogram\//)
  // Another one gives up after two moves.
  const other = await shop.page({ locale: 'ja-JP', colorScheme: 'dark' })
  await other.page.goto(`/c/${key}`)
  await other.page.getByRole('link', { name: '始める' }).click()
  await settled(other.page)
  await byHand.sokoban(other.page, moves.slice(0, 2), 90)
  await other.page.getByRole('button', { name: '降参' }).click()
  await other.page.getByRole('button', { name: 'はい' }).click()
  await other.page.waitForFunction(() => JSON.parse(localStorage.getItem('nazo.outbox') ?? '[]').length === 0)
  await other.page.goto(`/c/${key}`)
  await other.page.getByRole('heading', { name: title }).waitFor()
  await other.page.screenshot({ path: `${artefacts}/publish-title-dark.png`, fullPage: true })

  // Where they get stuck, drawn on the board.
  await maker.page.goto(`/c/${key}`)
  await maker.page.getByText('1 solved, 1 given up, 0 left').waitFor()
  await maker.page.getByRole('button', { name: 'Where people get stuck' }).first().click()
  await maker.page.locator('.heat rect').first().waitFor({ timeout: 30_000 })
  assert.ok((await maker.page.locator('.heat rect').count()) >= moves.length / 2)
  assert.equal(await maker.page.locator('.heat .failed').count(), 1)
  const map = await maker.page.evaluate(
    ([collection, puzzle]) => fetch(`/api/collections/${collection}/plays/${puzzle}`).then((answer) => answer.json()),
    [key, /sokoban-[0-9a-f]+/.exec((await shop.json(`/api/collections/${key}`)).puzzles[0].key)[0]],
  )
  assert.equal(map.steps[2].failed, 1)
  const slowest = map.steps.reduce((a, b, i) => (b.seconds > map.steps[a].seconds ? i : a), 0)
  assert.equal(slowest, 3, 'somebody thought there for a second and a half')
  await maker.page.screenshot({ path: `${artefacts}/publish-stuck.png`, fullPage: true })
  await maker.page.emulateMedia({ colorScheme: 'dark' })
  await maker.page.waitForTimeout(300)
  await maker.page.screenshot({ path: `${artefacts}/publish-stuck-dark.png`, fullPage: true })
  // From its page it is this collection that is edited, whatever else was begun.
  await maker.page.getByRole('link', { name: 'Edit' }).click()
  await maker.page.waitForFunction((wanted) => document.querySelector('input[required]')?.value === wanted, title)
  await maker.page.getByText('Something else').waitFor()
  assert.equal(
    await other.page.evaluate((k) => fetch(`/api/collections/${k}/plays`).then((answer) => answer.status), key),
    404,
    'that is its maker’s',
  )

  // On paper.
  for (const [form, pages] of [
    ['booklet', 2],
    ['sheet', 1],
  ]) {
    const answer = await fetch(`${shop.server.address}/api/collections/${key}/booklet.pdf?form=${form}`)
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const file = `${artefacts}/publish-${form}.pdf`
    ;(await import('node:fs')).writeFileSync(file, bytes)
    assert.match(bytes.toString('latin1'), new RegExp(`/Count ${pages}\\b`))
    if (existsSync('/usr/bin/pdftoppm')) execFileSync('pdftoppm', ['-r', '60', '-png', file, file.replace('.pdf', '')])
    if (existsSync('/usr/bin/pdftotext') && form === 'booklet')
      assert.match(execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }), /Rainy days <img/)
  }

  // The administrator takes it down while the player is in the middle of the second puzzle.
  const { page: desk } = await shop.page({ viewport: { width: 1100, height: 900 } })
  await desk.goto('/research')
  await desk.getByLabel('Admin token').fill(adminToken)
  await desk.getByRole('button', { name: 'Enter' }).click()
  await desk.getByRole('button', { name: 'Take down' }).click()
  await desk.getByLabel('Reason, for its maker').fill('a test')
  await desk.getByRole('button', { name: 'Yes', exact: true }).click()
  await desk.getByText('taken down by the administrator').waitFor()
  await player.page.getByRole('button', { name: 'Give up' }).click()
  await player.page.getByRole('button', { name: 'Yes', exact: true }).click()
  await player.page.waitForFunction(() => JSON.parse(localStorage.getItem('nazo.outbox') ?? '[]').length === 0)
  const me = await player.page.evaluate(() => fetch('/api/me').then((answer) => answer.json()))
  assert.equal(me.plays.length, 2, 'both plays were kept')
  await player.page.goto(`/c/${key}`)
  await player.page.getByText('it is private, or was taken down').waitFor()
  await maker.page.goto('/make?tab=collection')
  await maker.page.getByText('taken down by the administrator: a test').waitFor()
  for (const { troubles } of [maker, player, other]) assert.deepEqual(troubles, [])
})
