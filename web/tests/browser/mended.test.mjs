// What was once wrong with the page and a newcomer stumbled over, in both languages: addresses that lead nowhere,
// titles that do not follow, words that are missing or a machine's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { link } from './big.mjs'
import { artefacts, settled, until, workshop } from './harness.mjs'

const shop = workshop()
const desk = { viewport: { width: 1280, height: 800 } }
const languages = [
  ['en-GB', 0],
  ['ja-JP', 1],
]
/** A page whose words are looked up by [English, Japanese]. */
async function inLanguage([locale, which], options = desk) {
  const found = await shop.page({ ...options, locale })
  const { page } = found
  const open = async (path) => {
    await page.goto('about:blank')
    await page.goto(path)
    await settled(page)
  }
  return { ...found, open, say: (...both) => both[which], heading: (...both) => heading(page, both[which]) }
}
const heading = (page, name) => page.getByRole('heading', { name }).waitFor({ timeout: 20_000 })

for (const language of languages)
  test(`addresses that lead nowhere say so, and titles follow (${language[0]})`, { timeout: 120_000 }, async () => {
    const { page, context, say } = await inLanguage(language)
    const noKind = say('There is no such kind of puzzle.', 'この種類のパズルはありません。')
    const words = {
      '/play/chess': noKind,
      '/play/chess/1': noKind,
      '/play/constructor': noKind,
      '/play/toString/x': noKind,
      '/s/chess#broken': noKind,
      '/s/sokoban#broken': say('This link is broken', 'リンクが壊れていて'),
      '/play/sokoban/none': say('Sokoban', '倉庫番'),
      '/c/none': say('This collection is not here', 'このコレクションは非公開か'),
      '/nowhere': say('There is nothing at this address.', 'このページは見つかりません。'),
      '/nowhere/deeper.html': say('There is nothing at this address.', 'このページは見つかりません。'),
    }
    for (const [path, said] of Object.entries(words)) {
      await page.goto('about:blank')
      await page.goto(path)
      const found = page.getByRole('heading', { level: 1 })
      await found.waitFor({ timeout: 20_000 })
      await page.waitForFunction((text) => document.querySelector('h1')?.innerText.includes(text), said.slice(0, 8))
      // A way home, and the tab says what the page says.
      assert.ok((await page.locator('main a').count()) > 0, path)
      const title = await page.title()
      assert.ok(title.includes(said.slice(0, 8)), `${path}: ${title}`)
      // Nothing is blank: the frame of every page is around it.
      assert.ok(await page.locator('header a.name').isVisible(), path)
    }
    await page.goto('/')
    await page.waitForFunction((text) => document.title.includes(text), say('Quiet puzzles', '静かなパズル'))
    await page.getByRole('link', { name: say('Play: Sokoban', '遊ぶ: 倉庫番') }).click()
    await page.waitForFunction((text) => document.title.includes(text), say('Sokoban', '倉庫番'))
    for (const [way, title] of [
      [say('Browse', '一覧'), say('Browse', '一覧')],
      [say('Make', '作る'), say('Workshop', '工房')],
      [say('My page', 'マイページ'), say('My page', 'マイページ')],
    ]) {
      await page.locator('header nav').getByRole('link', { name: way }).click()
      await page.waitForFunction((text) => document.title.includes(text), title)
    }
    await context.close()
  })

for (const language of languages)
  test(
    `a pasted puzzle is shared and rated; every button has words (${language[0]})`,
    { timeout: 120_000 },
    async () => {
      const { page, context, open, say, heading, troubles } = await inLanguage(language)
      await page.goto('/make')
      await page.getByRole('combobox', { name: say('Puzzle', 'パズル') }).selectOption('sokoban')
      // What cannot be read is told in the reader's language, with its place.
      await page.locator('textarea').fill('######\n#@ 7.#\n######\n')
      await page.getByRole('button', { name: say('Examine', '調べる') }).click()
      await until(page, () => /[^…]$/.test(document.querySelector('[role=alert]')?.innerText ?? '…'))
      const alert = await page.getByRole('alert').innerText()
      assert.match(alert, language[1] ? /[ぁ-ん]/ : /^Line 2/, alert)
      assert.doesNotMatch(alert, language[1] ? /expected|square/ : /[ぁ-ん]/, alert)
      await page.locator('textarea').fill('######\n#@ $.#\n#    #\n######\n')
      await page.getByRole('button', { name: say('Examine', '調べる') }).click()
      await page
        .getByRole('button', { name: say('Play', '遊ぶ') })
        .first()
        .click()
      await settled(page)
      await page.getByRole('button', { name: say('Share', '共有') }).waitFor()
      await page.locator('.head .dots').waitFor({ timeout: 30_000 })
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await heading(/Solved/, /解けました/)
      // How hard it was: five buttons, each with a word that is seen.
      const rates = await page.evaluate(() =>
        [...document.querySelectorAll('.rate button small')].map((one) => [one.innerText, one.offsetHeight]),
      )
      assert.equal(rates.length, 5)
      for (const [word, tall] of rates) assert.ok(/\p{L}/u.test(word) && tall > 5, `${word} ${tall}`)
      // Where one can walk and nothing more, it is not said that no move is left.
      await open(link('sokoban', '######\n#@ $ #\n#   .#\n######\n'))
      for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      await page.locator('.note .bad').waitFor()
      const stuck = await page.locator('.note').innerText()
      assert.match(stuck, say(/no way on/, /進めません/))
      assert.doesNotMatch(stuck, /No move is left/)
      // Tiles are called by their names, those past the dragons too.
      await open(link('shisen', '35 36\n35 36\n'))
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction((name) => document.body.innerText.includes(name), say('moon', '月'))
      await page.keyboard.press('ArrowLeft')
      await page.waitForFunction((name) => document.body.innerText.includes(name), say('flower', '花'))
      await page.screenshot({ path: `${artefacts}/mended-${language[0]}.png` })
      assert.deepEqual(troubles, [])
      await context.close()
    },
  )
