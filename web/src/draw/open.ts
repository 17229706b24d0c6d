// Ways into the drawing page: the address of a puzzle to edit, and puzzles out of files.
import { parse, solve } from '../lib/engine'
import { canDraw } from '../genres/registry.svelte'
import { packed, sharedPuzzle } from '../lib/share'
import type { Drawing } from '../genres/shape'
import type { Puzzle } from '../lib/types'

/** The address under which a puzzle is edited. */
export const editAddress = async (genre: string, text: string, title = '') =>
  `/draw/${genre}#${await packed(title ? `${title}\u0000${text}` : text)}`

/** The address under which it is examined. */
export const examineAddress = async (genre: string, text: string, title = '') =>
  (await editAddress(genre, text, title)).replace(`/draw/${genre}`, `/make?tab=examine&genre=${genre}`)

/** The address under which more like it are ordered. */
export const likeAddress = async (genre: string, text: string, difficulty: number | null) =>
  (await editAddress(genre, text)).replace(
    `/draw/${genre}`,
    `/make?tab=order&like=${genre}${difficulty === null ? '' : `&difficulty=${Math.round(difficulty)}`}`,
  )

/** A puzzle that came from elsewhere as a drawing, or why it is none: its solution, which it needs, was not found, or
 * it has what cannot be drawn. */
export type Brought = { text: string; title: string } | { refused: 'needs_solution' | 'cannot_edit' }

/** The puzzle of such an address. */
export async function drawingAt(genre: string, drawing: Drawing, link: string) {
  const { text, title } = await sharedPuzzle(link)
  return drawingOf(genre, drawing, { ...parse(genre, text)[0], title })
}
export async function drawingOf(genre: string, drawing: Drawing, puzzle: Puzzle): Promise<Brought> {
  if (!canDraw(genre, puzzle.text)) return { refused: 'cannot_edit' }
  let { solution } = puzzle
  if (drawing.needsSolution && !solution) solution = (await solve(genre, puzzle.text, 10)).solution ?? ''
  if (drawing.needsSolution && !solution) return { refused: 'needs_solution' }
  return { text: drawing.of({ ...puzzle, solution }), title: puzzle.title }
}
