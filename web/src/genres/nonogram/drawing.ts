// A picture as a .non text: the clues that the picture has, and the picture itself as the goal.
import { filled, resized, sizeOf, turnsOf, type Grid } from '../../draw/grid'
import type { Drawing } from '../shape'
import { say as words } from './texts'

export const black = '#'
export const white = '.'

/** The lengths of the runs of black in a line. */
export const runs = (line: string[]) =>
  line
    .join('')
    .split(/[^#]+/)
    .map((run) => run.length)
    .filter((length) => length > 0)
const columnsOf = (grid: Grid) => grid[0].map((_, c) => grid.map((row) => row[c]))
export const cluesOf = (grid: Grid) => ({ rows: grid.map(runs), columns: columnsOf(grid).map(runs) })

export const read = (text: string): Grid => {
  const goal = /^goal "([01]*)"/m.exec(text)?.[1] ?? ''
  const [width, height] = ['width', 'height'].map((name) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]))
  return Array.from({ length: height }, (_, r) =>
    Array.from({ length: width }, (_, c) => (goal[r * width + c] === '1' ? black : white)),
  )
}
export function write(grid: Grid): string {
  const { rows, columns } = cluesOf(grid)
  const lines = (clues: number[][]) => clues.map((clue) => clue.join(',') || '0').join('\n')
  const goal = grid.flat().map((cell) => (cell === black ? '1' : '0'))
  return [
    `width ${grid[0].length}`,
    `height ${grid.length}`,
    '',
    'rows',
    lines(rows),
    '',
    'columns',
    lines(columns),
    '',
    `goal "${goal.join('')}"`,
    '',
  ].join('\n')
}

export default {
  usual: [10, 10],
  blank: (rows, columns) => write(filled(rows, columns, white)),
  of: ({ solution }) =>
    write(
      solution
        .trim()
        .split('\n')
        .map((row) => [...row]),
    ),
  needsSolution: true,
  takesImages: true,
  sizes: { rows: [1, 99], columns: [1, 99] },
  size: (text) => sizeOf(read(text)),
  resized: (text, rows, columns) => write(resized(read(text), rows, columns, white)),
  turned: turnsOf(read, write),
  symmetries: ['none', 'left_right', 'up_down', 'both', 'half_turn'],
  missing: (text) => (/^goal ".*1/m.test(text) ? '' : words('nothing_drawn')),
} satisfies Drawing
