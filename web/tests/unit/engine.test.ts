// Who does the long thinking: a hint waits neither for work in the background nor for what the page asks by itself.
import { beforeEach, expect, test, vi } from 'vitest'

interface Question {
  worker: FakeWorker
  id: number
  words: string[]
}
let asked: Question[] = []
class FakeWorker {
  onmessage: (event: { data: unknown }) => void = () => undefined
  ended = false
  postMessage(data: { id?: number; words?: string[] }) {
    if (data.words) asked.push({ worker: this, id: data.id!, words: data.words })
  }
  terminate() {
    this.ended = true
  }
}
const answer = ({ worker, id }: Question, value: unknown) => worker.onmessage({ data: { id, value } })

vi.mock('@nazo/module', () => ({
  Nazo: class {
    module = {}
    call = () => [{ genre: 'toy' }]
  },
  NazoError: class extends Error {},
}))
vi.mock('../../src/lib/modules', () => ({
  modules: ['toy'],
  addressOf: () => '/toy.wasm',
  waitFor: <T>(what: T) => what,
  keepModulesLater: () => undefined,
}))
beforeEach(() => {
  vi.resetModules()
  asked = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('fetch', async () => new Response('x', { status: 200 }))
  vi.spyOn(WebAssembly, 'compileStreaming').mockResolvedValue({} as WebAssembly.Module)
})
async function engine() {
  const loaded = await import('../../src/lib/engine')
  await loaded.load('toy')
  return loaded
}

test('a hint does not stand behind an analysis, and leaves it alone', async () => {
  const { analyze, hint } = await engine()
  const analysis = analyze('toy', 'x', 10)
  const told = hint('toy', 'p', 'solvable')
  expect(asked.map(({ words }) => words[0])).toEqual(['analyze', 'hint'])
  expect(asked[0].worker).not.toBe(asked[1].worker)
  answer(asked[1], 'told')
  await expect(told).resolves.toBe('told')
  answer(asked[0], 'analysed')
  await expect(analysis).resolves.toBe('analysed')
})

test('what the page looks at by itself gives way to a hint', async () => {
  const { glance, hint } = await engine()
  const glanced = glance('toy', 'p', 'step')
  const told = hint('toy', 'p', 'solvable')
  await expect(glanced).rejects.toThrow()
  expect(asked[0].worker.ended).toBe(true)
  expect(asked[1].worker.ended).toBe(false)
  answer(asked[1], 'told')
  await expect(told).resolves.toBe('told')
})

test('a hint that somebody waits for is not given up for another, and a glance waits behind it', async () => {
  const { glance, hint } = await engine()
  const first = hint('toy', 'p', 'solvable')
  const glanced = glance('toy', 'p', 'step')
  const second = hint('toy', 'q', 'solvable')
  expect(asked.every(({ worker }) => worker === asked[0].worker && !worker.ended)).toBe(true)
  for (const question of asked) answer(question, question.words[3])
  await expect(Promise.all([first, glanced, second])).resolves.toEqual(['p', 'p', 'q'])
})
