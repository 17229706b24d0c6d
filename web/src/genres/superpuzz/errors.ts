// What Superpuzz's readers and rules object to, in Japanese: {} is a gap, {1} the first one.
import type { GenreErrors } from '../shape'

export default {
  said: {
    'no deal here: expected four lines of cards such as HA S5 -- D3':
      '配置がありません。HA S5 -- D3 のような札を四行並べてください。',
    'the deal has only {} row; expected 4 consecutive lines of cards':
      '配置が{1}行しかありません。札を続けて四行並べてください。',
    'the deal has only {} rows; expected 4 consecutive lines of cards':
      '配置が{1}行しかありません。札を続けて四行並べてください。',
    'expected a card such as HA, S5 or D10, or -- for a hole, not {}':
      'HA、S5、D10 のような札か、空きの「--」を書いてください（{1} ではありません）。',
    'expected another card: a deal has at least 2 columns':
      '札が足りません。二列以上が必要です。',
    'expected the row to end here: a deal has at most 13 columns':
      '行が長すぎます。13列までです。',
    'expected the row to end here: the first row has {} cards':
      '行が長すぎます。一行目は{1}枚です。',
    'expected {} cards in this row as in the first, not {}':
      'この行も一行目と同じ{1}枚のはずですが、{2}枚です。',
    '{} is not in this deal: with {} columns the ranks are A to {} and the holes {}':
      '{1} はこの配置にありません。{2}列なら札は A から {3} まで、空きは {4} です。',
    'the card {} is here a second time; the first is at line {}, column {}':
      '札 {1} が二枚あります。一枚目は{2}行{3}列目です。',
    'the card {} is missing from the deal that begins here':
      'ここから始まる配置には札 {1} がありません。',
    'expected the name of this hole (a card of rank {}): either all four holes are named or all are --':
      'この空きの名（位 {1} の札）を書いてください。' +
      '四つとも名を書くか、四つとも -- にします。',
    'expected nothing after the word deal, not {}':
      'deal の後には何も書けません（{1} があります）。',
    'expected a step such as HA@1,1 (card, row, column), not {}':
      '手は HA@1,1（札、行、列）のように書きます（{1} ではありません）。',
    'there is no place {}: the table has 4 rows and {} columns':
      '{1} という場所はありません。場は4行{2}列です。',
    '{} is not a hole': '{1} は空きではありません。',
    '{} may go to several holes: add the row and column, as in {}':
      '{1} の行き先は複数あります。{2} のように行と列を付けてください。',
    'step {}: {}': '{1}手目：{2}',
    'superpuzz cannot read {}: it reads deal':
      '{1} 形式は読めません。deal を読みます。',
    'superpuzz cannot write {}: it writes deal, swaps and svg':
      '{1} 形式では書けません。deal、swaps、svg で書きます。',
    'the format swaps writes a solution, and this deal has none: solve it first':
      'swaps 形式は解答を書きますが、まだありません。先に解いてください。',
  },
} satisfies GenreErrors
