// A code brings everything to another device: records, games that are not over, the maker's shelf; and what somebody
// made up breaks nothing.
import { beforeEach, expect, test, vi } from 'vitest'

let kept: Record<string, string> = {}
const storage = {
  getItem: (name: string) => kept[name] ?? null,
  setItem: (name: string, value: string) => void (kept[name] = value),
  removeItem: (name: string) => void delete kept[name],
}
/** localStorage has its names as keys of its own. */
const local = new Proxy(storage, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => shown })
const shown = { enumerable: true, configurable: true }
vi.mock('../../src/lib/engine', () => ({ facts: () => undefined, genres: () => [] }))
beforeEach(() => {
  kept = {}
  vi.resetModules()
})
vi.stubGlobal('localStorage', local)
vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('navigator', { language: 'en' })

/** A device: what it keeps, and the page's parts as they find it. */
async function device(there: Record<string, string> = {}) {
  kept = there
  vi.resetModules()
  const moving = await import('../../src/lib/moving')
  const records = await import('../../src/lib/records.svelte')
  const { collection } = await import('../../src/lib/collection.svelte')
  return { ...moving, ...records, collection }
}
const play = { id: 'a', genre: 'sokoban', solved: true, helped: false, seconds: 30, score: 12, difficulty: 50 }
const game = (moves: string[], outcome = 'unfinished', name = 'one') => ({
  play: name,
  started: 5,
  seconds: 7,
  moves,
  undone: [],
  events: moves.map((move) => ['move', 1.5, move]),
  outcome,
  rating: null,
})
const made = { genre: 'sokoban', text: '#####\n#@$.#\n#####\n', title: 'mine', solution: 'r', difficulty: null }

test('results: the better of both, and nothing twice', async () => {
  const one = await device()
  one.noteFinished(play)
  one.noteFinished({ ...play, id: 'b', seconds: 9 })
  const code = await one.codeOf()
  const other = await device()
  other.noteFinished({ ...play, seconds: 20, score: 15 })
  await other.takeCode(` ${code}\n`)
  expect(other.mine.best('a')).toMatchObject({ seconds: 20, score: 12 })
  expect(other.mine.best('b')).toMatchObject({ seconds: 9 })
  const before = JSON.stringify(kept)
  await other.takeCode(code)
  expect(JSON.stringify(kept)).toBe(before)
})

test('games that are not over go along, and the shelf of what was made', async () => {
  const one = await device({
    'nazo.game.k1': JSON.stringify(game(['r', 'r'])),
    'nazo.game.k2': JSON.stringify(game(['r'])),
    'nazo.game.k3': JSON.stringify(game(['u'], 'solved')),
    'nazo.game.study.k4': JSON.stringify(game(['d'])),
    'nazo.latest': JSON.stringify({ genre: 'sokoban', key: 'k1', title: 't', over: false }),
  })
  one.collection.add(made)
  expect(one.anythingToMove()).toBe(true)
  const code = await one.codeOf()

  const other = await device({ 'nazo.game.k2': JSON.stringify(game(['r', 'l', 'r'], 'unfinished', 'two')) })
  expect(other.anythingToMove()).toBe(true)
  await other.takeCode(code)
  const there = JSON.parse(kept['nazo.game.k1'])
  expect(there.moves).toEqual(['r', 'r'])
  expect(there.play).not.toBe('one') // both may go on, and each sends a play of its own
  expect(JSON.parse(kept['nazo.game.k2']).moves.length).toBe(3)
  expect(Object.keys(kept)).not.toContain('nazo.game.k3')
  expect(Object.keys(kept)).not.toContain('nazo.game.study.k4')
  expect(JSON.parse(kept['nazo.latest']).key).toBe('k1')
  expect(other.collection.items.map(({ title }) => title)).toEqual(['mine'])
  await other.takeCode(code)
  expect(other.collection.items.length).toBe(1)
})

test('a code is found in a link, in a message and over several lines', async () => {
  const one = await device()
  for (let i = 0; i < 40; ++i) one.noteFinished({ ...play, id: `puzzle ${i}` })
  const code = await one.codeOf()
  const lines = code.replace(/(.{60})/g, '$1\r\n')
  for (const written of [
    `https://nazo.example/me#${code}`,
    `My records: ${code} – take them.`,
    lines,
    `  ${lines}  `,
  ]) {
    const other = await device()
    await other.takeCode(written)
    expect(other.mine.solvedCount, written.slice(0, 30)).toBe(40)
  }
  const other = await device()
  for (const wrong of ['', 'nazo1.', 'nazo1.AAAA', 'x']) await expect(other.takeCode(wrong)).rejects.toThrow()
})

test('a puzzle stands once in a code, and codes of before are read', async () => {
  const one = await device()
  for (let i = 0; i < 300; ++i) one.noteFinished({ ...play, id: `p${(i * 2654435761) % 2 ** 32}`, seconds: i / 7 })
  const length = (await one.codeOf()).length
  expect(length).toBeLessThan(300 * 32)
  const { packed } = await import('../../src/lib/share')
  const best = { genre: 'sokoban', seconds: 30, score: null, times: 1 }
  const old = { bests: { a: best }, ratings: {}, counted: ['a', 'b'], days: ['2026-03-01'] }
  const other = await device()
  await other.takeCode(`nazo1.${await packed(JSON.stringify(old))}`)
  expect(other.mine.best('a')).toEqual(best)
  expect(other.noteFinished(play).change).toBe(0)
  expect(other.noteFinished({ ...play, id: 'b' }).change).toBe(0)
})

test('what somebody made up is left out', async () => {
  const other = await device()
  const { packed } = await import('../../src/lib/share')
  const before = Object.keys(kept)
  for (const made of [
    7,
    'x',
    [],
    { games: 7, shelf: 'x', latest: 3 },
    { games: { '../x': game(['r']), 'a.b': game(['r']), c: { ...game(['r']), moves: 7 }, d: null }, shelf: [null, 7] },
    { games: { e: { ...game(['r']), events: [['move', 'soon', {}]] } }, shelf: [{ id: 'x', genre: 'sokoban' }] },
    { latest: { genre: 'sokoban', key: 'none', title: '', over: false } },
  ])
    await other.takeCode(`nazo1.${await packed(JSON.stringify(made))}`)
  const later = Object.keys(kept).filter((name) => !before.includes(name))
  expect(later.sort()).toEqual(['nazo.finished', 'nazo.records'])
  expect(other.collection.items).toEqual([])
})
