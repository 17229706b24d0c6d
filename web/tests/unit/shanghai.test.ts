// Hints of Shanghai point at the board: no half-tile coordinates, in either language, for any reason there is.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Nazo } from '@nazo/module'
import { hinted } from '../../src/genres/shanghai/hinted'
import words from '../../src/genres/shanghai/words'
import type { Facts, Hint, Look } from '../../src/lib/types'

const wasm = readFileSync(new URL('../../../build/wasm/genres/shanghai.wasm', import.meta.url))
const nazo = new Nazo(new WebAssembly.Module(wasm))
interface Made {
  puzzle: { text: string }
}
const limits = '10 - 400000000'

test('hints name no places', () => {
  const met = new Set<string>()
  for (const seen of ['all', 'top'])
    for (let index = 0, boards = 0; boards < 3; ++index) {
      const options = `layout=hill\nseen=${seen}`
      const made = nazo.call<Made[]>('generate', 'shanghai', options, '5', String(index), limits)
      if (made.length === 0) continue // a deal that cannot be cleared
      ++boards
      const [{ puzzle }] = made
      let position = nazo.call<string>('start', 'shanghai', '', puzzle.text)
      for (;;) {
        const look = nazo.call<Look>('look', 'shanghai', '', position)
        if (look.status !== 'playing') break
        const hint = nazo.call<Hint>('hint', 'shanghai', '', position, 'why', limits)
        if (!hint.move) break
        met.add(hint.technique)
        const english = hinted(hint)
        expect(english, hint.technique).toMatch(/^Take the two marked tiles\. [A-Z]/)
        const japanese = words.hints[hint.technique as keyof typeof words.hints](hint)
        expect(japanese).toMatch(/^印の付いた二枚/)
        for (const said of [english!, japanese]) expect(said).not.toMatch(/layer|column|段\d|\d[段行列]|\d,\d/)
        position = nazo.call<string>('play', 'shanghai', '', position, hint.move)
      }
    }
  // Every reason was met but those that need more luck.
  const [facts] = nazo.call<Facts[]>('genres')
  expect(facts.techniques.map(({ code }) => code)).toEqual(expect.arrayContaining([...met]))
  expect(met.size).toBeGreaterThanOrEqual(4)
  expect([...met]).toContain('uncovers')
})
