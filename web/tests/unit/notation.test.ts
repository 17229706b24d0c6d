// Moves of tsume-shogi in words: as Western players write them, and what refutes a check.
import { expect, test } from 'vitest'
import { refuted, western, withMove } from '../../src/genres/tsume/notation'

const empty = () => Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ''))
function board(pieces: Record<string, string>) {
  const rows = empty()
  for (const [square, piece] of Object.entries(pieces)) rows[square.charCodeAt(1) - 97][9 - Number(square[0])] = piece
  return rows
}

test('a move is its piece, whether it takes, and its square', () => {
  const before = board({ '5a': 'k', '5c': 'P', '4b': 'R' })
  expect(western(before, 'G*5b')).toBe('G*5b')
  expect(western(before, '5c5b+')).toBe('P-5b+')
  expect(western(before, '4b5a')).toBe('Rx5a')
})

test('a move is seen on the board', () => {
  const before = board({ '5c': 'P' })
  expect(withMove(before, '5c5b+', (letter) => letter)).toEqual(board({ '5b': '+P' }))
  expect(withMove(before, 'G*5b', (letter) => letter.toLowerCase())).toEqual(board({ '5c': 'P', '5b': 'g' }))
  expect(before).toEqual(board({ '5c': 'P' }))
})

test('the answer to a check that does not mate is told in both languages', () => {
  const seen = (view: object) => ({ view, moves: [], status: 'open' }) as any
  const before = seen({ board: board({ '5a': 'k' }), last: {} })
  const after = seen({ board: empty(), last: { attack: 'G*6b', answer: '5a6b', answer_label: '△同\u3000玉' } })
  expect(refuted(after, before, 'en')).toBe('After Kx6b there is no mate.')
  expect(refuted(after, before, 'ja')).toBe('△同玉と応じられて、詰みません。')
  expect(refuted(seen({ board: empty(), last: {} }), before, 'en')).toBe('')
})
