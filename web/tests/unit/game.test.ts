// A game and its helper, with the real rules: the way back takes back what is lost and nothing else, and says no more
// than was found out.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { Nazo } from '@nazo/module'
import type { Hint, HintLevel, Look } from '../../src/lib/types'

const modules = new Map<string, Nazo>()
function module(genre: string): Nazo {
  const file = new URL(`../../../build/wasm/genres/${genre}.wasm`, import.meta.url)
  if (!modules.has(genre)) modules.set(genre, new Nazo(new WebAssembly.Module(readFileSync(file))))
  return modules.get(genre)!
}
const ask = <T>(what: string, genre: string, ...words: string[]) => module(genre).call<T>(what, genre, '', ...words)
interface Made {
  puzzle: { text: string }
}
/** Stands for a helper whose time runs out: of positions it says only what this lets through. */
let found = (hint: Hint): Hint => hint
let asked: HintLevel[] = []
vi.mock('../../src/lib/engine', () => ({
  facts: () => undefined,
  genres: () => [],
  start: (genre: string, text: string) => ask<string>('start', genre, text),
  look: (genre: string, position: string) => ask<Look>('look', genre, position, 'all'),
  play: (genre: string, position: string, move: string) => ask<string>('play', genre, position, move),
  glance: async () => {
    throw new Error('not asked for here')
  },
  hint: async (genre: string, position: string, level: HintLevel) => {
    asked.push(level)
    return found(ask<Hint>('hint', genre, position, level, '5 - 400000000'))
  },
}))

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
})
vi.stubGlobal('document', { documentElement: {}, hidden: false })
vi.stubGlobal('navigator', { language: 'en' })
beforeEach(() => {
  kept.clear()
  found = (hint) => hint
  asked = []
  vi.useRealTimers()
})

async function gameOf(genre: string, text: string) {
  const { Game } = await import('../../src/lib/game.svelte')
  return new Game({ genre, text, title: '', key: '', aside: true })
}
const said = async (game: Awaited<ReturnType<typeof gameOf>>) => {
  const { hintText } = await import('../../src/lib/hints')
  const { genre, hint, hintLevel, look } = game
  return hintText({ genre, hint: hint!, level: hintLevel!, look }, 'en')
}
const plays = (game: Awaited<ReturnType<typeof gameOf>>, moves: string) => {
  for (const move of moves) expect(game.play(move), move).toBe(true)
}

/** The box goes to the goal at the right; pushed into the corner below it is lost. */
const level = '#######\n#@    #\n# $ . #\n#     #\n#######\n'

test('the way back ends before the move that lost', async () => {
  const game = await gameOf('sokoban', level)
  plays(game, 'rDlr') // the box is down at the wall
  expect(game.moves.length).toBe(4)
  await game.backToSolvable()
  expect(game.moves).toEqual(['r'])
  expect(await said(game)).toBe('It can still be solved.')
})

test('a puzzle lost from the start is said to be, and nothing is taken back', async () => {
  const game = await gameOf('sokoban', '########\n#$@   .#\n#      #\n########\n')
  plays(game, 'rr')
  await game.askHint()
  await game.backToSolvable()
  expect(game.moves.length).toBe(2)
  expect(game.hint!.solvable).toBe(false)
  expect(await said(game)).toBe('This could not be solved from the start.')
})

test('what could not be found out is not called solvable, and moves that may be right stay', async () => {
  const unknown: Hint = { text: 'No time.', move: '', solvable: null, technique: 'unknown', cells: [], values: {} }
  found = (hint) => (hint.solvable === false ? hint : unknown)
  const lost = await gameOf('sokoban', level)
  plays(lost, 'rDlr')
  await lost.backToSolvable()
  expect(lost.moves).toEqual(['r']) // the others are proved to be lost
  expect(await said(lost)).toBe('No time.')
  found = () => unknown
  const open = await gameOf('sokoban', level)
  plays(open, 'rDlr')
  await open.backToSolvable()
  expect(open.moves.length).toBe(4)
  expect(await said(open)).toBe('No time.')
})

test('of a hidden deal at its dead end only the last pair is taken back', async () => {
  const options = 'layout=hill\nseen=top'
  const made = module('shanghai').call<Made[]>('generate', 'shanghai', options, '7', '0', '5 - 400000000')
  const game = await gameOf('shanghai', made[0].puzzle.text)
  while (game.look.moves.length > 0) expect(game.play(game.look.moves[0].text)).toBe(true)
  expect(game.stuck).toBe(true)
  const taken = game.moves.length
  expect(taken).toBeGreaterThan(5)
  await game.backToSolvable()
  expect(game.moves.length).toBe(taken - 1)
  expect(game.hint!.solvable).toBe(null)
})

test('an undecided hint offers no further grade', async () => {
  found = () => ({ text: 'No time.', move: '', solvable: null, technique: 'unknown', cells: [], values: {} })
  const game = await gameOf('sokoban', level)
  await game.askHint()
  await game.askHint()
  await game.askHint()
  expect(asked).toEqual(['solvable', 'solvable', 'solvable'])
  expect(game.hintLevel).toBe('solvable')
})

test('the same words told twice are told anew, and stay as long as the second time wants', async () => {
  vi.useFakeTimers()
  const game = await gameOf('sokoban', level)
  game.tell('No.')
  const first = game.told
  vi.advanceTimersByTime(3000)
  game.tell('No.')
  expect(game.told).not.toBe(first)
  vi.advanceTimersByTime(3000)
  expect(game.trouble).toBe('No.')
  vi.advanceTimersByTime(1500)
  expect(game.trouble).toBe('')
})
