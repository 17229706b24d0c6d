// A play is kept until the server has it: passing trouble never drops one, a refusal for good does.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const shelf = new Map<string, string>()
let answers: Response[] = []
let asked: string[] = []

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(status < 300 ? '{"player":"p","kept":"added"}' : '{"error":{"message":"no"}}', {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  shelf.clear()
  answers = []
  asked = []
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => shelf.get(name) ?? null,
    setItem: (name: string, text: string) => void shelf.set(name, text),
  })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', async (path: string) => {
    if (String(path).includes('player')) return answer(201)
    asked.push(String(path))
    return answers.shift() ?? answer(201)
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const outbox = () => import('../../src/lib/outbox')

test('what waits is told before it is sent: nobody is thanked for what is not recorded yet', async () => {
  const { sendLater, deliver, waitingLetters } = await outbox()
  const told: number[] = []
  vi.stubGlobal('dispatchEvent', () => told.push(waitingLetters()))
  sendLater('k', '/api/plays', { key: 'k' })
  expect(told).toEqual([1])
  await deliver()
  expect(told).toEqual([1, 0])
})

test.each([429, 500, 503])('after %i the play stays and is sent again when the server says', async (status) => {
  const { sendLater, deliver, waitingLetters } = await outbox()
  answers = [answer(status, { 'Retry-After': '3' })]
  sendLater('k', '/api/plays', { key: 'k' })
  await deliver()
  expect(waitingLetters()).toBe(1)
  await vi.advanceTimersByTimeAsync(2900)
  expect(asked.length).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.length).toBe(2)
  expect(waitingLetters()).toBe(0)
})

test('a lost connection keeps the play', async () => {
  const { sendLater, deliver, waitingLetters } = await outbox()
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no connection')
  })
  sendLater('k', '/api/plays', { key: 'k' })
  await deliver()
  expect(waitingLetters()).toBe(1)
})

test('an answer that breaks off halfway, and a cookie that is gone, keep the play', async () => {
  const { sendLater, deliver, waitingLetters } = await outbox()
  const broken = answer(201)
  broken.text = async () => {
    throw new TypeError('broke off')
  }
  answers = [broken, answer(401), answer(201)]
  sendLater('k', '/api/plays', { key: 'k' })
  await deliver()
  expect(waitingLetters()).toBe(1)
  await vi.advanceTimersByTimeAsync(15_100)
  expect(waitingLetters()).toBe(1)
  await vi.advanceTimersByTimeAsync(15_100)
  expect(waitingLetters()).toBe(0)
})

test('what is refused for good does not hold up the rest', async () => {
  const { sendLater, deliver, waitingLetters } = await outbox()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answers = [answer(409), answer(201)]
  sendLater('a', '/api/plays', { key: 'a' })
  sendLater('b', '/api/plays', { key: 'b' })
  await deliver()
  expect(asked.length).toBe(2)
  expect(waitingLetters()).toBe(0)
})
