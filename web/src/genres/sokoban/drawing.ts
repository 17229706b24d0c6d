// A level as rows of XSB signs, all of the same length; blanks at the edges stay while it is drawn.
import { filled, resized, sizeOf, turnsOf, type Grid } from '../../draw/grid'
import type { Drawing } from '../shape'

export const read = (text: string): Grid => {
  const rows = text.replace(/\n+$/, '').split('\n')
  const width = Math.max(...rows.map((row) => row.length))
  return rows.map((row) => [...row.padEnd(width, ' ')])
}
export const write = (grid: Grid) => grid.map((row) => row.join('') + '\n').join('')

/** How many empty rows and columns lie before the first sign: the reader cuts them off. */
function margins(grid: Grid): [rows: number, columns: number] {
  const rows = grid.findIndex((row) => row.some((sign) => sign !== ' '))
  const columns = Math.min(...grid.map((row) => row.findIndex((sign) => sign !== ' ')).filter((at) => at >= 0))
  return rows < 0 ? [0, 0] : [rows, columns]
}
function room(rows: number, columns: number): Grid {
  const grid = filled(rows, columns, '#')
  for (let r = 1; r < rows - 1; ++r) for (let c = 1; c < columns - 1; ++c) grid[r][c] = ' '
  return grid
}

export default {
  numbered: true,
  length: ['{length} {length:push:pushes}', '{length}押し'],
  usual: [8, 9],
  blank: (rows, columns) => write(room(rows, columns)),
  of: (puzzle) => write(read(puzzle.text)),
  sizes: { rows: [3, 40], columns: [3, 40] },
  size: (text) => sizeOf(read(text)),
  /** The outer wall moves with the edge where it is whole. */
  resized: (text, rows, columns) => {
    const grid = read(text)
    const [height, width] = sizeOf(grid)
    const walled =
      grid[height - 1].every((sign) => sign === '#') && grid.every((row) => row[width - 1] === '#' && row[0] === '#')
    if (!walled) return write(resized(grid, rows, columns, ' '))
    const inside = grid.slice(0, -1).map((row) => row.slice(0, -1))
    const next = resized(inside, rows - 1, columns - 1, ' ').map((row, r) => [
      ...row.map((sign) => (r === 0 ? '#' : sign)),
      '#',
    ])
    next.forEach((row) => (row[0] = '#'))
    return write([...next, Array<string>(columns).fill('#')])
  },
  turned: turnsOf(read, write),
  symmetries: ['none', 'left_right', 'up_down', 'both', 'half_turn'],
  placed: (text, place) => {
    const [rows, columns] = margins(read(text))
    const [row, column] = place.split(',').map(Number)
    return `${row + rows},${column + columns}`
  },
  mended: (text, repaired) => {
    const before = read(text)
    const [rows, columns] = margins(before)
    const after = read(repaired)
    const [height, width] = sizeOf(before)
    const [newHeight, newWidth] = sizeOf(after)
    const grid = filled(Math.max(height, newHeight), Math.max(width, newWidth), ' ')
    const fits = rows + newHeight <= grid.length && columns + newWidth <= grid[0].length
    after.forEach((line, r) =>
      line.forEach((sign, c) => (grid[r + (fits ? rows : 0)][c + (fits ? columns : 0)] = sign)),
    )
    return write(grid)
  },
} satisfies Drawing
