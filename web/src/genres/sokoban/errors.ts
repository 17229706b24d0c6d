// What Sokoban's readers and rules object to, in Japanese: {} is a gap, {1} the first one.
import type { GenreErrors } from '../shape'

export default {
  said: {
    'no board found: expected rows of squares with walls (#)':
      '盤がありません。壁（#）のある行が必要です。',
    "no board found: expected rows in run lengths separated by '|'":
      '盤がありません。連長で書いた行を | で区切ってください。',
    '{} is no square: expected one of # $ * . @ + or a blank':
      '{1} はマスの記号ではありません。# $ * . @ + か空白で書いてください。',
    '{} is no square': '{1} はマスの記号ではありません。',
    'the board is empty': '盤が空です。',
    "the board's first row has no wall (#)":
      '盤の一行目に壁（#）がありません。',
    'the board is too large: at most {} squares':
      '盤が大きすぎます。{1}マスまでです。',
    'an empty row in the middle of a board': '盤の途中に空の行があります。',
    'a row with something that is no square':
      'マスの記号でないものを含む行があります。',
    'the board has no keeper (@)': '自分（@）がいません。',
    'the board has {} keepers; this is the second one':
      '自分が{1}人います。ここが二人目です。',
    'the board has {} but {}': '荷物と目標の数が違います（{1}、{2}）。',
    'the keeper can walk out of the board here: the wall is open':
      'ここから盤の外へ出られます。壁が閉じていません。',
    'a box stands outside the walls or in a room that is open here':
      '壁の外か、ここで開いている部屋に荷物があります。',
    'a goal lies outside the walls or in a room that is open here':
      '壁の外か、ここで開いている部屋に目標があります。',
    '{} box': '荷物{1}個',
    '{} boxes': '荷物{1}個',
    '{} goal': '目標{1}か所',
    '{} goals': '目標{1}か所',
    'the solution is too long': '解答が長すぎます。',
    'a run length of 0': '長さ 0 の連長があります。',
    'a run length at the end with nothing to repeat':
      '最後の連長に、くり返すものがありません。',
    'groups are nested too deeply': '括弧の入れ子が深すぎます。',
    "')' without its '('": '「)」に対応する「(」がありません。',
    "'(' without its ')'": '「(」に対応する「)」がありません。',
    'too long when written out: at most {}':
      '展開すると長すぎます。{1}までです。',
    '{} does not belong here: expected counts and {}':
      '{1} はここには書けません。数と {2} だけを書いてください。',
    'SLC XML cannot be read in the browser':
      'SLC の XML はブラウザでは読めません。',
    'no <SokobanLevels> element found': '<SokobanLevels> がありません。',
    'no <Level> found in <LevelCollection>':
      '<LevelCollection> の中に <Level> がありません。',
    'not well-formed XML: {}': 'XML の形が正しくありません：{1}',
    'sokoban cannot read {}: it reads xsb, sok, rle and slc':
      '{1} 形式は読めません。xsb、sok、rle、slc を読みます。',
    'sokoban cannot write {}: it writes xsb, sok, rle, lurd and svg':
      '{1} 形式では書けません。xsb、sok、rle、lurd、svg で書きます。',
    'there is no solution to write: solve the level first':
      '書くべき解答がありません。先に解いてください。',
    'the solution that came with the level does not solve it':
      '添えられた解答では解けません。',
    'move {} of the solution is not possible': '解答の{1}手目は動けません。',
    'move {} ({}) is not possible': '{1}手目（{2}）は動けません。',
    'a move is one of u d l r, not {}':
      '動きは u d l r のどれかです。{1} ではありません。',
    'there is a wall {}': '{1}は壁です。',
    'the box at {} cannot be pushed {}': '{1} の荷物は{2}へ押せません。',
    'a push that cannot be made': '押せない荷物を押しています。',
    '--size takes WIDTHxHEIGHT, each from {} to {} with the walls, not {}':
      '大きさは「列x行」で書きます。' +
      '壁を含めて{1}から{2}までです（{3} ではありません）。',
    'the area must lie between {} and {} squares, --least-area not above --most-area':
      '床の広さは{1}マスから{2}マスまでで、最小は最大以下にしてください。',
    '--own-parts goes with --method paper or --outline parts':
      '--own-parts は --method paper か --outline parts と使います。',
    'laid takes a number from 1 to {}': 'laid には1から{1}までの数を書きます。',
    'a drawing is made of # . and blanks, not {}':
      '図は # と . と空白で書きます（{1} ではありません）。',
    'a drawing begins with a line part or prototype':
      '図は part か prototype の行で始まります。',
    'a drawing has at most {}x{} squares': '図は{1}×{2}マスまでです。',
    'there is no part in the file': 'ファイルに部品がありません。',
    'a part or prototype is empty': '空の部品か初期配置があります。',
    'a part of {}x{} has no room on a board of {}x{} with the walls':
      '{1}×{2}の部品は壁を含めて{3}×{4}の盤に置けません。',
    'a prototype of {}x{} has no room on a board of {}x{} with the walls':
      '{1}×{2}の初期配置は壁を含めて{3}×{4}の盤に置けません。',
    'outlines from parts need a board of at least 6x6':
      '部品から作る外形には 6x6 以上の盤が必要です。',
  },
  gaps: {
    up: '上',
    down: '下',
    left: '左',
    right: '右',
    above: '上',
    below: '下',
    'to the left': '左',
    'to the right': '右',
  },
} satisfies GenreErrors
