// A study of puzzles that were brought in a file, done by three participants: one at a desk, one who is interrupted and
// comes back, one on a phone in Japanese. Its tables are held against `nazo fit` on the export, cell by cell.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { adminToken, artefacts, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const { json } = shop
const admin = { headers: { 'X-Nazo-Admin': adminToken } }
const nazo = fileURLToPath(new URL('../../../build/nazo', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'nazo-research-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Corridors of different lengths: whoever pushes to the end has solved them. */
const corridor = (length) => `${'#'.repeat(length + 5)}\n#@$${' '.repeat(length)}.#\n${'#'.repeat(length + 5)}\n`
const levels = [1, 2, 4, 6].map((length) => `; Corridor ${length}\n${corridor(length)}`).join('\n')

async function enter(page) {
  await page.goto('/research')
  const token = page.getByLabel(/Admin token|管理トークン/)
  await token.waitFor()
  await token.fill(adminToken)
  await page.getByRole('button', { name: /^(Enter|入る)$/ }).click()
}
async function solveShown(page, pause) {
  const { puzzles, at } = await page.evaluate(() => JSON.parse(localStorage.getItem('nazo.study.drawn')))
  const { text } = puzzles[at]
  const { solution } = shop.nazo.call('solve', 'sokoban', '', text, '20 - -')
  await byHand.sokoban(page, shop.nazo.call('replay', 'sokoban', '', text, solution), pause)
  await page.getByRole('heading', { name: /Solved|正解|解け/ }).waitFor()
}
/** The rows of a table as the page shows them. */
const shownTable = (page, name) =>
  page
    .locator(`table[data-table=${name}]`)
    .evaluate((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
    )

test('a study from a file, three participants, and the tables of nazo fit', { timeout: 400_000 }, async () => {
  const { page, troubles } = await shop.page({ viewport: { width: 1200, height: 1000 } })
  await enter(page)
  await page.getByLabel('Name', { exact: true }).fill('drawn')
  await page.getByLabel('Title for participants').fill('Corridors <script>alert(1)</script>')
  await page.getByRole('combobox', { name: 'Puzzle' }).selectOption('sokoban')
  await page.getByLabel('Ask to compare all pairs').check()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('fixed')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Choose at least one puzzle.').waitFor()
  await page
    .getByLabel('From a file')
    .setInputFiles({ name: 'broken.sok', mimeType: 'text/plain', buffer: Buffer.from('??') })
  await page.locator('form [role=alert]').waitFor()
  await page
    .getByLabel('From a file')
    .setInputFiles({ name: 'corridors.sok', mimeType: 'text/plain', buffer: Buffer.from(levels) })
  await page.getByText('4 puzzles added to the workshop.').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: /\/study\/drawn$/ }).waitFor()

  // What is missing is said truly.
  await page.getByRole('button', { name: 'Regression: time' }).click()
  await page.getByText('No finished play counts yet').waitFor()
  await page.getByRole('button', { name: 'Comparisons' }).click()
  await page.getByText('Nobody has compared puzzles').waitFor()

  // The preview leaves nothing behind.
  await page.getByRole('link', { name: 'Preview as a participant' }).click()
  await page.getByText('Nothing is recorded').waitFor()
  await page.getByRole('button', { name: 'I agree and begin' }).click()
  await page.getByRole('button', { name: 'never played' }).click()
  await page.getByRole('heading', { name: 'Puzzle 1 of 4' }).waitFor()
  await byHand.sokoban(page, 'RR'.split(''), 60)
  await page.getByRole('heading', { name: /Solved/ }).waitFor()
  await page.screenshot({ path: `${artefacts}/research-preview.png` })
  assert.equal((await json('/api/studies/drawn/progress', admin)).participants.length, 0)
  assert.equal((await json('/api/studies/drawn/progress', admin)).plays, 0)
  await page.getByRole('link', { name: 'Studies' }).click()

  for (const who of ['desk', 'interrupted', 'phone']) {
    const phone = who === 'phone'
    const visitor = await shop.page(
      phone ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'ja-JP' } : {},
    )
    const one = visitor.page
    await one.goto('/study/drawn')
    await one.getByRole('button', { name: /I agree|同意/ }).click()
    await one.getByRole('button', { name: /now and then|ときどき/ }).click()
    for (let i = 0; i < 4; ++i) {
      await one.getByRole('heading', { name: new RegExp(`Puzzle ${i + 1} of 4|${i + 1} 題目`) }).waitFor()
      if (who === 'interrupted' && i === 2) {
        // In the middle of a puzzle the browser is closed and opened again.
        await one.locator('svg.board').focus()
        await one.keyboard.press('ArrowRight')
        await one.waitForTimeout(100)
        await one.reload()
        await one.getByRole('heading', { name: 'Puzzle 3 of 4' }).waitFor()
        await one.getByRole('button', { name: /Undo/ }).click()
      }
      if (phone && i === 3) {
        await one.locator('svg.board').focus()
        await one.keyboard.press('ArrowRight')
        await one.getByRole('button', { name: /降参/ }).click()
        await one.getByRole('button', { name: 'はい' }).click()
        await one.getByRole('heading', { name: /降参/ }).waitFor()
      } else await solveShown(one, 80 + 60 * i)
      await one.getByRole('button', { name: new RegExp(`^${i + 1}`) }).click()
      await one.getByRole('button', { name: /Go on|次へ/ }).click()
    }
    for (let pair = 0; pair < 6; ++pair) {
      await one.getByText(`${pair + 1} / 6`).waitFor()
      await one.getByRole('button', { name: pair % 2 ? /^(right|右)$/ : /the same|同じ/ }).click()
    }
    await one.getByRole('heading', { name: /Everything is recorded|すべて記録/ }).waitFor({ timeout: 40_000 })
    assert.deepEqual(visitor.troubles, [])
    await visitor.context.close()
  }

  // The tables, as the page shows them.
  await page.goto('/research?study=drawn')
  await page.locator('table[data-table=plays]').waitFor()
  const puzzles = await shownTable(page, 'puzzles')
  assert.equal(puzzles.length, 4)
  assert.deepEqual(
    puzzles.map((row) => row.slice(1, 4)),
    [...Array(3).fill(['3', '3', '0']), ['3', '2', '1']],
  )
  const people = await shownTable(page, 'participants')
  assert.deepEqual(
    people.map((row) => row.slice(0, 4)),
    [
      ['1', '2', '4', '4'],
      ['2', '2', '4', '4'],
      ['3', '2', '4', '3'],
    ],
  )
  assert.equal((await shownTable(page, 'plays')).length, 12)
  assert.equal((await shownTable(page, 'comparisons')).length, 18)
  await page.screenshot({ path: `${artefacts}/research-tables.png`, fullPage: true })

  // The same as nazo fit says on the export, to the last digit.
  const lines = await (await fetch(`${shop.server.address}/api/studies/drawn/export`, admin)).text()
  writeFileSync(join(folder, 'export.jsonl'), lines)
  const run = (...words) => execFileSync(nazo, words, { encoding: 'utf8' })
  const copy = join(folder, 'copy.db')
  run('study', 'import', join(folder, 'export.jsonl'), '--store', copy)
  for (const target of ['time', 'success']) {
    const said = run('fit', '--study', 'drawn', '--store', copy, '--target', target, '--predictors', 'pushes', '--json')
    const answer = await json(`/api/studies/drawn/account?what=${target}&predictors=pushes`, admin)
    const table = answer.account.parts.find((part) => part.table?.name === 'fits').table
    assert.deepEqual(
      table.rows,
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      target,
    )
  }
  const compared = run('fit', '--study', 'drawn', '--store', copy, '--target', 'comparisons', '--json')
  const strengths = compared
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => 'strength' in line)
  const answer = await json('/api/studies/drawn/account?what=comparisons', admin)
  assert.deepEqual(answer.account.parts.find((part) => part.table?.name === 'strengths').table.rows, strengths)

  await page.getByRole('button', { name: 'Regression: time' }).click()
  await page.getByRole('checkbox', { name: 'pushes', exact: true }).check()
  await page.locator('img.chart').waitFor()
  const text = run('fit', '--study', 'drawn', '--store', copy, '--target', 'time', '--predictors', 'pushes')
  for (const cell of (await shownTable(page, 'fits'))[0].slice(2)) assert.ok(text.includes(cell), `${cell} in ${text}`)
  await page.screenshot({ path: `${artefacts}/research-time.png`, fullPage: true })
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page
      .locator('section', { has: page.locator('table[data-table=fits]') })
      .getByRole('button', { name: 'CSV' })
      .click(),
  ])
  assert.match(csv.suggestedFilename(), /drawn-time-fits\.csv$/)
  const [svg] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download SVG' }).first().click(),
  ])
  assert.match(svg.suggestedFilename(), /\.svg$/)
  await page.getByRole('button', { name: 'Comparisons' }).click()
  await page.locator('table[data-table=strengths]').waitFor()
  await page.screenshot({ path: `${artefacts}/research-comparisons.png`, fullPage: true })

  // A play watched again: the board goes where its player went.
  await page.getByRole('button', { name: 'Tables' }).click()
  await page.locator('table[data-table=plays]').getByRole('button', { name: 'Watch' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('svg.board').waitFor()
  const events = dialog.locator('.line g.event')
  const count = await events.count()
  assert.ok(count >= 2)
  await events.last().click()
  await dialog.locator('[aria-live]', { hasText: ' s before ' }).first().waitFor()
  assert.equal(await dialog.locator('.line g.event.past').count(), count)
  await page.screenshot({ path: `${artefacts}/research-watch.png` })
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Japanese, dark, on a phone.
  const small = await shop.page({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'ja-JP',
    colorScheme: 'dark',
  })
  await enter(small.page)
  await small.page.getByRole('button', { name: 'drawn' }).click()
  await small.page.locator('table[data-table=participants]').waitFor()
  await small.page.getByRole('button', { name: '回帰：時間' }).click()
  await small.page.locator('img.chart').waitFor()
  const wide = await small.page.evaluate(() => document.documentElement.scrollWidth - 390)
  assert.ok(wide <= 0, `${wide} pixels too wide`)
  await small.page.screenshot({ path: `${artefacts}/research-phone-dark.png`, fullPage: true })
  await small.context.close()

  // Closing is asked twice.
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  assert.equal((await json('/api/studies/drawn')).closed, false)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await page.getByText('(closed)').waitFor()
  assert.equal((await json('/api/studies/drawn')).closed, true)
  assert.deepEqual(troubles, [])
})
