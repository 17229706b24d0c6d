import { readdirSync, readFileSync } from 'node:fs'
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

test('whatever long work calls what it is at, the page has a word for it in both languages', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { language: 'ja' })
  vi.resetModules()
  const { progressWord, progressWords } = await import('../../src/lib/texts_making')
  expectWhole(progressWords as Table)
  // Every report of progress in the rooms that work for the server. One names what it is given: then all that is given.
  // Outside them experiments and the first start of a server tell a terminal alone.
  const sources = new URL('../../../src/', import.meta.url)
  const files = ['base', 'search', 'puzzle', 'tiles', 'genres', 'workshop', 'serve'].flatMap((room) =>
    readdirSync(new URL(room, sources), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[ch]pp$/.test(name) && `${room}/${name}` !== 'workshop/starter.cpp')
      .map((name) => `${room}/${name}`),
  )
  const used = new Set<string>()
  for (const file of files) {
    const text = readFileSync(new URL(file, sources), 'utf8')
    for (const [, said] of text.matchAll(/\bprogress_?\(\{\s*([^,]+),/g)) {
      const given =
        said === 'what' ? [...text.matchAll(/progress, meter, ("[^"]*")/g)].map((found) => found[1]) : [said]
      expect(given.length, `${file}: ${said}`).toBeGreaterThan(0)
      for (const word of given) expect(word, file).toMatch(/^"[^"]+"$/)
      for (const word of given) used.add(word.slice(1, -1))
    }
  }
  expect([...used].sort()).toEqual(Object.keys(progressWords).sort())
  for (const word of used) expect(progressWord(word), word).toMatch(/[ぁ-ん一-龠ァ-ヶ]/)
  expect(progressWord('constructor')).toMatch(/[ぁ-ん一-龠ァ-ヶ]/)
  vi.unstubAllGlobals()
})

test('one of something is not many', () => {
  expect(fill(texts.moves_count[0], { count: 1 })).toBe('1 move')
  expect(fill(texts.moves_count[0], { count: 12 })).toBe('12 moves')
  expect(fill(texts.offline[0], { count: 1 })).toBe('Offline: 1 play waits to be sent.')
  expect(fill(texts.study_number[0], { number: 2, count: 5 })).toBe('Puzzle 2 of 5')
})
