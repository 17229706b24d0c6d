// What a player has done, kept in this browser alone: best results, a rating for each kind, the days in a row. It needs
// no account, and goes to another device as a code (moving.ts).
import { keep, keptJson } from './storage'

/** The best of one puzzle: of the plays made alone. As long as there is none, of those with help, and marked so. */
export interface Best {
  genre: string
  seconds: number
  /** Fewest pushes, moves …: what the genre's card counts. */
  score: number | null
  times: number
  helped?: true
}
interface Rated {
  rating: number
  games: number
  /** The ratings of late, the newest last. */
  trend: number[]
}
export interface Records {
  bests: Record<string, Best>
  ratings: Record<string, Rated>
  /** Puzzles whose first play has counted and that are not among the bests: of older records. */
  counted: string[]
  /** Puzzles that were given up: somebody may know how they go. */
  shown: string[]
  /** Days on which something was solved, the newest last. */
  days: string[]
}

const most_counted = 3000
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
  const whole = ([id, one]: [string, Best]): [string, Best] => {
    const { genre, seconds, score, times, helped } = one
    return [id, { genre, seconds, score, times, ...(helped === true ? { helped } : {}) }]
  }
  const bests = Object.fromEntries(entries(given.bests).filter(best).map(whole))
  return {
    bests,
    ratings: Object.fromEntries(entries(given.ratings).filter(rated)),
    counted: texts(given.counted)
      .filter((id) => !Object.hasOwn(bests, id))
      .slice(-most_counted),
    shown: texts(given.shown).slice(-most_counted),
    days: texts(given.days).filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)),
  }
}

const shelf = 'nazo.records'
const none = (): Records => ({ bests: {}, ratings: {}, counted: [], shown: [], days: [] })
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

/** The better of two, each by itself; null is none. */
const less = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))
/** The best of two: what was done alone stands before anything done with help. */
function bestOf(a: Best | undefined, b: Best): Best {
  if (!a || !!a.helped !== !!b.helped) return a && !a.helped ? a : b
  return { ...b, seconds: Math.min(a.seconds, b.seconds), score: less(a.score, b.score) }
}

export function noteFinished(play: Finished, now = Date.now()): Gain {
  const next: Records = { ...records, bests: { ...records.bests }, ratings: { ...records.ratings } }
  const old = next.bests[play.id]
  let newBest = false
  // Whoever gave it up before may know how it goes.
  const shown = next.shown.includes(play.id)
  const helped = play.helped || shown
  if (play.solved) {
    const { genre, score } = play
    const seconds = Math.round(play.seconds * 10) / 10
    const times = (old?.times ?? 0) + 1
    const mine: Best = { genre, seconds, score, times, ...(helped ? { helped: true } : {}) }
    next.bests[play.id] = { ...bestOf(old, mine), times }
    const fewer = old?.score != null && score != null && score < old.score
    newBest = !!old && !old.helped && !helped && (seconds < old.seconds || fewer)
    const day = dayOf(now)
    if (!next.days.includes(day)) next.days = [...next.days, day].slice(-800)
  }
  const before = next.ratings[play.genre]
  const counts = play.difficulty != null && !old && !shown && !next.counted.includes(play.id)
  if (counts) {
    const success = play.solved ? (play.helped ? 0.5 : 1) : 0
    next.ratings[play.genre] = rated(before, play.difficulty!, success)
  }
  if (!play.solved && !shown) next.shown = [...next.shown, play.id].slice(-most_counted)
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
  solved: (id: string) => Object.hasOwn(records.bests, id),
  get solvedCount() {
    return Object.keys(records.bests).length
  },
}

export function forgetRecords() {
  write(none())
}

// ── to another device ──

export const allRecords = () => records
export function joinRecords(others: Records) {
  write(joined(records, others))
}

export function joined(a: Records, b: Records): Records {
  const bests = { ...a.bests }
  for (const [id, best] of Object.entries(b.bests)) {
    const times = Math.max(best.times, bests[id]?.times ?? 0)
    bests[id] = { ...bestOf(bests[id], best), times }
  }
  const ratings = { ...a.ratings }
  for (const [genre, rating] of Object.entries(b.ratings))
    if (rating.games > (ratings[genre]?.games ?? 0)) ratings[genre] = rating
  const both = (one: string[], other: string[]) => [...new Set([...one, ...other])].slice(-most_counted)
  return {
    bests,
    ratings,
    counted: both(a.counted, b.counted).filter((id) => !Object.hasOwn(bests, id)),
    shown: both(a.shown, b.shown),
    days: [...new Set([...a.days, ...b.days])].sort().slice(-800),
  }
}
