// Large puzzles for the tests of boards, as links that hold them.
import { deflateSync, inflateSync } from 'node:zlib'

export const link = (genre, text) => `/s/${genre}#${deflateSync(Buffer.from(text)).toString('base64url')}`

/** The text of a puzzle that came by a link; its title stands before it. */
export const textOf = (address) =>
  inflateSync(Buffer.from(new URL(address).hash.slice(1), 'base64url'))
    .toString()
    .split('\0')
    .at(-1)

/** Numbers that look random and are always the same. */
function stream(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
const runs = (cells) =>
  cells
    .split('.')
    .filter(Boolean)
    .map((run) => run.length)

/** The clues of a picture of size × size; whether it is the only one does not matter here. */
export function nonogram(size) {
  const next = stream(7)
  const rows = Array.from({ length: size }, () => {
    let row = ''
    while (row.length < size) row += (next() < 0.5 ? '#' : '.').repeat(1 + Math.floor(next() * 4))
    return row.slice(0, size)
  })
  const columns = Array.from({ length: size }, (_, c) => rows.map((row) => row[c]).join(''))
  const clue = (cells) => runs(cells).join(',') || '0'
  const clues = (lines) => lines.map(clue).join('\n')
  return `width ${size}\nheight ${size}\n\nrows\n${clues(rows)}\n\ncolumns\n${clues(columns)}\n`
}

/** A hall of size × size with pillars and boxes; the first box stands two to the right and one below of the keeper. */
export function sokoban(size, boxes = 20) {
  const board = Array.from({ length: size }, (_, r) =>
    Array.from({ length: size }, (_, c) => (r === 0 || c === 0 || r === size - 1 || c === size - 1 ? '#' : ' ')),
  )
  for (let r = 4; r < size - 2; r += 4) for (let c = 4; c < size - 2; c += 4) board[r][c] = '#'
  board[1][1] = '@'
  for (let i = 0; i < boxes; ++i) {
    board[2 + 4 * Math.floor(i / 5)][3 + 4 * (i % 5)] = '$'
    board[size - 2][2 + i] = '.'
  }
  return `${board.map((row) => row.join('')).join('\n')}\n`
}

export const bigPuzzles = (nazo) => {
  const made = (genre, options) => nazo.call('generate', genre, options, '3', '0', '10 - 400000000')[0].puzzle.text
  return {
    nonogram: nonogram(40),
    sokoban: sokoban(30),
    shisen: made('shisen', 'size=18x8'),
    superpuzz: made('superpuzz', 'columns=13'),
    shanghai: made('shanghai', 'layout=turtle'),
    tsume: '4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1',
  }
}
