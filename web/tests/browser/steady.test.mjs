// Nothing flashes up and nothing falls over: words that come late, a browser that keeps nothing, one that is full.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { link } from './big.mjs'
import { workshop } from './harness.mjs'
import { byHand } from './play.mjs'

const shop = workshop()
const desk = { viewport: { width: 1280, height: 800 } }

/** Notes every English word that is ever seen in a part of the page, from its first picture on. */
async function watchForEnglish(page, part) {
  await page.addInitScript((selector) => {
    window.english = new Set()
    const look = () => {
      for (const one of document.querySelectorAll(selector))
        for (const [word] of one.innerText.matchAll(/[A-Za-z]{3,}/g)) window.english.add(`${word} in ${one.innerText}`)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }, part)
  return () => page.evaluate(() => [...window.english])
}
/** Files of Japanese words come only after a while. */
const wordsComeLate = (page, pause) =>
  page.route(/\/assets\/(words|errors)-/, async (route) => {
    await new Promise((done) => setTimeout(done, pause))
    await route.continue()
  })

test('a Japanese reader sees no English while words are coming', { timeout: 120_000 }, async () => {
  for (const genre of Object.keys(byHand)) {
    const { page, context, troubles } = await shop.page({ ...desk, locale: 'ja-JP', serviceWorkers: 'block' })
    const seen = await watchForEnglish(page, '.note, h1, .how, .bar')
    await wordsComeLate(page, 2500)
    await page.goto(`/play/${genre}/${await shop.easiest(genre)}`)
    await page.getByRole('button', { name: 'ヒント' }).click()
    await page.getByRole('button', { name: '次の一手を見る' }).click({ timeout: 20_000 })
    await page.getByRole('button', { name: 'なぜ？' }).click({ timeout: 20_000 })
    await page.waitForFunction(() => /[ぁ-ん].*[。）]/.test(document.querySelector('.note span')?.innerText ?? ''))
    assert.deepEqual(await seen(), [], genre)
    assert.deepEqual(troubles, [])
    await context.close()
  }
  const { page, context } = await shop.page({ ...desk, locale: 'ja-JP', serviceWorkers: 'block' })
  const seen = await watchForEnglish(page, '[role=alert], .features dt, .findings')
  await wordsComeLate(page, 1500)
  await page.goto('/make')
  await page.getByRole('combobox', { name: 'パズル' }).selectOption('sokoban')
  await page.locator('textarea').fill('######\n#@ 7.#\n######\n')
  await page.getByRole('button', { name: '調べる' }).click()
  await page.waitForFunction(() => document.querySelector('[role=alert]')?.innerText.endsWith('。'))
  await page.locator('textarea').fill('######\n#@ $.#\n#    #\n######\n')
  await page.getByRole('button', { name: '調べる' }).click()
  await page.locator('.features dt').first().waitFor({ timeout: 30_000 })
  await page.waitForFunction(() => !document.querySelector('.features').innerText.includes('…'))
  assert.deepEqual(await seen(), [])
  await context.close()
})

for (const [name, prepare] of [
  [
    'keeps nothing',
    () => {
      const get = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get })
    },
  ],
  [
    'is full',
    () => {
      if (localStorage.getItem('nazo.game.0')) return
      const moves = Array.from({ length: 20_000 }, () => 'u')
      try {
        for (let i = 0; ; ++i)
          localStorage.setItem(`nazo.game.${i}`, JSON.stringify({ outcome: 'solved', started: i, moves }))
      } catch {
        for (let size = 4096; size >= 1; size /= 2)
          try {
            for (let i = 0; ; ++i) localStorage.setItem(`rest.${size}.${i}`, 'x'.repeat(size))
          } catch {
            // Now nothing of that size fits.
          }
      }
    },
  ],
])
  test(`a browser that ${name} plays all the same, and the play is sent`, { timeout: 60_000 }, async () => {
    const { page, context, troubles } = await shop.page(desk)
    await page.addInitScript(prepare)
    await page.goto('/')
    await page.getByRole('link', { name: 'Play: Sokoban' }).click()
    await page.locator('svg.board').waitFor()
    const { moves } = await shop.solutionOf('sokoban', page.url().split('/').at(-1))
    await byHand.sokoban(page, moves)
    await page.getByRole('heading', { name: /Solved/ }).waitFor({ timeout: 20_000 })
    const played = () => page.evaluate(async () => (await (await fetch('/api/me')).json()).plays?.length)
    for (let i = 0; i < 50 && (await played()) !== 1; ++i) await page.waitForTimeout(200)
    assert.equal(await played(), 1)
    await page.getByRole('button', { name: '日本語' }).click()
    await page.getByRole('heading', { name: /解けました/ }).waitFor()
    assert.deepEqual(troubles, [])
    await context.close()
  })

for (const [locale, said, again] of [
  ['en-GB', /The server does not answer/, 'Try again'],
  ['ja-JP', /サーバーに接続できません/, 'もう一度試す'],
])
  test(`parts of the page that do not come are told of, and tried again (${locale})`, { timeout: 60_000 }, async () => {
    const { page, context } = await shop.page({ ...desk, locale, serviceWorkers: 'block' })
    const level = link('sokoban', '######\n#@ $.#\n######\n')
    for (const [file, path, there] of [
      [/\/assets\/sokoban-.*\.wasm/, `/play/sokoban/${await shop.easiest('sokoban')}`, 'svg.board'],
      [/\/assets\/sokoban-.*\.wasm/, level, 'svg.board'],
      [/\/assets\/Board-.*\.js/, level, 'svg.board'],
      [/\/assets\/Board-.*\.js/, `/play/sokoban/${await shop.easiest('sokoban')}`, 'svg.board'],
      [/\/assets\/Me-.*\.js/, '/me', 'main h1'],
    ]) {
      await page.route(file, (route) => route.abort())
      await page.goto('about:blank')
      await page.goto(path)
      await page.getByRole('alert').filter({ hasText: said }).waitFor()
      await page.unroute(file)
      await page.getByRole('button', { name: again }).click()
      await page.locator(there).waitFor()
    }
    await context.close()
  })

test('the home screen gets an icon of every size that its manifest names', async () => {
  const manifest = await shop.json('/nazo.webmanifest')
  assert.equal(manifest.display, 'standalone')
  const { page, context } = await shop.page()
  await page.goto('/')
  const touched = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  const icons = [...manifest.icons, { src: touched, sizes: '180x180' }]
  for (const { src, sizes } of icons) {
    const [width, height] = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, src)
    if (sizes !== 'any') assert.equal(`${width}x${height}`, sizes, src)
  }
  await context.close()
})
