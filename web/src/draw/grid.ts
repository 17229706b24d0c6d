// Drawings that are rows of cells: what can be done with the whole of them, the same for every kind.

export type Grid = string[][]

export const sizeOf = (grid: Grid): [rows: number, columns: number] => [grid.length, grid[0]?.length ?? 0]
export const filled = (rows: number, columns: number, value: string): Grid =>
  Array.from({ length: rows }, () => Array<string>(columns).fill(value))
/** Cells that are new are empty; those that no longer fit are gone. */
export const resized = (grid: Grid, rows: number, columns: number, empty: string): Grid =>
  Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => grid[r]?.[c] ?? empty))

export const mirrored = (grid: Grid): Grid => grid.map((row) => [...row].reverse())
export const flipped = (grid: Grid): Grid => [...grid].reverse()
/** A quarter to the right. */
export const rotated = (grid: Grid): Grid => {
  const [rows, columns] = sizeOf(grid)
  return Array.from({ length: columns }, (_, r) => Array.from({ length: rows }, (_, c) => grid[rows - 1 - c][r]))
}

/** The three turns of texts that are grids. */
export const turnsOf = (read: (text: string) => Grid, write: (grid: Grid, text: string) => string) => ({
  mirror: (text: string) => write(mirrored(read(text)), text),
  flip: (text: string) => write(flipped(read(text)), text),
  rotate: (text: string) => write(rotated(read(text)), text),
})
