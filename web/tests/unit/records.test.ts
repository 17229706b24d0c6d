// The player's records: the rating moves towards what was shown, days in a row are counted, bests are made alone.
import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  vi.resetModules()
})
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })

const load = () => import('../../src/lib/records.svelte')
const play = { id: 'a', genre: 'sokoban', solved: true, helped: false, seconds: 30, score: 12, difficulty: 50 }

test('a rating rises with what is solved alone, falls with what is given up, and counts a puzzle once', async () => {
  const { noteFinished, beginner } = await load()
  const first = noteFinished(play)
  expect(first.rating).toBeGreaterThan(beginner)
  expect(first.change).toBe(first.rating! - beginner)
  expect(noteFinished(play).change).toBe(0)
  const helped = noteFinished({ ...play, id: 'b', difficulty: 100, helped: true })
  const lost = noteFinished({ ...play, id: 'c', solved: false })
  expect(helped.change).toBeGreaterThan(0)
  expect(lost.change).toBeLessThan(0)
})

test('a rating comes to where half of the puzzles are solved', async () => {
  const { rated, ratingOf } = await load()
  let now = rated(undefined, 50, 1)
  for (let i = 0; i < 400; ++i) now = rated(now, 60, i % 2)
  expect(Math.abs(now.rating - ratingOf(60))).toBeLessThan(40)
  expect(now.trend.length).toBe(40)
})

test('the best time and the fewest pushes are kept apart', async () => {
  const { noteFinished, mine } = await load()
  noteFinished(play)
  const second = noteFinished({ ...play, seconds: 50, score: 10 })
  expect(second.newBest).toBe(true)
  expect(mine.best('a')).toEqual({ genre: 'sokoban', seconds: 30, score: 10, times: 2 })
  expect(noteFinished({ ...play, seconds: 60, score: 11 }).newBest).toBe(false)
})

test('days in a row end where one is missing, and today is not missed yet', async () => {
  const { streakOf } = await load()
  expect(streakOf([], '2026-03-01')).toBe(0)
  expect(streakOf(['2026-02-27', '2026-02-28'], '2026-03-01')).toBe(2)
  expect(streakOf(['2026-02-27', '2026-02-28', '2026-03-01'], '2026-03-01')).toBe(3)
  expect(streakOf(['2026-02-26', '2026-02-28'], '2026-03-01')).toBe(1)
  expect(streakOf(['2026-02-26'], '2026-03-01')).toBe(0)
})

test('a day is one of the player, not of Greenwich', async () => {
  const zone = process.env.TZ
  try {
    process.env.TZ = 'Asia/Tokyo'
    const { noteFinished, dayOf } = await load()
    const at = (clock: string) => Date.parse(`2026-03-01T${clock}:00+09:00`)
    expect(dayOf(at('00:01'))).toBe('2026-03-01')
    expect(noteFinished(play, at('08:30')).streak).toBe(1)
    expect(noteFinished({ ...play, id: 'b' }, at('09:30')).streak).toBe(1)
    expect(noteFinished({ ...play, id: 'c' }, at('09:30') + 86_400_000).streak).toBe(2)
    // A day of 23 hours, and one of 25.
    process.env.TZ = 'Europe/Berlin'
    for (const [first, second] of [
      ['2026-03-28T23:30:00+01:00', '2026-03-30T00:15:00+02:00'],
      ['2026-10-24T12:00:00+02:00', '2026-10-26T23:59:00+01:00'],
    ])
      expect(dayOf(Date.parse(second)).slice(8)).toBe(String(Number(dayOf(Date.parse(first)).slice(8)) + 2))
  } finally {
    process.env.TZ = zone
    if (zone === undefined) delete process.env.TZ
  }
})

test('a best is one that was made alone, before the solution was seen', async () => {
  const { noteFinished, mine } = await load()
  const helped = noteFinished({ ...play, helped: true, seconds: 5, score: 3 })
  expect(helped.best).toEqual({ genre: 'sokoban', seconds: 5, score: 3, times: 1, helped: true })
  const alone = noteFinished(play)
  expect(alone.newBest).toBe(false)
  expect(mine.best('a')).toEqual({ genre: 'sokoban', seconds: 30, score: 12, times: 2 })
  expect(noteFinished({ ...play, helped: true, seconds: 5, score: 3 }).newBest).toBe(false)
  expect(mine.best('a')).toEqual({ genre: 'sokoban', seconds: 30, score: 12, times: 3 })
  noteFinished({ ...play, solved: false }) // given up: its solution may be watched now
  expect(noteFinished({ ...play, seconds: 4, score: 2 }).newBest).toBe(false)
  expect(mine.best('a')).toMatchObject({ seconds: 30, score: 12 })
  noteFinished({ ...play, id: 'b', solved: false })
  expect(noteFinished({ ...play, id: 'b' })).toMatchObject({ change: 0, best: { helped: true } })
})

test('of two devices the best made alone stands', async () => {
  const { joined } = await load()
  const none = { bests: {}, ratings: {}, counted: [], shown: [], days: [] }
  const alone = { genre: 'sokoban', seconds: 30, score: 12, times: 1 }
  const helped = { ...alone, seconds: 5, score: 3, times: 4, helped: true as const }
  for (const [a, b] of [
    [alone, helped],
    [helped, alone],
  ])
    expect(joined({ ...none, bests: { x: a } }, { ...none, bests: { x: b } }).bests.x).toEqual({ ...alone, times: 4 })
})

test('what is no record is left out, whoever made it up', async () => {
  const { sane } = await load()
  const nothing = { bests: {}, ratings: {}, counted: [], shown: [], days: [] }
  for (const made of [null, 7, 'x', [], { bests: 7, ratings: [1], counted: {}, days: 'x' }])
    expect(sane(made)).toEqual(nothing)
  const best = { genre: 'sokoban', seconds: 3, score: null, times: 1 }
  const rating = { rating: 1200, games: 1, trend: [1200] }
  const found = sane({
    bests: { a: best, b: { ...best, seconds: 'x' }, c: null },
    ratings: { g: rating, h: { rating: 1 }, i: { ...rating, trend: [] } },
    counted: ['a', 'z', 1],
    shown: ['y', {}],
    days: ['2026-03-01', 'today'],
  })
  // What is among the bests needs no second place.
  const rest = { counted: ['z'], shown: ['y'], days: ['2026-03-01'] }
  expect(found).toEqual({ bests: { a: best }, ratings: { g: rating }, ...rest })
})
