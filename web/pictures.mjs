// Takes the pictures of the page that the documents show, from the real program: tools/tour --page
// It serves a store of its own from build/nazo, and looks at it with chromium.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(root, 'docs', 'images')
const folder = mkdtempSync(join(tmpdir(), 'nazo-pictures-'))
const server = spawn(join(root, 'build', 'nazo'), ['serve', '--port', '0', '--store', join(folder, 'nazo.db')], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
const address = await new Promise((resolve, reject) => {
  let out = ''
  server.stdout.on('data', (bytes) => {
    out += bytes
    const found = /http:\/\/[^\s]+/.exec(out)
    if (found) resolve(found[0])
  })
  server.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${out}`)))
})

/** The easiest puzzle of a genre in the starter collection. */
async function easiest(genre) {
  const { puzzles } = await (await fetch(`${address}/api/puzzles?genre=${genre}&limit=1`)).json()
  return puzzles[0].key
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})

/** Opens an address, does what makes the picture worth looking at, and takes it when nothing moves any more. */
async function take(name, path, { prepare = async () => {}, ...options } = {}) {
  const context = await browser.newContext({ baseURL: address, locale: 'en-GB', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(path)
  await prepare(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(pictures, name) })
  console.log(`docs/images/${name}`)
  await context.close()
}
const board = (page) => page.locator('svg.board').waitFor()

const [table, phone] = [
  { width: 1200, height: 860 },
  { width: 390, height: 780 },
]
try {
  await take('door.png', '/', { viewport: table, prepare: (page) => page.locator('main svg').first().waitFor() })
  await take('workshop.png', `/play/shisen/${await easiest('shisen')}`, { viewport: table, prepare: board })
  await take('workshop-phone.png', `/play/sokoban/${await easiest('sokoban')}`, {
    viewport: phone,
    locale: 'ja-JP',
    colorScheme: 'dark',
    prepare: board,
  })
  await take('workshop-structure.png', '/make', {
    viewport: { width: 1100, height: 1230 },
    prepare: async (page) => {
      await page.locator('select').first().selectOption('sokoban')
      await page.locator('textarea').fill('#######\n#  .  #\n# $ $ #\n#  @  #\n#.   ##\n######\n')
      await page.getByRole('button', { name: 'Examine', exact: true }).click()
      await page.getByRole('heading', { name: 'Structure' }).waitFor()
    },
  })
} finally {
  await browser.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}
