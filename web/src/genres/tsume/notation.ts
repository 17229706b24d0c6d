// Moves as Western players write them, from the letters of USI: piece, - or x where something is taken, the square.
import { fill } from '../../lib/texts'
import type { Hint, Look } from '../../lib/types'

type Board = string[][]
const at = (board: Board, square: string) => board[square.charCodeAt(1) - 97][9 - Number(square[0])]

/** A move on the board before it: G*5b, P-1b+, +Rx3c. */
export function western(board: Board, usi: string): string {
  if (usi[1] === '*') return usi
  const [from, to] = [usi.slice(0, 2), usi.slice(2, 4)]
  const verb = at(board, to) ? 'x' : '-'
  return `${at(board, from).toUpperCase()}${verb}${to}${usi.endsWith('+') ? '+' : ''}`
}

/** The module's hints that name moves do so in Japanese; here in English. */
export function hinted({ technique, move, values }: Hint, look: Look<any>): string | null {
  const { board } = look.view as { board: Board }
  if (technique === 'next_check') return `${western(board, move)} is the move.`
  if (technique !== 'mating_line') return null
  const { answers, length } = values as { answers: number; length: number }
  const left = answers === 0 ? 'no answer' : fill('{answers} {answers:answer:answers}', { answers })
  return fill(`${western(board, move)} leaves ${left}: mate in {length} {length:move:moves}.`, { length })
}
