// What the browser keeps, where it forbids that or is full.
import { beforeEach, expect, test, vi } from 'vitest'

/** A browser's storage with room for so many letters. */
function narrow(room: number) {
  const there: Record<string, string> = {}
  const size = () => Object.entries(there).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  const methods = {
    getItem: (name: string) => there[name] ?? null,
    setItem(name: string, value: string) {
      if (size() - (there[name]?.length ?? -name.length) + value.length > room) throw new Error('full')
      there[name] = value
    },
    removeItem: (name: string) => delete there[name],
  }
  return new Proxy({} as Record<string, string>, {
    get: (_, name) => methods[name as keyof typeof methods],
    ownKeys: () => Object.keys(there),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
const fresh = () => import('../../src/lib/storage')
beforeEach(() => vi.resetModules())

const game = (outcome: string, started: number) => JSON.stringify({ outcome, started, moves: 'x'.repeat(100) })

test('a full storage lets go of games that are over, the oldest first, and of nothing else', async () => {
  vi.stubGlobal('localStorage', narrow(2000))
  const { keep, kept, keepIfRoom, names } = await fresh()
  keep('nazo.records', 'mine')
  keep('nazo.game.open', game('unfinished', 1))
  for (let i = 0; i < 9; ++i) keep(`nazo.game.${i}`, game('solved', 100 - i))
  expect(keepIfRoom('nazo.puzzle.a', 'y'.repeat(1500))).toBe(false)
  expect(names()).toHaveLength(11)
  keep('nazo.outbox', 'z'.repeat(700))
  expect(kept('nazo.outbox')).toHaveLength(700)
  expect(kept('nazo.records')).toBe('mine')
  expect(kept('nazo.game.open')).not.toBeNull()
  expect(kept('nazo.game.8')).toBeNull()
})

test('what cannot be kept at all is there until the page is closed', async () => {
  vi.stubGlobal('localStorage', narrow(50))
  const { keep, kept, names, drop } = await fresh()
  keep('nazo.outbox', 'z'.repeat(70))
  expect(kept('nazo.outbox')).toHaveLength(70)
  expect(names()).toEqual(['nazo.outbox'])
  keep('nazo.outbox', 'little')
  expect((localStorage as Storage).getItem('nazo.outbox')).toBe('little')
  drop('nazo.outbox')
  expect(kept('nazo.outbox')).toBeNull()
})

test('a browser that forbids storage changes nothing but that', async () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const { keep, kept, keptJson, drop } = await fresh()
  expect(kept('nazo.language')).toBeNull()
  keep('nazo.game.1', game('solved', 1))
  keep('nazo.game.2', game('solved', 2))
  expect(keptJson('nazo.game.1', { outcome: '' }).outcome).toBe('solved')
  drop('nazo.game.1')
  expect(kept('nazo.game.1')).toBeNull()
  keep('nazo.broken', '{')
  expect(keptJson('nazo.broken', 7)).toBe(7)
})
