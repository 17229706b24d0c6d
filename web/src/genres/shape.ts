// What a genre's folder gives the page. A genre without a folder is shown with its English facts and the plain board.
import type { Component } from 'svelte'
import type { Game } from '../lib/game.svelte'
import type { Language } from '../lib/i18n.svelte'
import type { Hint, HintLevel, Look, Puzzle } from '../lib/types'
import type { Draft } from '../draw/draft.svelte'
import type { Symmetry } from '../draw/symmetry'

/** A text in English and Japanese. */
export type Both = readonly [english: string, japanese: string]

/** genre.ts, its default export: what every page may need at once, so it is small. */
export interface GenreCard {
  /** Where it stands among the others; the lowest comes first. */
  order: number
  title: Both
  /** The rule and the goal in one sentence. */
  how: Both
  /** What the keys do on its board. */
  keys: Both
  /** Its sign in drawings: an SVG path around 0,0, about ten units wide, and a colour. */
  mark: { path: string; color: string }
  /** All its boards have one size, so lists do not mention it. */
  oneSize?: boolean
  /** The shelves of the starter collection in Japanese: their titles are "SHELF · NUMBER". */
  shelves?: Record<string, string>
  /** What besides the time is worth being little, and what it is called: "{count} pushes". */
  score?: (look: Look<any>) => number
  scoreName?: Both
  /** Options of its generator for another puzzle of the same size; the solution is there where it is known. */
  like?: (look: Look<any>, solution?: string) => Record<string, string>
  /** Can this step be made by somebody who knows none of the board's tools yet? Where it cannot, the coach shows a
   * later one. */
  firstStep?: (move: string) => boolean
  /** Its board draws moves and never looks at the list of them, so game.look.moves stays empty. */
  freehand?: boolean
  /** A move that loses the puzzle is told at once, for kinds in which every move has an answer; and on request what
   * refutes it, in words. */
  judged?: (look: Look<any>, before: Look<any> | null, language: Language) => string
  /** A hint in English, where the module's own sentence is none for Western readers; null leaves it to that. */
  hinted?: (hint: Hint, look: Look<any>) => string | null
  /** Has this puzzle what its editor cannot draw? */
  undrawable?: (text: string) => boolean
  /** How a move is written into the record, where the genre's answer belongs to it. */
  recorded?: (move: string, look: Look) => string
}

/** What a hint's sentence may be made of, besides the hint itself. */
export interface HintPlace {
  level: HintLevel
  look: Look<any>
}

/** words.ts, its default export: Japanese names for what the genre's facts name, loaded when a page needs them. */
export interface GenreWords {
  features: Record<string, string>
  options: Record<string, string>
  codes: Record<string, string>
  presets: Record<string, string>
  examples: Record<string, string>
  /** What a small change does that mends a drawing; for every one of the facts' repairs. */
  repairs?: Record<string, string>
  /** For every technique of the facts: the hint in Japanese. */
  hints: Record<string, (hint: Hint, place: HintPlace) => string>
}

/** errors.ts, its default export: what its readers and rules object to, said in Japanese. */
export interface GenreErrors {
  /** The module's sentence with {} for what differs, and the Japanese with {1}, {2} … in its place. */
  said: Record<string, string>
  /** Words that stand in the gaps. */
  gaps?: Record<string, string>
}

/** Board.svelte: draws game.look.view, offers game.look.moves, calls game.play(move). */
export type Board = Component<{
  game: Game
  /** A move to point at: a hint, or the next step for somebody new. */
  beckon?: string
  /** Is read out by screen readers. */
  say: (text: string) => void
}>

/** Structure.svelte: what a puzzle is made of, drawn for its maker. */
export type Structure = Component<{
  genre: string
  text: string
  features: Record<string, unknown>
  solution: string
}>

/** How large a drawing may be. */
export interface DrawingSizes {
  rows: readonly [least: number, most: number]
  columns: readonly [least: number, most: number]
}
export type Turn = 'mirror' | 'flip' | 'rotate'

/** drawing.ts, its default export: a drawing as a text that the genre's own reader takes, and what can be done with the
 * whole of it. It knows how the text is written, and no rule. */
export interface Drawing {
  /** What one begins with; rows and columns only where it has sizes. */
  blank(rows: number, columns: number): string
  /** The size to begin with, and after "clear" of nothing. */
  usual: readonly [rows: number, columns: number]
  /** The drawing of a puzzle that came from elsewhere. */
  of(puzzle: Puzzle): string
  /** A puzzle can only be drawn with its solution at hand. */
  needsSolution?: boolean
  /** Its editor draws from an image that is dropped. */
  takesImages?: boolean
  /** The keys 1–9 choose among its editor's tools. */
  numbered?: boolean
  /** Its size can be changed. */
  sizes?: DrawingSizes
  size(text: string): [rows: number, columns: number]
  resized?(text: string, rows: number, columns: number): string
  turned?: Partial<Record<Turn, (text: string) => string>>
  /** In which symmetries one can draw. */
  symmetries?: Symmetry[]
  /** Where a place of the critique is in the drawing: its reader may cut empty edges off. */
  placed?(text: string, place: string): string
  /** The drawing after a repair, where the repaired text is not the drawing itself. */
  mended?(text: string, repaired: string): string
  /** What the length of a solution counts, for the verdict; without it no length is told: "{length} moves". */
  length?: Both
  /** What is still missing before it can be read as a puzzle, in the reader's language; empty: nothing. */
  missing?(text: string): string
}

/** Editor.svelte: the surface to draw on, with its tools. It shows draft.text and calls draft.put(text). */
export type Editor = Component<{
  draft: Draft
  /** Is read out by screen readers. */
  say: (text: string) => void
}>

/** files.ts, its default export: an XML file as a text that the module reads, or null where it is none of this genre's.
 * The modules have no XML reader; the browser has one. */
export type FileReader = (text: string) => string | null
