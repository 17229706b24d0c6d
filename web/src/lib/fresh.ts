// A new puzzle of the same size and about the same difficulty, made in this browser: there is no end of them.
import { cardOf } from '../genres/registry.svelte'
import * as engine from './engine'
import type { GameSource } from './game.svelte'
import { t } from './i18n.svelte'
import { go } from './router.svelte'
import { shareAddress } from './share'

export interface Fresh {
  text: string
  difficulty: number | null
}
/** Makes a new one like the puzzle of a game and goes there; false if none was found. */
export async function goFresh(source: GameSource): Promise<boolean> {
  const { genre, text, difficulty } = source
  const found = await freshLike(genre, text, difficulty ?? null).catch(() => null)
  if (found) go(await shareAddress(genre, found.text, t('fresh_title')))
  return found !== null
}

/** Makes one of this kind from nothing but its module and goes there, in place of this page; false if none was made. */
export async function goFirst(genre: string): Promise<boolean> {
  await engine.load(genre)
  const begun = engine.facts(genre)!.examples.find(({ solvable }) => solvable)
  const found = begun && (await freshLike(genre, begun.text, null))
  if (found) go(await shareAddress(genre, found.text, t('fresh_title')), 'replace')
  return !!found
}

const near = 12 // points of difficulty that count as the same
const patience = 12 // seconds

/** Can this kind make new ones here? */
export const canMake = (genre: string) => !!cardOf(genre)?.like

/** What the generator is asked for another puzzle of this size and length. */
async function optionsLike(genre: string, text: string): Promise<Record<string, string>> {
  const { like, likeSolved } = cardOf(genre)!
  const solution = likeSolved ? (await engine.solve(genre, text, 4)).solution : null
  return like!(engine.look(genre, engine.start(genre, text)), solution ?? undefined)
}

/** Makes candidates until one is about as hard as wanted, or time is up: then the nearest. Null if there was none. */
export async function freshLike(genre: string, text: string, difficulty: number | null): Promise<Fresh | null> {
  const options = await optionsLike(genre, text)
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]
  const until = performance.now() + patience * 1000
  let best: Fresh | null = null
  const gap = (one: Fresh) => Math.abs((one.difficulty ?? 50) - (difficulty ?? one.difficulty ?? 50))
  for (let index = 0; performance.now() < until; ++index) {
    const made = await engine.generate(genre, options, seed, index, 8).catch(() => [])
    for (const { puzzle, solution } of made.slice(0, 3)) {
      const solvable = solution !== '' || (await engine.solve(genre, puzzle.text, 4)).status === 'solved'
      if (!solvable) continue
      const { prior } = await engine.analyze(genre, puzzle.text, 4)
      const one = { text: puzzle.text, difficulty: prior.difficulty }
      if (!best || gap(one) < gap(best)) best = one
      if (gap(best) <= near) return best
    }
  }
  return best
}
