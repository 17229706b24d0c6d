// Puzzles kept in this browser, so that one can play on a train: every puzzle seen, and a pack fetched on demand.
import { ApiError, get, puzzle } from './api'
import { finishedPuzzles } from './game.svelte'
import { keepModules } from './modules'
import { keepIfRoom, keptJson, names, puzzlePrefix as prefix } from './storage'
import type { Brief, Stored } from './types'

const perGenre = 24

export function keepPuzzle(found: Stored) {
  keepIfRoom(prefix + found.key, JSON.stringify({ ...found, features: {} }))
}
export const keptPuzzle = (key: string) => keptJson<Stored | null>(prefix + key, null)
const keptKeys = () =>
  names()
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
/** All that is kept, the easiest first. */
export const keptPuzzles = (): Stored[] =>
  keptKeys()
    .map(keptPuzzle)
    .filter((one) => one !== null)
    .sort((a, b) => (a.difficulty ?? 50) - (b.difficulty ?? 50))
export const keptCount = () => keptKeys().length

/** A kept puzzle of this kind that is not solved yet, the easiest first; else any other; null if there is none. */
export function nextInPack(genre: string, besides = ''): string | null {
  const done = finishedPuzzles()
  const kept = keptPuzzles().filter((one) => one.genre === genre && one.key !== besides)
  return (kept.find(({ key }) => !done.has(key)) ?? kept[0])?.key ?? null
}

/** A server that is busy is asked again a few times. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let turn = 0; ; ++turn)
    try {
      return await ask()
    } catch (error) {
      if (turn === 4 || !(error instanceof ApiError) || error.status !== 429) throw error
      await new Promise((done) => setTimeout(done, (error.retryAfter ?? 2) * 1000))
    }
}

/** Fetches the rules, and some puzzles of every kind, from easy to hard; tells how many are kept so far. */
export async function fetchPack(genres: string[], tell: (count: number) => void): Promise<void> {
  await keepModules()
  for (const genre of genres) {
    const { puzzles } = await get<{ puzzles: Brief[] }>(`/api/puzzles?genre=${genre}&limit=60`)
    const chosen = (i: number) =>
      Math.floor(((i + 1) * perGenre) / puzzles.length) > Math.floor((i * perGenre) / puzzles.length)
    const some = puzzles.length <= perGenre ? puzzles : puzzles.filter((_, i) => chosen(i))
    for (const { key } of some) {
      if (!keptPuzzle(key)) keepPuzzle(await patiently(() => puzzle(key)))
      await fetch(`/api/puzzles/${key}/picture.svg`).catch(() => undefined) // kept by the service worker, where one is
      tell(keptCount())
    }
  }
}
