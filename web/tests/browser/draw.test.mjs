// Puzzles drawn from nothing, for every kind: by mouse on a desktop in English, by touch on a phone in Japanese, and by
// keys. Each is judged while it is drawn, mended by what is offered, and kept.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { artefacts, until, workshop } from './harness.mjs'
import { onScreen } from './play.mjs'

const shop = workshop()
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ja-JP' }

/** The size of a cell in each surface's own units. */
const units = { sokoban: [40, 40], nonogram: [30, 30], tsume: [46, 46], shisen: [64, 84], superpuzz: [65, 87] }

/** A drawing page, and what a hand does on it. */
async function drawing(genre, options, draft = null) {
  const { context, page, troubles } = await shop.page(options)
  page.setDefaultTimeout(60_000)
  if (draft)
    await context.addInitScript(
      ([name, kept]) => localStorage.getItem(name) ?? localStorage.setItem(name, kept),
      [`nazo.draft.${genre}`, JSON.stringify(draft)],
    )
  await page.goto(`/draw/${genre}`)
  await page.locator('svg.board').waitFor()
  const touch = !!options.hasTouch
  const hit = async (x, y) => {
    await page.locator('svg.board').scrollIntoViewIfNeeded()
    const point = await onScreen(page, x, y)
    if (touch) await page.touchscreen.tap(point.x, point.y)
    else await page.mouse.click(point.x, point.y)
  }
  const [w, h] = units[genre] ?? [0, 0]
  return {
    context,
    page,
    troubles,
    cell: (row, column) => hit((column - 0.5) * w, (row - 0.5) * h),
    at: hit,
    async stroke(from, to) {
      const [a, b] = [from, to].map(([row, column]) => [(column - 0.5) * w, (row - 0.5) * h])
      const [start, end] = [await onScreen(page, ...a), await onScreen(page, ...b)]
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(end.x, end.y, { steps: 4 })
      await page.mouse.up()
    },
    tool: (name) => page.locator(`[data-tool="${name}"]`).click(),
    value: (row, column) => page.locator(`svg.board g[data-cell="${row},${column}"]`).getAttribute('data-value'),
    verdict: async (wanted) => {
      await until(page, (sort) => document.querySelector('[data-verdict]')?.dataset.verdict === sort, wanted)
      return page.locator('.verdict .head').innerText()
    },
    /** Clicks the first change that is offered. */
    async mend(code = '') {
      const offered = page.locator(code ? `[data-repair="${code}"]` : '[data-repair]').first()
      await offered.waitFor({ timeout: 90_000 })
      await offered.click()
    },
    async keep() {
      await page.locator('.actions .primary').click()
      return page.evaluate(() => JSON.parse(localStorage.getItem('nazo.collection') ?? '[]'))
    },
    async end(name) {
      await page.screenshot({ path: join(artefacts, `draw-${name}.png`) })
      assert.deepEqual(troubles, [])
      await context.close()
    },
  }
}

for (const [how, options] of [
  ['mouse', desktop],
  ['touch', phone],
]) {
  test(`a Sokoban level by ${how}: drawn, wrong, mended, kept, and there after a reload`, async () => {
    const hand = await drawing('sokoban', options)
    await hand.verdict('open') // an empty room is no puzzle yet
    await hand.tool('$')
    await hand.cell(2, 2)
    await hand.tool('.')
    await hand.cell(5, 5)
    await hand.tool('@')
    await hand.cell(4, 4)
    assert.equal(await hand.value(2, 2), '$')
    await hand.verdict('bad') // the box stands in a corner
    await until(hand.page, () => document.querySelector('[data-mark="wrong"][data-place="2,2"]'))
    await hand.tool('hand')
    await hand.cell(2, 2)
    await hand.cell(3, 3)
    const solvable = how === 'mouse' ? /Solvable in \d+ push/ : /解けます（最少\d+押し）/
    assert.match(await hand.verdict('good'), solvable)
    await hand.tool('.')
    await hand.cell(6, 6) // a goal too many
    await hand.verdict('bad')
    await hand.mend('remove_goal')
    await hand.verdict('good')
    assert.equal((await hand.keep()).length, 1)
    // A title that comes later is kept, too.
    await hand.page.locator('.title input').fill('Two goals')
    const [named] = await hand.keep()
    assert.equal(named.title, 'Two goals')
    await hand.page.reload()
    await hand.page.locator('svg.board').waitFor()
    assert.equal(await hand.value(3, 3), '$')
    // Another drawing is begun; this one can be taken up again, after a reload, too.
    await hand.page.getByRole('button', { name: how === 'mouse' ? 'New' : '新しく', exact: true }).click()
    await until(hand.page, () => document.querySelector('g[data-cell="3,3"]')?.dataset.value !== '$')
    await hand.page.reload()
    await hand.page.locator('.earlier button', { hasText: 'Two goals' }).click()
    assert.equal(await hand.value(3, 3), '$')
    await hand.end(`sokoban-${how}`)
  })

  test(`a nonogram by ${how}: a second solution is marked, and a cell mends it`, async () => {
    const hand = await drawing('nonogram', options)
    for (const place of [1, 2, 3]) await hand.cell(place, place)
    assert.match(await hand.verdict('bad'), how === 'mouse' ? /more than one/ : /複数/)
    await until(hand.page, () => document.querySelectorAll('[data-mark="second"]').length > 0)
    await hand.mend('unique_by_cells')
    assert.match(await hand.verdict('good'), how === 'mouse' ? /one solution/ : /解は一つ/)
    const kept = await hand.keep()
    assert.match(kept[0].text, /rows/)
    await hand.end(`nonogram-${how}`)
  })

  test(`a mate by ${how}: from a box of pieces, mended, kept`, async () => {
    const hand = await drawing('tsume', options)
    await hand.tool('K')
    await hand.cell(1, 5)
    await hand.page.locator('[data-side="attack"]').click()
    await hand.tool('P')
    await hand.cell(3, 5)
    await hand.verdict('bad') // there is no mate
    await hand.page.locator('[data-hold="G"] .more').click()
    assert.match(await hand.verdict('good'), how === 'mouse' ? /Solvable in 1 ply/ : /1手詰/)
    const kept = await hand.keep()
    assert.match(kept[0].text, /^4k4\/9\/4P4/)
    await hand.tool('S')
    await hand.cell(9, 9) // it does nothing
    await hand.verdict('bad')
    await hand.mend('remove_piece')
    await hand.verdict('good')
    await hand.end(`tsume-${how}`)
  })

  test(`Shisen-sho by ${how}: tiles that block each other are marked, two are exchanged`, async () => {
    const hand = await drawing('shisen', options, { text: '. .\n. .\n. .\n', title: '' })
    for (const [label, cells] of [
      [
        '1',
        [
          [1, 1],
          [2, 2],
        ],
      ],
      [
        '2',
        [
          [1, 2],
          [2, 1],
        ],
      ],
    ]) {
      await hand.tool(label)
      for (const cell of cells) await hand.cell(...cell)
    }
    await hand.verdict('bad')
    await until(hand.page, () => document.querySelectorAll('[data-mark="wrong"]').length === 4)
    await hand.mend('swap_tiles')
    await hand.verdict('good')
    assert.equal((await hand.keep()).length, 1)
    await hand.end(`shisen-${how}`)
  })

  test(`Superpuzz by ${how}: laid card by card, the rest dealt, mended`, async () => {
    const hand = await drawing('superpuzz', options, {
      text: 'S3 -- H3 --\nD3 -- SA --\nC3 H2 HA D2\nS2 C2 CA --\n',
      title: '',
    })
    assert.match(await hand.verdict('open'), how === 'mouse' ? /1 card still/ : /残り1枚/)
    await hand.tool('DA')
    await hand.cell(4, 4)
    await hand.verdict('bad')
    await hand.mend('swap_cards')
    await hand.verdict('good')
    assert.equal((await hand.keep()).length, 1)
    await hand.end(`superpuzz-${how}`)
  })

  test(`Shanghai by ${how}: a shape in layers is dealt, its faces are changed and mended`, async () => {
    const hand = await drawing('shanghai', options)
    const place = async (row, column) => {
      const box = await hand.page.locator(`svg.board .place[data-cell="${row},${column}"]`).boundingBox()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      if (how === 'touch') await hand.page.touchscreen.tap(x, y)
      else await hand.page.mouse.click(x, y)
    }
    for (const column of [2, 3, 4, 5]) await place(3, column)
    await hand.verdict('good')
    await hand.page.locator('[data-mode="faces"]').click()
    await hand.tool('wn')
    await place(3, 2)
    await hand.verdict('bad') // two kinds are odd
    await hand.mend()
    await hand.verdict('good')
    assert.equal((await hand.keep()).length, 1)
    await hand.end(`shanghai-${how}`)
  })
}

test('by keys alone: a nonogram with a line, undone and redone', async () => {
  const hand = await drawing('nonogram', desktop)
  const { page } = hand
  await page.locator('svg.board').focus()
  for (const key of ['ArrowRight', 'Space', 'Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowDown'])
    await page.keyboard.press(key)
  await until(page, () => document.querySelectorAll('svg.board g[data-value="#"]').length > 0)
  const drawn = await page.locator('svg.board g[data-value="#"]').count()
  await page.keyboard.press('Control+z')
  assert.notEqual(await page.locator('svg.board g[data-value="#"]').count(), drawn)
  await page.keyboard.press('Control+y')
  assert.equal(await page.locator('svg.board g[data-value="#"]').count(), drawn)
  await hand.end('keys')
})

test('symmetry, size and turns change the whole', async () => {
  const hand = await drawing('nonogram', desktop)
  const { page } = hand
  await page.locator('.symmetry select').selectOption('left_right')
  await hand.cell(1, 1)
  assert.equal(await hand.value(1, 10), '#')
  await page.locator('[data-side="columns"] button').last().click()
  assert.equal(await hand.value(1, 11), '.')
  await page.locator('[data-turn="rotate"]').click()
  assert.equal(await hand.value(1, 10), '#')
  assert.equal(await page.locator('[data-side="rows"] output').innerText(), '11')
  await hand.end('whole')
})

/** A white PNG of this size: its rows are all zeros or ones, so that it packs into a few kilobytes. */
function png(width, height) {
  const crcs = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data])
    let crc = 0xffffffff
    for (const byte of body) crc = crcs[(crc ^ byte) & 255] ^ (crc >>> 8)
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff)
  row[0] = 0
  const rows = Buffer.concat(Array.from({ length: height }, (_, r) => (r % 3 ? row : Buffer.from(row).fill(0x0f, 1))))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an image becomes a picture; one of 10,000 × 10,000 pixels is refused in one sentence', async () => {
  const hand = await drawing('nonogram', desktop)
  const { page } = hand
  const choose = (name, buffer) =>
    page.locator('.trace input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('huge.png', png(10_000, 10_000))
  await until(page, () => /10000 × 10000/.test(document.querySelector('.said')?.textContent ?? ''))
  await choose('small.png', png(24, 24))
  await page.locator('.trace input[type=range]').first().waitFor()
  await until(page, () => document.querySelectorAll('svg.board g[data-value="#"]').length > 20)
  await choose('not.png', Buffer.from('this is no image'))
  await until(page, () => /no image/.test(document.querySelector('.said')?.textContent ?? ''))
  await hand.end('image')
})

test('a file of 10 MB is refused, one with three levels gives three, a script in a title stays a title', async () => {
  const { context, page, troubles } = await shop.page(desktop)
  page.setDefaultTimeout(60_000)
  await page.goto('/make?tab=examine')
  const choose = (name, text) =>
    page.locator('form input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.locator('form textarea').waitFor()
  await choose('big.xsb', '#'.repeat(10_000_000))
  await until(page, () => /10 MB/.test(document.querySelector('[role=alert]')?.textContent ?? ''))
  const evil = '<img src=x onerror="window.broken=1">'
  const level = (title) => `; ${title}\n#####\n#@$.#\n#####\n\n`
  await choose('three.xsb', level('one') + level(evil) + '; three\n######\n#@$ .#\n######\n')
  await until(page, () => document.querySelectorAll('[data-result]').length === 3)
  assert.ok((await page.locator('[data-result]').nth(1).innerText()).includes(evil))
  await page.locator('[data-result] [data-do="edit"]').nth(1).click()
  await page.locator('svg.board').waitFor()
  assert.equal(await page.locator('.title input').inputValue(), evil)
  await page.locator('.actions .primary:enabled').click()
  await page.goto('/make?tab=collection')
  await page.locator('[data-result]').waitFor()
  assert.equal(await page.evaluate(() => window.broken), undefined)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('an order by difficulty keeps its results over Back and reload; one more like a result', async () => {
  const { context, page, troubles } = await shop.page(desktop)
  page.setDefaultTimeout(90_000)
  // An order takes as long as the server needs for it.
  const results = (count) =>
    page.waitForFunction((least) => document.querySelectorAll('[data-result]').length >= least, count)
  await page.goto('/make?tab=order')
  await page.locator('form select').first().selectOption('nonogram')
  await page.locator('input[type=number]').fill('2')
  // What is no number, or upside down, is said here and ordered of nobody.
  await page.locator('.bounds input').nth(1).fill('abc')
  await page.locator('form .primary').click()
  await page.getByText('“abc” is no number').waitFor()
  await page.locator('.bounds input').nth(1).fill('95')
  await page.locator('.bounds input').nth(0).fill('99')
  await page.locator('form .primary').click()
  await page.getByText('99 is more than 95').waitFor()
  await page.locator('.bounds input').nth(0).fill('')
  await page.locator('form .primary').click()
  await results(2)
  await page.locator('[data-result] button').first().click() // play
  await page.locator('svg.board').waitFor()
  await page.goBack()
  await results(2)
  await page.reload()
  await results(2)
  assert.equal(await page.locator('.bounds input').nth(1).inputValue(), '95')
  await page.locator('[data-do="like"]').first().click()
  await results(1)
  assert.deepEqual(troubles, [])
  await context.close()
})

test('the verdict follows while one draws, and drawing never waits for it', async () => {
  const rows = Array.from({ length: 20 }, (_, r) => Array.from({ length: 20 }, (_, c) => ((r * c + r) % 3 ? '1' : '0')))
  const clues = '1\n'.repeat(20)
  const goal = rows.flat().join('')
  const text = `width 20\nheight 20\n\nrows\n${clues}\ncolumns\n${clues}\ngoal "${goal}"\n`
  const hand = await drawing('nonogram', desktop, { text, title: '' })
  const { page } = hand
  await hand.cell(1, 1)
  await until(page, () => document.querySelector('[data-verdict]')?.dataset.thinking === 'false')
  const took = []
  for (let i = 0; i < 6; ++i) {
    await page.evaluate(() => {
      const answers = () => Number(document.querySelector('.verdict').dataset.answers)
      window.followed = new Promise((done) => {
        // From the end of the stroke to the next answer on the page.
        addEventListener(
          'pointerup',
          () => {
            const [begun, before] = [performance.now(), answers()]
            const watch = new MutationObserver(() => {
              if (answers() === before) return
              watch.disconnect()
              done(performance.now() - begun)
            })
            watch.observe(document.querySelector('.verdict'), { attributes: true })
          },
          { once: true, capture: true },
        )
      })
    })
    await hand.cell(2 + i, 3)
    assert.equal(await hand.value(2 + i, 3), rows[1 + i][2] === '1' ? '.' : '#', 'the stroke is there at once')
    took.push(Math.round(await page.evaluate(() => window.followed)))
  }
  console.log(`# verdict after a stroke on 20×20: ${took.join(', ')} ms`)
  assert.ok(Math.min(...took) < 1000, 'the verdict follows')
  await hand.end('verdict')
})
