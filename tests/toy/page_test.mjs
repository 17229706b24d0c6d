// A copy of the toy genre on the page, in a real browser: found in the lists, played to its end by clicks and by keys,
// with a hint. docs/ADD_A_GENRE.md makes the copy, and tools/add_a_genre_test runs this in it.
//   node --test page_test.mjs          with the board of its own folder on the page
//   NAZO_BOARD=plain node --test …     without that folder: the plain board and the English facts
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { adminToken, newPage, startBrowser, startServer } from '../../web/tests/browser/harness.mjs'

const plain = process.env.NAZO_BOARD === 'plain'
let server, browser, key
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nazo-toy-'))
  server = await startServer({ folder, options: ['--no-starter'] })
  browser = await startBrowser()
  const answer = await fetch(`${server.address}/api/puzzles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Nazo-Admin': adminToken },
    body: JSON.stringify({ genre: 'lights', title: 'Two plus', text: '.*.\n***\n.*.\n' }),
  })
  key = (await answer.json()).keys[0]
})
after(async () => {
  await browser?.close()
  await server?.kill()
  server?.clean()
})

for (const [locale, title] of [
  ['en-GB', plain ? 'Lights (a toy)' : 'Lights'],
  ['ja-JP', plain ? 'Lights (a toy)' : '消灯パズル'],
])
  test(`it is in the lists and played, ${locale}`, { timeout: 120_000 }, async () => {
    const { page, context, troubles } = await newPage(browser, server.address, { locale })
    await page.goto('/browse')
    await page.locator('select option', { hasText: title }).first().waitFor({ state: 'attached' })
    await page.goto(`/play/lights/${key}`)
    await page.locator('svg.board').waitFor()
    assert.equal(await page.locator('svg.board.lamps').count(), plain ? 0 : 1)
    assert.equal(await page.locator('main h1 a').textContent(), title)

    // A wrong press, taken back; then a hint in all its grades; then the right one, by keys.
    await page.locator('svg.board [data-cell="1,1"]').click()
    await page.keyboard.press('u')
    for (let grade = 0; grade < 3; ++grade) {
      await page.keyboard.press('h')
      await page.locator('.notes .note span').waitFor()
      await page.waitForFunction(() => !/Thinking|考えて/.test(document.querySelector('.notes').textContent))
    }
    const hint = await page.locator('.notes .note span').textContent()
    if (locale === 'en-GB') assert.equal(hint, 'Press 2,2: it is one of 1 presses that finish it.')
    else if (plain) assert.equal(hint, '次の一手：2,2')
    else assert.match(hint, /^2行2列の明かりを押します。ここを含む1か所を押せば/)
    await page.locator('svg.board').focus()
    for (const name of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(name)
    await page.getByRole('heading', { name: /Solved|解けました/ }).waitFor()

    // Makers meet it too.
    await page.goto('/make')
    await page.locator('select').first().selectOption('lights')
    await page.locator('form button.plain').first().click()
    await page.locator('.features dt').first().waitFor()
    const feature = await page.locator('.features dt').first().textContent()
    assert.equal(feature, locale === 'ja-JP' && !plain ? '最少手数' : 'length')
    assert.deepEqual(troubles, [])
    await context.close()
  })
