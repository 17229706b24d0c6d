// What a maker is warned of before others play it.
import { expect, test, vi } from 'vitest'
import type { Critique } from '../../src/lib/types'

vi.mock('../../src/lib/engine', () => ({
  Thinker: class {
    cancel() {}
  },
  facts: () => ({ codes: [{ code: 'open_edge', invalidates: true }] }),
  critique: async (_: unknown, _genre: string, text: string) => answers[text],
}))
const judged = (given: object) => ({ verdict: { status: 'solved' }, unique: true, remarks: [], ...given }) as never
const answers: Record<string, Critique> = {
  fine: judged({}),
  none: judged({ verdict: { status: 'unsolvable' }, faulty: true }),
  two: judged({ unique: false, faulty: true }),
  many: judged({ unique: false, faulty: false }),
  open: judged({ faulty: true, remarks: [{ code: 'dull' }, { code: 'open_edge', message: 'the edge is open' }] }),
  unsure: judged({ verdict: { status: 'unknown' } }),
}
const { Doubts } = await import('../../src/draw/doubts.svelte')

test('what cannot be solved, has two solutions or another fault is doubtful; what is undecided is not', async () => {
  const doubts = new Doubts()
  const texts = ['fine', 'none', 'two', 'many', 'open', 'unsure', 'strange']
  doubts.look(texts.map((text) => ({ genre: 'g', text })))
  await new Promise((done) => setTimeout(done, 20))
  expect(texts.map((text) => doubts.of({ genre: 'g', text })?.what ?? null)).toEqual([
    null,
    'unsolvable',
    'several',
    null,
    'fault',
    null,
    null,
  ])
  expect(doubts.of({ genre: 'g', text: 'open' })).toMatchObject({ code: 'open_edge', message: 'the edge is open' })
})
