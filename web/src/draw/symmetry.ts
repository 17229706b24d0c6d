// Drawing in symmetry: what is drawn in a cell is drawn in its images, too.
import type { Cell } from '../lib/types'

export type Symmetry = 'none' | 'left_right' | 'up_down' | 'both' | 'half_turn'

/** The cell and its images on a board of this size, each once. */
export function imagesOf([row, column]: Cell, symmetry: Symmetry, rows: number, columns: number): Cell[] {
  const below = rows + 1 - row
  const across = columns + 1 - column
  const images: Record<Symmetry, Cell[]> = {
    none: [],
    left_right: [[row, across]],
    up_down: [[below, column]],
    both: [
      [row, across],
      [below, column],
      [below, across],
    ],
    half_turn: [[below, across]],
  }
  const all: Cell[] = [[row, column], ...images[symmetry]]
  return all.filter((cell, i) => all.findIndex((other) => other.join() === cell.join()) === i)
}
