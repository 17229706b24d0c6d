// What a player has done, kept in this browser alone: best results, a rating for each kind, the days in a row. It needs
// no account, and goes to another device as a code.
import { packed, unpacked } from './share'
import { keep, keptJson } from './storage'

/** The best of one puzzle. */
export interface Best {
  genre: string
  seconds: number
  /** Fewest pushes, moves …: what the genre's card counts. */
  score: number | null
  times: number
}
interface Rated {
  rating: number
  games: number
  /** The ratings of late, the newest last. */
  trend: number[]
}
interface Records {
  bests: Record<string, Best>
  ratings: Record<string, Rated>
  /** Puzzles whose first play has counted already. */
  counted: string[]
  /** Days on which something was solved, the newest last. */
  days: string[]
}

/** What of it can be records: a code comes from anywhere, and what it brought must never break a page. */
export function sane(found: unknown): Records {
  const given = (found ?? {}) as Partial<Record<keyof Records, unknown>>
  const entries = (what: unknown) => Object.entries((what ?? {}) as Record<string, any>)
  const number = (what: unknown): what is number => typeof what === 'number' && Number.isFinite(what)
  const texts = (what: unknown) =>
    (Array.isArray(what) ? what : []).filter((one): one is string => typeof one === 'string')
  const best = ([, one]: [string, any]) =>
    typeof one?.genre === 'string' &&
    number(one.seconds) &&
    number(one.times) &&
    (one.score === null || number(one.score))
  const rated = ([, one]: [string, any]) =>
    number(one?.rating) &&
    number(one.games) &&
    Array.isArray(one.trend) &&
    one.trend.length > 0 &&
    one.trend.every(number)
  return {
    bests: Object.fromEntries(entries(given.bests).filter(best)),
    ratings: Object.fromEntries(entries(given.ratings).filter(rated)),
    counted: texts(given.counted),
    days: texts(given.days).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)),
  }
}

const shelf = 'nazo.records'
const none = (): Records => ({ bests: {}, ratings: {}, counted: [], days: [] })
let records = $state.raw<Records>(sane(keptJson<unknown>(shelf, {})))
function write(next: Records) {
  records = next
  keep(shelf, JSON.stringify(next))
}

// ── the rating ──

export const beginner = 1200
/** A puzzle plays like an opponent: difficulty 0 to 100 is a rating of 800 to 2400. */
export const ratingOf = (difficulty: number) => 800 + 16 * difficulty
const most_trend = 40

/** The rating after a play: `success` is 1 for solved alone, ½ with help, 0 for given up. Elo's formula;
 * the first plays count more. */
export function rated(before: Rated | undefined, difficulty: number, success: number): Rated {
  const { rating, games, trend } = before ?? { rating: beginner, games: 0, trend: [] }
  const expected = 1 / (1 + 10 ** ((ratingOf(difficulty) - rating) / 400))
  const weight = games < 10 ? 48 : 24
  const next = Math.max(100, Math.round(rating + weight * (success - expected)))
  return { rating: next, games: games + 1, trend: [...trend, next].slice(-most_trend) }
}

// ── days in a row ──

/** The day of a moment where the player is: days in a row end at the player's own midnight. */
export function dayOf(moment: number): string {
  const here = new Date(moment)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${here.getFullYear()}-${two(here.getMonth() + 1)}-${two(here.getDate())}`
}
/** The day that lies `count` days before another; of days alone, so no clock is ever set back between them. */
export const dayBefore = (day: string, count = 1) =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

/** How many days in a row something was solved, up to today; yesterday's row is not broken yet. */
export function streakOf(days: string[], today: string): number {
  const known = new Set(days)
  let day = known.has(today) ? today : dayBefore(today)
  let count = 0
  for (; known.has(day); day = dayBefore(day)) ++count
  return count
}

// ── what happens ──

export interface Finished {
  id: string
  genre: string
  solved: boolean
  helped: boolean
  seconds: number
  score: number | null
  difficulty: number | null
}
export interface Gain {
  rating: number | null
  change: number
  best: Best | null
  /** The time, or the score, was the best so far, and there was one before. */
  newBest: boolean
  streak: number
}

export function noteFinished(play: Finished, now = Date.now()): Gain {
  const next: Records = { ...records, bests: { ...records.bests }, ratings: { ...records.ratings } }
  const old = next.bests[play.id]
  let newBest = false
  if (play.solved) {
    const better = (a: number | null | undefined, b: number | null) => (a == null ? b : Math.min(a, b ?? a))
    next.bests[play.id] = {
      genre: play.genre,
      seconds: better(old?.seconds, play.seconds)!,
      score: better(old?.score, play.score),
      times: (old?.times ?? 0) + 1,
    }
    const fewer = old?.score != null && play.score != null && play.score < old.score
    newBest = !!old && (play.seconds < old.seconds || fewer)
    const day = dayOf(now)
    if (!next.days.includes(day)) next.days = [...next.days, day].slice(-800)
  }
  const before = next.ratings[play.genre]
  const counts = play.difficulty != null && !next.counted.includes(play.id)
  if (counts) {
    const success = play.solved ? (play.helped ? 0.5 : 1) : 0
    next.ratings[play.genre] = rated(before, play.difficulty!, success)
    next.counted = [...next.counted, play.id].slice(-3000)
  }
  write(next)
  const after = next.ratings[play.genre]
  return {
    rating: after?.rating ?? null,
    change: counts ? after.rating - (before?.rating ?? beginner) : 0,
    best: next.bests[play.id] ?? null,
    newBest,
    streak: streakOf(next.days, dayOf(now)),
  }
}

export const mine = {
  get ratings() {
    return records.ratings
  },
  get days() {
    return records.days
  },
  get streak() {
    return streakOf(records.days, dayOf(Date.now()))
  },
  best: (id: string): Best | undefined => records.bests[id],
  solved: (id: string) => id in records.bests,
  get solvedCount() {
    return Object.keys(records.bests).length
  },
}

export function forgetRecords() {
  write(none())
}

// ── to another device ──

/** Everything as a code that another browser can take in. */
export const codeOf = async () => `nazo1.${await packed(JSON.stringify(records))}`

/** Joins what a code holds with what is here: the better of both. An error if it is no code. */
export async function takeCode(code: string): Promise<void> {
  const [, body] = /^\s*nazo1\.([\w-]+)\s*$/.exec(code) ?? []
  if (!body) throw new Error('this is no code')
  write(joined(records, sane(JSON.parse(await unpacked(body, 4_000_000)))))
}

export function joined(a: Records, b: Records): Records {
  const bests = { ...a.bests }
  for (const [id, best] of Object.entries(b.bests)) {
    const mine = bests[id]
    const scores = [mine?.score, best.score].filter((score): score is number => score != null)
    bests[id] = {
      genre: best.genre,
      seconds: Math.min(best.seconds, mine?.seconds ?? Infinity),
      score: scores.length > 0 ? Math.min(...scores) : null,
      times: Math.max(best.times, mine?.times ?? 0),
    }
  }
  const ratings = { ...a.ratings }
  for (const [genre, rating] of Object.entries(b.ratings))
    if (rating.games > (ratings[genre]?.games ?? 0)) ratings[genre] = rating
  return {
    bests,
    ratings,
    counted: [...new Set([...a.counted, ...b.counted])].slice(-3000),
    days: [...new Set([...a.days, ...b.days])].sort().slice(-800),
  }
}
