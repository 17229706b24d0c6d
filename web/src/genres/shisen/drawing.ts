// A board as rows of kinds' numbers, a point where no tile lies, and what it says of its border.
import { filled, resized, sizeOf, turnsOf, type Grid } from '../../draw/grid'
import type { Drawing } from '../shape'
import { say as words } from './texts'

export const none = '.'

export const read = (text: string): Grid =>
  text
    .trim()
    .split('\n')
    .filter((line) => !/^\w+:/.test(line))
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((cell) => (/^\d+$/.test(cell) ? cell : none)),
    )
export const isInside = (text: string) => /^border: *inside/m.test(text)
export const write = (grid: Grid, inside: boolean) =>
  (inside ? 'border: inside\n' : '') + grid.map((row) => row.join(' ') + '\n').join('')
const rewritten = (grid: Grid, text: string) => write(grid, isInside(text))

export default {
  numbered: true,
  usual: [5, 8],
  blank: (rows, columns) => write(filled(rows, columns, none), false),
  of: ({ text }) => write(read(text), isInside(text)),
  sizes: { rows: [1, 30], columns: [3, 30] },
  size: (text) => sizeOf(read(text)),
  resized: (text, rows, columns) => rewritten(resized(read(text), rows, columns, none), text),
  turned: turnsOf(read, rewritten),
  symmetries: ['none', 'left_right', 'up_down', 'both', 'half_turn'],
  missing: (text) =>
    read(text)
      .flat()
      .some((cell) => cell !== none)
      ? ''
      : words('lay_tiles'),
} satisfies Drawing
