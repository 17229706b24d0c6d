import { startBrowser, newPage } from '/work/wt/web/web/tests/browser/harness.mjs'
const address = process.argv[2], list = process.argv.slice(3)
const b = await startBrowser()
for (const [name, opt] of [['d', {viewport:{width:1200,height:900},colorScheme:'light'}],['m', {viewport:{width:390,height:844},colorScheme:'dark',isMobile:true,hasTouch:true,deviceScaleFactor:2}]]) {
  const {page, troubles} = await newPage(b, address, opt)
  for (const path of list) { await page.goto(path); await page.waitForTimeout(1500); await page.screenshot({path:`/tmp/shot-${name}-${path.replace(/\W+/g,'_')}.png`}) }
  console.log(name, troubles)
}
await b.close()
