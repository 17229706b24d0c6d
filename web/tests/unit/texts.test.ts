import { expect, test, vi } from 'vitest'
import { fill, texts } from '../../src/lib/texts'

type Table = Record<string, readonly [string, string]>
const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
function expectWhole(table: Table) {
  for (const [key, [english, japanese]] of Object.entries(table)) {
    expect(english, key).not.toBe('')
    expect(japanese, key).not.toBe('')
    expect(gaps(japanese), key).toEqual(gaps(english))
  }
}

test('both languages say everything, with the same gaps to fill', () => expectWhole(texts))

test('so do the texts of makers, researchers and every genre', async () => {
  // The tables come with the reader's language, which asks the browser for it.
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { language: 'en' })
  const tables = import.meta.glob<Table>('../../src/genres/*/texts.ts', { import: 'texts' })
  expect(Object.keys(tables).length).toBeGreaterThan(0)
  for (const load of Object.values(tables)) expectWhole(await load())
  expectWhole((await import('../../src/lib/texts_making')).making)
  vi.unstubAllGlobals()
})

test('one of something is not many', () => {
  expect(fill(texts.moves_count[0], { count: 1 })).toBe('1 move')
  expect(fill(texts.moves_count[0], { count: 12 })).toBe('12 moves')
  expect(fill(texts.offline[0], { count: 1 })).toBe('Offline: 1 play waits to be sent.')
  expect(fill(texts.study_number[0], { number: 2, count: 5 })).toBe('Puzzle 2 of 5')
})
