// Moves as Western players write them, from the letters of USI: piece, - or x where something is taken, the square.
import type { Language } from '../../lib/i18n.svelte'
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

/** A board with one move made on it, as far as the eye is concerned. */
export function withMove(board: Board, usi: string, dropped: (letter: string) => string): Board {
  const next = board.map((row) => [...row])
  const put = (square: string, piece: string) => (next[square.charCodeAt(1) - 97][9 - Number(square[0])] = piece)
  const to = usi.slice(2, 4)
  if (usi[1] === '*') put(to, dropped(usi[0]))
  else {
    const from = usi.slice(0, 2)
    const piece = at(board, from)
    put(from, '')
    put(to, usi.endsWith('+') ? `+${piece}` : piece)
  }
  return next
}

interface Seen {
  board: Board
  last: { attack?: string; answer?: string; answer_label?: string }
}
/** How the defence refutes the check that was just made, in words; nothing where it did not have to move. */
export function refuted(look: Look<any>, before: Look<any> | null, language: Language): string {
  const { attack, answer, answer_label } = (look.view as Seen).last
  if (!attack || !answer || !before) return ''
  if (language === 'ja') return `${answer_label?.replaceAll('\u3000', '')}と応じられて、詰みません。`
  const between = withMove((before.view as Seen).board, attack, (letter) => letter)
  return `After ${western(between, answer)} there is no mate.`
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
