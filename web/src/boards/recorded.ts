// How a move is written into the record. Where the module answers a move by itself (tsume-shogi), the answer is recorded with it, so that
// the play can be played again without thinking.
import type { Look } from '../lib/types'

export function recorded(genre: string, move: string, look: Look): string {
  if (genre !== 'tsume') return move
  const { last } = look.view as { last: { attack?: string; answer?: string } }
  return last.attack && last.answer ? `${last.attack} ${last.answer}` : (last.attack ?? move)
}
