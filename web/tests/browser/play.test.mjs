// Every genre is played to its end in a real browser, by mouse, touch or keys; then rated, and the record is on the
// server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { artefacts, settled, workshop } from './harness.mjs'
import { byHand, byTouch } from './play.mjs'

const shop = workshop()
const { easiest } = shop
const solutionOf = async (genre, key) => (await shop.solutionOf(genre, key)).moves

for (const genre of Object.keys(byHand))
  for (const [name, options] of [
    ['desktop, in English', { viewport: { width: 1200, height: 900 }, colorScheme: 'light' }],
    [
      'phone, in Japanese',
      {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        colorScheme: 'dark',
        locale: 'ja-JP',
      },
    ],
  ])
    test(`${genre} is solved on a ${name}`, { timeout: 120_000 }, async () => {
      const { page, context, troubles } = await shop.page(options)
      // On the phone somebody who comes for the first time plays what such people are given, and by touch alone.
      const newcomer = !!options.hasTouch
      const key = newcomer ? (await shop.json(`/api/next?genre=${genre}`)).key : await easiest(genre)
      const moves = await solutionOf(genre, key)
      const hand = newcomer ? byTouch : byHand
      await page.goto(`/play/${genre}/${key}`)
      await settled(page)
      await page.screenshot({ path: `${artefacts}/${genre}-${name.split(',')[0]}-start.png` })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(overflow <= 0, `nothing sticks out sideways (${overflow})`)

      // The first move, taken back and redone by the buttons, changes nothing in the end.
      let touches = await hand[genre](page, moves.slice(0, 1))
      if (moves.length > 1) {
        await page.getByRole('button', { name: /^(Undo|一手戻す)$/ }).click()
        await page.getByRole('button', { name: /^(Redo|やり直す)$/ }).click()
      }
      touches += await hand[genre](page, moves.slice(1))
      await page.getByRole('heading', { name: /Solved|解けました/ }).waitFor({ timeout: 20_000 })
      // It is a puzzle of a minute, for hands that take a second for each touch and eyes that take one for each move.
      if (newcomer) console.log(`# ${genre}: ${moves.length} moves, ${touches} touches`)
      if (newcomer) assert.ok(touches + moves.length <= 60, `${moves.length} moves by ${touches} touches`)
      await page.screenshot({ path: `${artefacts}/${genre}-${name.split(',')[0]}-solved.png` })
      await page.getByRole('button', { name: /^4 (hard|難しい)$/ }).click()
      await page.waitForFunction(() => JSON.parse(localStorage.getItem('nazo.outbox') ?? '[]').length === 0, null, {
        timeout: 20_000,
      })
      const me = await page.evaluate(() => fetch('/api/me').then((answer) => answer.json()))
      assert.equal(me.plays.length, 1)
      assert.equal(me.plays[0].outcome, 'solved')
      assert.equal(me.plays[0].rating, 4)

      await page.getByRole('button', { name: /^(Next puzzle|次の問題)$/ }).click()
      await page.waitForURL((url) => url.pathname.startsWith(`/play/${genre}/`) && !url.pathname.endsWith(key))
      assert.deepEqual(troubles, [])
      await context.close()
    })

test('a half-played puzzle is there again after a reload, and hints come in grades', { timeout: 120_000 }, async () => {
  const { page, context, troubles } = await shop.page()
  const key = await easiest('superpuzz')
  const moves = await solutionOf('superpuzz', key)
  await page.goto(`/play/superpuzz/${key}`)
  await settled(page)
  await byHand.superpuzz(page, moves.slice(0, 2))
  const cards = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('g.card')]
        .map((g) => g.dataset.card + g.dataset.cell)
        .sort()
        .join(),
    )
  const before = await cards()
  await page.reload()
  await settled(page)
  assert.equal(await cards(), before)
  await page.getByRole('button', { name: 'Hint' }).click()
  await page.getByText('This can still be won.').waitFor()
  await page.getByRole('button', { name: 'Show the next step' }).click()
  await page
    .locator('.note')
    .getByText(/^Move /)
    .waitFor()
  await page.getByRole('button', { name: 'Why?' }).click()
  await page.getByText(/From here I know a way/).waitFor()
  await page.getByRole('button', { name: 'Give up' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('heading', { name: 'The solution' }).waitFor({ timeout: 60_000 })
  assert.deepEqual(troubles, [])
  await context.close()
})

test('a link holds the whole puzzle', { timeout: 60_000 }, async () => {
  const { page, context, troubles } = await shop.page({ permissions: ['clipboard-read', 'clipboard-write'] })
  const key = await easiest('sokoban')
  await page.goto(`/play/sokoban/${key}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('Link copied').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(link.length < 160, link)
  await page.goto('about:blank')
  await page.goto(link)
  await settled(page)
  await byHand.sokoban(page, await solutionOf('sokoban', key))
  await page.getByRole('heading', { name: /Solved/ }).waitFor()
  assert.deepEqual(troubles, [])
  await context.close()
})

test('somebody new is shown the next step without asking', { timeout: 60_000 }, async () => {
  const { page, context } = await shop.page()
  await page.goto('/')
  await page.getByRole('link', { name: 'Play: Sokoban' }).click()
  await page.locator('svg.board .beckon').waitFor({ timeout: 20_000 })
  await context.close()
})
