// A position as an SFEN text: board, who attacks, and the attacker's hand. The defender holds all the rest.
import { filled, mirrored, type Grid } from '../../draw/grid'
import type { Drawing } from '../shape'
import { say as words } from './texts'
import { handOrder } from './pieces'

export interface Position {
  board: Grid
  /** Who mates; its letters are capitals if it is black. */
  attacker: 'b' | 'w'
  hand: Record<string, number>
}

export function read(text: string): Position {
  const [rows = '', side = 'b', hands = '-'] = text.trim().split(/\s+/)
  const board = rows.split('/').map((row) => {
    const cells: string[] = []
    for (const [, gap, piece] of row.matchAll(/(\d)|(\+?[A-Za-z])/g))
      if (gap) cells.push(...Array<string>(Number(gap)).fill(''))
      else cells.push(piece)
    return cells
  })
  const attacker = side === 'w' ? 'w' : 'b'
  const hand: Record<string, number> = {}
  for (const [, count, letter] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
    const isBlack = letter === letter.toUpperCase()
    if (isBlack === (attacker === 'b')) hand[letter.toUpperCase()] = Number(count || '1')
  }
  return { board, attacker, hand }
}
export function write({ board, attacker, hand }: Position): string {
  const row = (cells: string[]) =>
    cells
      .map((cell) => cell || '1')
      .join('')
      .replace(/1+/g, (gap) => String(gap.length))
  const letter = (piece: string) => (attacker === 'b' ? piece : piece.toLowerCase())
  const held = handOrder
    .filter((piece) => hand[piece] > 0)
    .map((piece) => (hand[piece] > 1 ? String(hand[piece]) : '') + letter(piece))
  return `${board.map(row).join('/')} ${attacker} ${held.join('') || '-'} 1\n`
}

export default {
  numbered: true,
  length: ['{length} {length:ply:plies}', '{length}手詰'],
  usual: [9, 9],
  blank: () => write({ board: filled(9, 9, ''), attacker: 'b', hand: {} }),
  of: ({ text }) => write(read(text)),
  size: () => [9, 9],
  turned: {
    mirror: (text) => {
      const position = read(text)
      return write({ ...position, board: mirrored(position.board) })
    },
  },
  mended: (_text, repaired) => write(read(repaired)),
  missing: (text) => {
    const { board, attacker } = read(text)
    const king = attacker === 'b' ? 'k' : 'K'
    return board.flat().includes(king) ? '' : words('king_missing')
  },
} satisfies Drawing
