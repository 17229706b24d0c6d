// What the critic asks in turn: a question that ran out is asked again with patience, and none hides that another did.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Closeness, Critique, Repair } from '../../src/lib/types'

type Answer = (closeness: Closeness, seconds: number) => Partial<Critique>
let answer: Answer = () => ({})
let asked: [Closeness, number][] = []
vi.mock('../../src/lib/engine', () => ({
  Thinker: class {
    busy = false
    warm() {}
    cancel() {}
  },
  critique: async (_worker: unknown, _genre: string, _text: string, closeness: Closeness, seconds: number) => {
    asked.push([closeness, seconds])
    return { ...nothing, ...answer(closeness, seconds) }
  },
}))
const verdict = (status: Critique['verdict']['status']) => ({ status }) as Critique['verdict']
const nothing = { verdict: verdict('unknown'), unique: null, limit: null, remarks: [], repairs: [] }
const repair = { code: 'fill' } as Repair

async function judged(how: Answer) {
  const { Critic } = await import('../../src/draw/critic.svelte')
  answer = how
  const critic = new Critic('nonogram')
  await critic.look('a drawing')
  return critic.found!
}
beforeEach(() => {
  asked = []
})

test('a verdict that is known at once leaves the long search for repairs to be made', async () => {
  const found = await judged((closeness, seconds) => ({
    verdict: verdict('solved'),
    unique: false,
    limit: closeness === 'repairs' && seconds < 10 ? 'time' : null,
    repairs: seconds > 10 ? [repair] : [],
  }))
  expect(asked.map(([closeness]) => closeness)).toEqual(['verdict', 'repairs', 'repairs'])
  expect(found.repairs).toEqual([repair])
  expect(found.limit).toBeNull()
})

test('a search for repairs that ran out to the end is said, however much the verdict knows', async () => {
  const found = await judged((closeness, seconds) => ({
    verdict: verdict(closeness === 'verdict' && seconds < 1 ? 'unknown' : 'unsolvable'),
    limit: closeness === 'repairs' || seconds < 1 ? 'time' : null,
  }))
  expect(asked.map(([closeness]) => closeness)).toEqual(['verdict', 'repairs', 'verdict', 'repairs'])
  expect(found.verdict.status).toBe('unsolvable')
  expect(found.limit).toBe('time')
})

test('what is decided is not asked again', async () => {
  await judged(() => ({ verdict: verdict('solved'), unique: true }))
  expect(asked.map(([closeness]) => closeness)).toEqual(['verdict', 'repairs'])
  asked = []
  // The first verdict ran out, and the search for repairs had time for both.
  await judged((closeness) => ({ verdict: verdict('solved'), limit: closeness === 'verdict' ? 'time' : null }))
  expect(asked.map(([closeness]) => closeness)).toEqual(['verdict', 'repairs'])
})
