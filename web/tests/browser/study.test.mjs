// A study from its creation to its regression: two participants, one of them on a phone that loses its connection and
// is reloaded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminToken, artefacts, settled, workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const { json } = shop
const admin = { headers: { 'X-Nazo-Admin': adminToken } }

async function solveShown(page) {
  // Which puzzle is shown stands in what the page keeps of the study.
  const { puzzles, at } = await page.evaluate(() => JSON.parse(localStorage.getItem('nazo.study.first')))
  const { key, text } = puzzles[at]
  const { solution } = shop.nazo.call('solve', 'sokoban', '', text, '20 - -')
  // At the pace of hands: what a robot plays is no evidence.
  await byHand.sokoban(page, shop.nazo.call('replay', 'sokoban', '', text, solution), 70)
  await page.getByRole('heading', { name: /Solved/ }).waitFor()
  return key
}

test('a study by two participants, one of them offline for a while, then its fit', { timeout: 240_000 }, async () => {
  const { page: desk, troubles: deskTroubles } = await shop.page({ viewport: { width: 1200, height: 1000 } })
  await desk.goto('/research')
  await desk.getByLabel('Admin token').fill('wrong')
  await desk.getByRole('button', { name: 'Enter' }).click()
  await desk.getByRole('alert').waitFor()
  await desk.getByLabel('Admin token').fill(adminToken)
  await desk.getByRole('button', { name: 'Enter' }).click()
  await desk.getByLabel('Name', { exact: true }).fill('first')
  await desk.getByLabel('Title for participants').fill('Boxes')
  await desk.getByRole('combobox', { name: 'Puzzle' }).selectOption('sokoban')
  await desk.getByLabel('Ask to compare all pairs').check()
  const boxes = desk.locator('.pick input')
  await boxes.nth(2).waitFor()
  for (let i = 0; i < 3; ++i) await boxes.nth(i).check()
  await desk.getByRole('button', { name: 'Create' }).click()
  await desk.getByRole('link', { name: /\/study\/first$/ }).waitFor()
  assert.ok(!desk.url().includes(adminToken))

  for (const who of ['desk', 'phone']) {
    const phone = who === 'phone'
    const { page, context, troubles } = await shop.page(
      phone ? { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } : {},
    )
    await page.goto('/study/first')
    await page.getByRole('button', { name: 'I agree and begin' }).click()
    await page.getByRole('button', { name: 'now and then' }).click()
    for (let i = 0; i < 3; ++i) {
      await page.getByRole('heading', { name: `Puzzle ${i + 1} of 3` }).waitFor()
      if (phone && i === 1) {
        // The service worker must be in charge before the connection goes.
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 20_000 })
        await context.setOffline(true)
        await page.reload()
        await page.getByRole('heading', { name: 'Puzzle 2 of 3' }).waitFor()
      }
      await solveShown(page)
      await page.screenshot({ path: `${artefacts}/study-${who}-${i}.png` })
      await page.getByRole('button', { name: /^3/ }).click()
      await page.getByRole('button', { name: 'Go on' }).click()
    }
    for (let pair = 0; pair < 3; ++pair) {
      await page.getByText(`${pair + 1} / 3`).waitFor()
      await page.getByRole('button', { name: 'the same' }).click()
    }
    if (phone) {
      await page.getByRole('heading', { name: /wait for a connection/ }).waitFor()
      assert.equal((await json('/api/studies/first/progress', admin)).plays, 4, 'nothing could be sent while offline')
      await context.setOffline(false)
    }
    await page.getByRole('heading', { name: 'Everything is recorded' }).waitFor({ timeout: 40_000 })
    await page.screenshot({ path: `${artefacts}/study-${who}-thanks.png` })
    assert.deepEqual(troubles, [])
    await context.close()
  }

  const progress = await json('/api/studies/first/progress', admin)
  assert.equal(progress.plays, 6, 'each play once')
  assert.equal(progress.comparisons, 6)
  assert.deepEqual(
    progress.participants.map((p) => [p.number, p.finished, p.solved, p.answers.experience]),
    [
      [0, 3, 3, 2],
      [1, 3, 3, 2],
    ],
  )
  const fit = await json('/api/studies/first/fit?target=time&predictors=pushes', admin)
  assert.equal(fit.plays, 6)
  assert.equal(fit.points.filter((p) => p.index !== null).length, 3)
  await desk.reload()
  await desk.getByRole('button', { name: 'first' }).click()
  await desk.locator('table[data-table=puzzles]').waitFor()
  await desk.screenshot({ path: `${artefacts}/research.png`, fullPage: true })
  assert.deepEqual(deskTroubles, [])
})

test('a play that could not be sent is sent once, later', { timeout: 120_000 }, async () => {
  const { page, context } = await shop.page()
  const { puzzles } = await json('/api/puzzles?genre=sokoban&limit=1')
  await page.goto(`/play/sokoban/${puzzles[0].key}`)
  await settled(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 20_000 })
  await context.setOffline(true)
  const { text } = await json(`/api/puzzles/${puzzles[0].key}`)
  await byHand.sokoban(
    page,
    shop.nazo.call('replay', 'sokoban', '', text, shop.nazo.call('solve', 'sokoban', '', text, '20 - -').solution),
  )
  await page.getByRole('heading', { name: /Solved/ }).waitFor()
  await page.getByText(/1 play waits to be sent/).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /Solved/ }).waitFor()
  await context.setOffline(false)
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('nazo.outbox') ?? '[]').length === 0, null, {
    timeout: 40_000,
  })
  const me = await page.evaluate(() => fetch('/api/me').then((answer) => answer.json()))
  assert.equal(me.plays.length, 1)
  await context.close()
})
