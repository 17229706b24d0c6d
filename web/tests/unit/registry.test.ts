// The folders of src/genres: complete in both languages by what the module's facts declare, and the only place of the
// page that names a genre.
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { Nazo } from '@nazo/module'
import type { GenreCard, GenreWords } from '../../src/genres/shape'
import type { Facts, Hint, HintLevel, Look } from '../../src/lib/types'

const folderOf = (path: string) => path.split('/').at(-2)!
const byFolder = <T>(found: Record<string, T>) =>
  Object.fromEntries(Object.entries(found).map(([path, part]) => [folderOf(path), part]))
const cards = byFolder(import.meta.glob<GenreCard>('../../src/genres/*/genre.ts', { eager: true, import: 'default' }))
const words = byFolder(import.meta.glob<GenreWords>('../../src/genres/*/words.ts', { eager: true, import: 'default' }))
const boards = byFolder(import.meta.glob('../../src/genres/*/Board.svelte'))
const sources = import.meta.glob<string>('../../src/**/*', { eager: true, query: '?raw', import: 'default' })

const wasm = readFileSync(new URL('../../../build/wasm/nazo.wasm', import.meta.url))
const nazo = new Nazo(new WebAssembly.Module(wasm))
const genres = nazo.call<Facts[]>('genres')

test('every folder is a genre of the module, with a card, words and a board', () => {
  const names = genres.map(({ genre }) => genre)
  expect(Object.keys(cards).length).toBeGreaterThan(0)
  for (const genre of Object.keys({ ...cards, ...words, ...boards })) {
    expect(names).toContain(genre)
    expect(Object.keys(cards)).toContain(genre)
    expect(Object.keys(words)).toContain(genre)
    expect(Object.keys(boards)).toContain(genre)
  }
})

test('no two genres stand in one place or have one mark', () => {
  const all = Object.values(cards)
  expect(new Set(all.map((card) => card.order)).size).toBe(all.length)
  expect(new Set(all.map((card) => card.mark.path)).size).toBe(all.length)
})

test('outside src/genres the page names no genre', () => {
  const names = Object.keys(cards)
  const told: string[] = []
  let read = 0
  for (const [path, source] of Object.entries(sources)) {
    if (path.includes('/src/genres/') && !/\/genres\/[^/]+$/.test(path)) continue
    ++read
    for (const name of names) if (source.toLowerCase().includes(name)) told.push(`${path}: ${name}`)
  }
  expect(read).toBeGreaterThan(30)
  expect(told).toEqual([])
})

const japanese = /[ぁ-んァ-ヶ一-龠]/
const broken = /undefined|null|NaN|\[object/

describe.each(Object.keys(words))('%s', (genre) => {
  const facts = genres.find((one) => one.genre === genre)!

  test('both languages say everything', () => {
    const { title, how, keys } = cards[genre]
    for (const [english, other] of [title, how, keys]) {
      expect(english).not.toBe('')
      expect(other).toMatch(japanese)
    }
  })

  test('everything the facts declare has a Japanese name, and nothing else has', () => {
    const ordered = facts.options.filter((option) => option.verbs.includes('generate'))
    const declared = {
      features: facts.features.map((one) => one.name),
      options: ordered.map((one) => one.name),
      codes: facts.codes.map((one) => one.code),
      presets: facts.presets.map((one) => one.name),
      examples: facts.examples.map((one) => one.name),
      hints: facts.techniques.map((one) => one.code),
      repairs: facts.repairs.map((one) => one.code),
    }
    for (const [what, names] of Object.entries(declared))
      expect(Object.keys(words[genre][what as keyof GenreWords] ?? {}).sort(), what).toEqual([...names].sort())
  })

  test('hints along many plays are said whole', () => {
    let state = 3
    const random = (n: number) => (state = (state * 1103515245 + 12345) % 2147483648) % n
    const said = new Set<string>()
    for (const example of facts.examples) {
      let position = nazo.call<string>('start', genre, '', example.text)
      for (let step = 0; step < 14; ++step) {
        const look = nazo.call<Look>('look', genre, '', position)
        let move = ''
        for (const level of ['solvable', 'step', 'why'] as HintLevel[]) {
          const hint = nazo.call<Hint>('hint', genre, '', position, level, '10 - 200000000')
          move = hint.move
          const say = words[genre].hints[hint.technique]
          if (!say) continue // one of those that every genre may give
          said.add(hint.technique)
          const sentence = say(hint, { level, look })
          expect(sentence, hint.technique).toMatch(japanese)
          expect(sentence, hint.technique).not.toMatch(broken)
        }
        if (look.moves.length === 0) break
        if (!move || random(4) === 0) move = look.moves[random(look.moves.length)].text
        position = nazo.call<string>('play', genre, '', position, move)
      }
    }
    expect(said.size).toBeGreaterThan(1)
  })
})

test('an address may name whatever every object has', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { language: 'ja' })
  const found = await import('../../src/genres/registry.svelte')
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'chess']) {
    expect(found.titleOf(name)).toBe(name)
    expect(found.howOf(name)).toBe('')
    expect(found.cardOf(name)).toBeUndefined()
    expect(found.canDraw(name)).toBe(false)
    expect(found.wordsOf(name)).toBeUndefined()
    expect(found.shelfTitle('sokoban', name)).toBe(name)
  }
  vi.unstubAllGlobals()
})
