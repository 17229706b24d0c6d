// Every page: no accessibility violation of any level in light and dark, nothing sticking out on a
// phone, pictures kept to look at.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { link } from './big.mjs'
import { artefacts, workshop } from './harness.mjs'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shop = workshop()
const { json } = shop

for (const [name, options] of [
  ['desktop-light', { viewport: { width: 1200, height: 900 }, colorScheme: 'light' }],
  ['desktop-dark', { viewport: { width: 1200, height: 900 }, colorScheme: 'dark', locale: 'ja-JP' }],
  [
    'phone-light',
    { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'light', locale: 'ja-JP' },
  ],
  ['phone-dark', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' }],
])
  test(`pages on ${name}`, { timeout: 240_000 }, async () => {
    // axe is put in by the test itself, so this one page may run scripts that are not the page's own.
    const { page, context, troubles } = await shop.page({ ...options, bypassCSP: true })
    const { puzzles } = await json('/api/daily')
    const paths = [
      '/',
      '/browse',
      '/browse/nonogram',
      ...puzzles.map((p) => `/play/${p.genre}/${p.key}`),
      '/make',
      '/make?tab=order',
      '/make?tab=collection',
      '/me',
      '/days',
      '/research',
      '/study/none',
      '/nowhere',
    ]
    const violations = []
    /** Every rule of every level, those that are off unless asked for too. */
    const audit = async (where) => {
      await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const all = window.axe.getRules().map(({ ruleId }) => [ruleId, { enabled: true }])
        const { violations } = await window.axe.run(document, {
          rules: Object.fromEntries(all),
          resultTypes: ['violations'],
        })
        return violations
      })
      for (const { id, nodes } of found) {
        const told = nodes.map(({ html, any }) => `${html.slice(0, 120)} — ${any[0]?.message ?? ''}`)
        violations.push(`${where}: ${id} ${told.slice(0, 2).join(' | ')}`)
      }
    }
    for (const path of paths) {
      await page.goto(path)
      await page.locator('main h1, main p').first().waitFor()
      if (path.startsWith('/play')) await page.locator('svg.board').waitFor()
      await page.waitForTimeout(300)
      await page.screenshot({
        path: `${artefacts}/page-${path.split('/').slice(0, 3).join('_').replace(/\W+/g, '_')}-${name}.png`,
      })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) violations.push(`${path}: ${overflow} pixels stick out`)
      await audit(path)
    }
    // What is said and asked at a board, too.
    const button = (name) => page.getByRole('button', { name })
    const tsume = puzzles.find(({ genre }) => genre === 'tsume')
    await page.goto(`/play/tsume/${tsume.key}`)
    await button(/^(Settings|設定)$/).click()
    await button(/^(Hint|ヒント)$/).click()
    await button(/next step|次の一手を見る/).click({ timeout: 20_000 })
    await button(/^(Why\?|なぜ？)$/).waitFor({ timeout: 20_000 })
    await audit('a hint and the settings')
    await button(/^(Give up|降参)$/).click()
    await button(/^(Yes|はい)$/).waitFor()
    await audit('the question whether to give up')
    await button(/^(Yes|はい)$/).click()
    await button(/^(More…|その他…)$/).click({ timeout: 30_000 })
    await audit('what comes after the end')
    await page.goto(link('tsume', '4k4/9/4P4/9/9/9/9/9/9 b 2G 1'))
    await page.locator('[data-hand="G"]').click()
    await page.locator('svg.board [data-cell="2,4"]').click()
    await button(/^(Why not\?|なぜ？)$/).click({ timeout: 20_000 })
    await audit('a refutation')
    assert.deepEqual(violations, [])
    assert.deepEqual(troubles, [])
    await context.close()
  })

test('the first load is small', async () => {
  const { page, context } = await shop.page()
  let bytes = 0
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map()
  session.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = kinds.get(requestId) ?? ''
    if (!/\.wasm$|\/api\/|sw\.js/.test(url)) bytes += encodedDataLength
  })
  await page.goto('/')
  await page.getByRole('link', { name: /Play/ }).first().waitFor()
  // What a browser that knows no brotli would have got of the same files.
  const files = [...kinds.values()]
    .map((url) => new URL(url).pathname)
    .filter((path) => !/\.wasm$|\/api\/|sw\.js/.test(path))
  const gzipped = files
    .map((path) => new URL(`../../../build/web${path === '/' ? '/index.html' : path}.gz`, import.meta.url))
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + statSync(file).size, 0)
  const kilobytes = (count) => `${(count / 1024).toFixed(1)} KB`
  console.log(`# first load without wasm: ${kilobytes(bytes)} on the wire, ${kilobytes(gzipped)} gzipped`)
  assert.ok(gzipped > 20 * 1024 && gzipped < 80 * 1024, `${gzipped}`)
  assert.ok(bytes < 80 * 1024, `${bytes}`)
  await context.close()
})

test('a maker examines a puzzle and orders others', { timeout: 180_000 }, async () => {
  const { page, context, troubles } = await shop.page({ viewport: { width: 1200, height: 900 } })
  await page.goto('/make')
  await page.getByRole('combobox', { name: 'Puzzle' }).selectOption('sokoban')
  await page.locator('textarea').fill('this is no level')
  await page.getByRole('button', { name: 'Examine' }).click()
  await page.getByRole('alert').waitFor()
  await page.locator('textarea').fill('######\n#@ $.#\n#    #\n######\n')
  await page.getByRole('button', { name: 'Examine' }).click()
  await page.getByText('✓ Solvable in 1 push, the fewest').waitFor({ timeout: 60_000 })
  await page.getByText('pushes', { exact: true }).waitFor({ timeout: 60_000 })
  await page.screenshot({ path: `${artefacts}/make-examine.png`, fullPage: true })
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('link', { name: 'Order puzzles' }).click()
  await page.getByRole('combobox', { name: 'Puzzle' }).selectOption('superpuzz')
  await page.getByText('Options').click()
  await page.getByLabel('columns').fill('4')
  await page.getByLabel('How many').fill('3')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.locator('.shelf li').nth(2).waitFor({ timeout: 60_000 })
  await page.screenshot({ path: `${artefacts}/make-order.png`, fullPage: true })
  await page.getByRole('link', { name: 'My collection' }).click()
  assert.equal(await page.locator('.shelf li').count(), 1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'nazo-collection.pdf')
  assert.deepEqual(troubles, [])
  await context.close()
})

test('a script in a title is only text', { timeout: 60_000 }, async () => {
  const { adminToken } = await import('./harness.mjs')
  const response = await fetch(`${shop.server.address}/api/puzzles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Nazo-Admin': adminToken },
    body: JSON.stringify({
      genre: 'sokoban',
      title: '<img src=x onerror=window.hacked=1><script>window.hacked=1</script>',
      text: '#######\n#@ $ .#\n#######\n',
    }),
  })
  const { keys } = await response.json()
  const { page, context } = await shop.page()
  await page.goto(`/play/sokoban/${keys[0]}`)
  await page.locator('svg.board').waitFor()
  await page.goto(`/api/puzzles/${keys[0]}/picture.svg`)
  assert.equal(await page.evaluate(() => window.hacked), undefined)
  await context.close()
})
