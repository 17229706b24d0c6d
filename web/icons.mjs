// Draws the icons for home screens from icon.svg: `node icons.mjs` in this folder, after a change of the drawing.
// Systems that cut icons to a shape of their own (maskable, and Apple's) get one without corners, the sign inside the
// circle of four fifths that is never cut.
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const drawing = readFileSync(new URL('public/icon.svg', import.meta.url), 'utf8')
const inside = drawing.replace(/^<svg[^>]*>/, '').replace('</svg>', '')
const sign = inside.replace(/<rect[^>]*\/>/, '')
const paper = /<rect[^>]*fill="([^"]+)"/.exec(drawing)[1]

const whole = inside
const smaller = 'translate(32 32) scale(.8) translate(-32 -32)'
const uncut = `<rect width="64" height="64" fill="${paper}"/><g transform="${smaller}">${sign}</g>`
const icons = [
  ['icon-192.png', 192, whole],
  ['icon-512.png', 512, whole],
  ['icon-maskable-512.png', 512, uncut],
  ['apple-touch-icon.png', 180, uncut],
]

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [name, size, shapes] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">`
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${head}${shapes}</svg>`)
  await page.screenshot({ path: new URL(`public/${name}`, import.meta.url).pathname, omitBackground: true })
  await page.close()
}
await browser.close()
