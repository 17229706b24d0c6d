// What Shisen-sho's readers and rules object to, in Japanese: {} is a gap, {1} the first one.
import type { GenreErrors } from '../shape'

export default {
  said: {
    'a solution without a board before it': '解答の前に盤がありません。',
    'a board has at most {} columns': '盤は{1}列までです。',
    'a board has at most {} rows': '盤は{1}行までです。',
    'expected {} cells as the first line says, not {}':
      '一行目によれば{1}マスのはずですが、{2}マスあります。',
    'expected {} cells as in the rows before, not {}':
      '前の行と同じ{1}マスのはずですが、{2}マスあります。',
    'expected {}, not {}': '{1} のはずですが、{2} です。',
    'the board has no tiles': '盤に牌がありません。',
    'kind {} has {} tiles, at most {} are allowed':
      '種類 {1} の牌が{2}枚あります。{3}枚までです。',
    'the first line promises {} rows, but there are {}':
      '一行目には{1}行とありますが、{2}行しかありません。',
    "expected a tile (a number from 0 to {}) or '.' for an empty cell, not {}":
      '牌（0 から {1} の数）か、' +
      '空きマスの「.」を書いてください（{2} ではありません）。',
    'no board: expected rows of tile numbers':
      '盤がありません。牌の番号を行に並べてください。',
    'expected one board, not {}':
      '盤は一つだけ書いてください（{1} あります）。',
    'expected a pair of tiles ROW,COLUMN-ROW,COLUMN, not {}':
      '牌の組は「行,列-行,列」と書きます（{1} ではありません）。',
    'kind {} has an odd number of tiles ({}): expected pairs':
      '種類 {1} の牌が奇数（{2}枚）です。二枚ずつ必要です。',
    'there is no tile at {}': '{1} に牌はありません。',
    'a tile cannot go with itself': '同じ牌一枚では取れません。',
    'the tiles at {} and {} are not equal':
      '{1} と {2} の牌は同じではありません。',
    'no path of at most three segments joins {} and {}':
      '{1} と {2} は、二回以内の曲がりではつながりません。',
    '--size takes WIDTHxHEIGHT, each from 1 to {} (for example 10x6), not {}':
      '大きさは「列x行」（例：10x6）で、' +
      'それぞれ 1 から {1} までです（{2} ではありません）。',
    'a board of {}x{} has an odd number of cells: nothing can clear it':
      '{1}x{2} の盤はマスの数が奇数なので、取りきれません。',
    '--copies takes an even number, not {}':
      '同じ牌の枚数は偶数です（{1} ではありません）。',
    '--kinds {} with --copies {} makes {} tiles, but the board has {} cells':
      '{1}種類を{2}枚ずつでは{3}枚になり、盤の{4}マスに合いません。',
    '--kinds {} needs {} tiles at least, but the board has {} cells':
      '{1}種類には{2}枚以上が必要ですが、盤は{3}マスです。',
    'a kind has at most {} tiles': '一種類の牌は{1}枚までです。',
  },
} satisfies GenreErrors
