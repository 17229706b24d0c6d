// What the wasm module and the server speak of. The shapes of `view` are each genre's own; see src/genres/*/genre.cpp.

export type Cell = [row: number, column: number]

export interface Move {
  text: string
  label: string
  key: string
  from: Cell | null
  to: Cell | null
}

export type Standing = 'playing' | 'won' | 'stuck'

export interface Look<View = unknown> {
  view: View
  moves: Move[]
  status: Standing
}

/** A board as rows of short texts, each with a style from 0 to 6; the board's cell 1,1 stands at `origin`. */
export interface TextPicture {
  rows: [text: string, style: number][][]
  origin: Cell
  caption: string
}

export interface Hint {
  text: string
  move: string
  solvable: boolean | null
  /** What it says, as a code: one of the facts' techniques, or solved, solvable, unsolvable, unknown. */
  technique: string
  cells: Cell[]
  values: Record<string, unknown>
}
export type HintLevel = 'solvable' | 'step' | 'why'

export interface OptionFact {
  name: string
  kind: 'flag' | 'integer' | 'real' | 'choice' | 'text' | 'file'
  help: string
  default: string
  verbs: string[]
  choices: string[]
  lowest?: number
  highest?: number
}

export interface Facts {
  genre: string
  title: string
  about: string
  sizes: string
  formats: { name: string; extensions: string[]; help: string; reads: boolean; writes: boolean; whole: boolean }[]
  features: { name: string; help: string }[]
  codes: { code: string; help: string; invalidates: boolean }[]
  techniques: { code: string; help: string }[]
  options: OptionFact[]
  presets: { name: string; help: string; options: Record<string, string> }[]
  examples: { name: string; text: string; solvable: boolean }[]
  repairs: { code: string; help: string }[]
}

export interface Puzzle {
  genre: string
  text: string
  title: string
  solution: string
  notes: Record<string, unknown>
}

export interface Verdict {
  status: 'solved' | 'unsolvable' | 'unknown'
  limit: string | null
  solution: string | null
  length: number | null
  optimal: boolean
  nodes: number
  notes: Record<string, unknown>
}

export interface Finding {
  code: string
  message: string
  /** Where, as the genre's board names its places: "ROW,COLUMN" mostly. */
  places: string[]
}
/** A small change that mends a drawing; its text is the drawing after it. */
export interface Repair extends Finding {
  text: string
}
export type Closeness = 'verdict' | 'parts' | 'repairs'
/** What a maker is told about a drawing. */
export interface Critique {
  verdict: Verdict
  unique: boolean | null
  second: string | null
  faulty: boolean
  limit: string | null
  remarks: Finding[]
  repairs: Repair[]
  /** The drawing as a puzzle, normalised. */
  puzzle: Puzzle
}
export interface Report {
  valid: boolean | null
  limit: string | null
  findings: Finding[]
}

export interface Prior {
  difficulty: number | null
  interest: number | null
  time: number | null
  success: number | null
}

export interface Analysis {
  exact: boolean
  limit: string | null
  features: Record<string, unknown>
  prior: Prior
}

/** A line of a list of puzzles. */
export interface Brief extends Prior {
  key: string
  genre: string
  title: string
  rows: number | null
  columns: number | null
  time_range: [number, number] | null
  model: string | null
  /** In a maker's own collection: is a solution kept? */
  has_solution?: boolean
}

export interface Stored extends Brief {
  text: string
  source: string
  features: Record<string, unknown>
  exact: boolean
  time_se: number | null
  has_solution: boolean
}

export type Outcome = 'solved' | 'gave_up' | 'unfinished'
export type PlayEvent =
  | [kind: 'move' | 'assisted', seconds: number, move: string]
  | [kind: 'undo' | 'restart' | 'hint' | 'give_up', seconds: number]

export interface Play {
  key: string
  puzzle: string
  study?: string
  started: number
  outcome: Outcome
  rating?: number
  events: PlayEvent[]
}
