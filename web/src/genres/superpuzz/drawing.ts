// A deal as four lines of cards; a place without a card is a hole. It is a deal once every card lies somewhere.
import { filled, flipped, resized, sizeOf, type Grid } from '../../draw/grid'
import type { Drawing } from '../shape'
import { say as words } from './texts'

export const hole = '--'
export const suits = ['H', 'D', 'S', 'C']
const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K']

/** The cards of a deal of so many columns: the top rank is taken out. */
export const packOf = (columns: number) =>
  suits.flatMap((suit) => ranks.slice(0, columns - 1).map((rank) => suit + rank))

export function read(text: string): Grid {
  const rows = text
    .trim()
    .split('\n')
    .filter((line) => !/^\w+:/.test(line))
    .slice(-4)
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((card) => card.replace('10', 'T')),
    )
  const pack = new Set(packOf(rows[0].length))
  return rows.map((row) => row.map((card) => (pack.has(card) ? card : hole)))
}
export const write = (grid: Grid) => grid.map((row) => row.join(' ') + '\n').join('')
/** Cards that lie nowhere yet. */
export function inTheBox(grid: Grid): string[] {
  const laid = new Set(grid.flat())
  return packOf(grid[0].length).filter((card) => !laid.has(card))
}

export default {
  length: ['{length} {length:move:moves}', '{length}手'],
  usual: [4, 6],
  blank: (_, columns) => write(filled(4, columns, hole)),
  of: ({ text }) => write(read(text)),
  sizes: { rows: [4, 4], columns: [2, 13] },
  size: (text) => sizeOf(read(text)),
  // With fewer columns there are fewer ranks: cards that no longer exist go.
  resized: (text, _, columns) => write(read(write(resized(read(text), 4, columns, hole)))),
  turned: { flip: (text) => write(flipped(read(text))) },
  missing: (text) => {
    const count = inTheBox(read(text)).length
    return count === 0 ? '' : words('cards_missing', { count })
  },
} satisfies Drawing
