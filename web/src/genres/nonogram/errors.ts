// What the readers and rules of nonograms object to, in Japanese: {} is a gap, {1} the first one.
import type { GenreErrors } from '../shape'

export default {
  said: {
    // clues and keywords
    'expected the length of a block, found {}':
      '続けて塗る数を書いてください（{1} ではありません）。',
    'expected the length of a block, at most {}, found {}':
      '続けて塗る数（{1} まで）を書いてください（{2} ではありません）。',
    'a block cannot have {} cells': '続けて塗る数を {1} にはできません。',
    'a block of {} does not fit in a line of {} cells':
      '{1} マスは、{2}マスの行や列に入りません。',
    'a 0 stands alone: it means that the line has no black cell':
      '0 は単独で書きます。塗るマスがないという意味です。',
    'the clue needs {} cells or more, but the line has {}':
      'この数字には{1}マス以上が必要ですが、{2}マスしかありません。',
    'the rows ask for {} black cells, but the columns for {}':
      '塗るマスが、行の合計では{1}、列の合計では{2}です。',
    'expected the {}, found {}': '{1}を書いてください（{2} ではありません）。',
    'the {} must be 1 to {}, not {}':
      '{1}は 1 から {2} までです（{3} ではありません）。',
    'expected {} {}, found {}': '{2}が{1}必要ですが、{3}あります。',
    'expected {} {}, found {} (a line without blocks is a 0)':
      '{2}が{1}必要ですが、{3}あります（塗らない行や列は 0 と書きます）。',
    'expected a keyword such as width, height, rows or columns, found {}':
      'width、height、rows、columns などの見出しを書いてください（{1} ではありません）。',
    'expected a keyword, found {}':
      '見出しを書いてください（{1} ではありません）。',
    'the {} are given twice': '{1}が二度書かれています。',
    "expected a line 'width N', but there is none":
      '「width 列数」の行がありません。',
    "expected a line 'height N', but there is none":
      '「height 行数」の行がありません。',
    "expected a line 'rows' and a clue for every row, but there is none":
      '「rows」と各行の数字がありません。',
    "expected a line 'columns' and a clue for every column, but there is none":
      '「columns」と各列の数字がありません。',
    "expected lines 'width N' and 'height N'":
      '「width 列数」と「height 行数」の行が必要です。',
    "expected lines 'rows' and 'columns', each with its clues":
      '「rows」と「columns」、それぞれの数字が必要です。',
    'expected two numbers, columns and rows, but the text is empty':
      '列数と行数が必要ですが、何も書かれていません。',
    'expected two numbers, columns and rows, found {} word':
      '列数と行数を書いてください（{1}語あります）。',
    'expected two numbers, columns and rows, found {} words':
      '列数と行数を書いてください（{1}語あります）。',
    'a random seed (SIZE#SEED) is no puzzle: expected WIDTHxHEIGHT:CLUES':
      '「大きさ#種」は問題ではありません。「列x行:数字」と書いてください。',
    'expected WIDTHxHEIGHT:CLUES, found {}':
      '「列x行:数字」と書いてください（{1} ではありません）。',
    'expected WIDTHxHEIGHT:CLUES, but the text is empty':
      '「列x行:数字」が必要ですが、何も書かれていません。',
    'cells that are given at the start are not understood':
      '初めから決まっているマスには対応していません。',
    'expected {} clues with / between them, found {}':
      '/ で区切った数字の組が{1}必要ですが、{2}あります。',
    "expected a line '$1' and clues, but the text is empty":
      '「$1」の行と数字が必要ですが、何も書かれていません。',
    "expected a line '$NUMBER', found {}":
      '「$番号」の行が必要です（{1} ではありません）。',
    'a puzzle of a batch is square: expected as many row clues as column clues, found {} clues':
      'まとめて書く問題は正方形です。' +
      '行と列の数字は同じ数だけ必要ですが、{1}あります。',
    // goals and pictures
    'the goal has more than {} cells': '完成図が{1}マスを超えています。',
    'the goal is written with 0 and 1, not {}':
      '完成図は 0 と 1 で書きます（{1} ではありません）。',
    'the goal is written with points and the letters of the colours':
      '完成図は点と色の文字で書きます。',
    'the goal has {} cells, not {}':
      '完成図が{1}マスです。{2}マスではありません。',
    'the goal is empty': '完成図が空です。',
    'the goal has the sign {}, which no colour has':
      '完成図の記号 {1} に当たる色がありません。',
    'row {} of the goal is not as long as the first':
      '完成図の{1}行目の長さが一行目と違います。',
    'a picture is rows of # and ., here stands {}':
      '絵は # と . の行で書きます（{1} があります）。',
    'a picture is rows of # and ., but here is none':
      '絵がありません。# と . の行で書いてください。',
    'a picture is rows of the letters of its colours and ., here stands {}':
      '絵は色の文字と . の行で書きます（{1} があります）。',
    'a picture has at most {} rows and columns': '絵は縦横{1}マスまでです。',
    'a picture has at most {} rows': '絵は{1}行までです。',
    'row {} of the picture has {} cells, but row 1 has {}':
      '絵の{1}行目は{2}マスですが、一行目は{3}マスです。',
    'row {} of the picture has {} cells, not {}':
      '絵の{1}行目は{2}マスです。{3}マスではありません。',
    'the picture is larger than {}×{} cells':
      '絵が {1}×{2} マスを超えています。',
    'the picture has fewer than {}×{} cells': '絵が {1}×{2} マスに足りません。',
    'a picture of {}×{} pixels: expected 1 to {} a side and at most {} in all':
      '絵が {1}×{2} 画素です。一辺は {3} まで、全体で {4} までです。',
    'PNG cannot be read here: use PBM or PGM':
      'PNG はここでは読めません。PBM か PGM を使ってください。',
    'no PNG picture: {}': 'PNG の絵ではありません：{1}',
    'a PNG picture of {}×{} pixels with {} bytes unpacked: expected at most {}':
      'PNG の絵（{1}×{2} 画素）は展開すると {3} バイトで、{4} バイトまでです。',
    'a damaged PNG picture: {}': 'PNG の絵が壊れています：{1}',
    'expected a picture that begins with P1, P2, P4 or P5':
      'P1、P2、P4、P5 のどれかで始まる絵が必要です。',
    'the brightest value must be 1 to 65535, not {}':
      '最大の明るさは 1 から 65535 までです（{1} ではありません）。',
    'the picture ends too early: {}×{} pixels were announced':
      '絵が途中で終わっています。{1}×{2} 画素のはずです。',
    'a brightness of {} is more than the announced {}':
      '明るさ {1} が、最大とされた {2} を超えています。',
    'expected {}, found {}': '{1}を書いてください（{2} ではありません）。',
    'expected 0 or 1, found {}':
      '0 か 1 を書いてください（{1} ではありません）。',
    'the picture has no contrast: every pixel is equally bright':
      '絵に濃淡がありません。',
    'the picture has no cell darker than {}: choose another threshold':
      '{1} より暗いマスがありません。しきい値を変えてください。',
    // colours
    'a puzzle in colours: here only black and white is understood':
      '色つきの問題です。ここでは白黒だけを読みます。',
    'a puzzle in colours: here only black and white is wanted':
      '色つきの問題です。ここでは白黒だけを扱います。',
    'expected a block such as 3a, found {}':
      '3a のように書いてください（{1} ではありません）。',
    'expected a colour such as ff8000, found {}':
      '色は ff8000 のように書いてください（{1} ではありません）。',
    'expected a colour such as FF8000, found {}':
      '色は FF8000 のように書いてください（{1} ではありません）。',
    'expected a letter and a colour, such as: color a ff0000 red':
      '「color a ff0000 red」のように文字と色を書いてください。',
    'a puzzle has at most {} colours': '色は{1}までです。',
    'colour {} has the letter {}, not {}':
      '{1}番目の色の文字は {2} です（{3} ではありません）。',
    'expected the colour of the background': '背景の色が必要です。',
    'the colour {} is declared twice': '色 {1} が二度書かれています。',
    'a block of the colour {}, which is not declared':
      '色 {1} が決められていません。',
    'more blocks than the {} cells of the line':
      '数字が{1}マスに入りきりません。',
    '{}{} needs {} cells or more, but has {}':
      '{1}{2}には{3}マス以上が必要ですが、{4}マスしかありません。',
    'the {} ask for {} cells of colour {} more than the {}':
      '色 {3} のマスが、{1}の合計では{4}の合計より{2}多くなっています。',
    // XML
    'XML cannot be read here: use .non or .nin':
      'XML はここでは読めません。.non か .nin を使ってください。',
    'the file declares entities, which puzzles do not need':
      'ファイルに、問題には不要な実体宣言があります。',
    'the file is larger than {} bytes': 'ファイルが{1}バイトを超えています。',
    'no well-formed XML: {}': 'XML の形が正しくありません：{1}',
    'a puzzle of type {}: only grids are understood':
      '種類 {1} の問題です。升目の問題だけを読みます。',
    'expected an element <puzzle>, but there is none':
      '<puzzle> がありません。',
    'clues are for rows or columns, not for {}':
      '数字は rows か columns のものです（{1} ではありません）。',
    'the clues for {} are given twice': '{1}の数字が二度書かれています。',
    'the puzzle has neither clues nor a goal': '数字も完成図もありません。',
    'the clues for the {} are missing': '{1}の数字がありません。',
    'the number of {} must be 1 to {}, not {}':
      '{1}の数は 1 から {2} までです（{3} ではありません）。',
    // play
    'a position is one puzzle and its marks': '局面は一つの問題とその印です。',
    'expected {} rows of marks, found {}':
      '印の行が{1}行必要ですが、{2}行あります。',
    'row {} has {} marks, but the puzzle {} columns':
      '{1}行目の印は{2}個ですが、問題は{3}列です。',
    'a row has {} marks, but the puzzle {} columns':
      '印が{1}個の行がありますが、問題は{2}列です。',
    'a mark is #, x or ?, not {}':
      '印は # か x か ? です（{1} ではありません）。',
    "a mark is a colour's letter, x or ?, not {}":
      '印は色の文字か x か ? です（{1} ではありません）。',
    'expected a cell such as 3,4, found {}':
      'マスは 3,4 のように書きます（{1} ではありません）。',
    'the board has no cell {},{}: it has {} rows and {} columns':
      '{1}行{2}列のマスはありません。盤は{3}行{4}列です。',
    'expected fill, cross or clear and a cell, found nothing':
      'fill、cross、clear のどれかとマスを書いてください。',
    'expected fill, cross or clear, found {}':
      'fill、cross、clear のどれかを書いてください（{1} ではありません）。',
    'expected the letter of a colour after fill, found {}':
      'fill の後には色の文字が必要です（{1} ではありません）。',
    'expected a cell after {}, such as {} 3,4':
      '{1} の後には、{2} 3,4 のようにマスが必要です。',
    'expected a cell after {}': '{1} の後にはマスが必要です。',
    'expected a cell or two with - between them, found {}':
      'マスは一つか、- でつないだ二つです（{1} ではありません）。',
    'the move changes nothing': '何も変わらない手です。',
    // reading, writing, ordering
    'expected a puzzle, but there is none': '問題がありません。',
    'expected one puzzle': '問題は一つだけ書いてください。',
    'nonograms cannot be read from {}': '{1} からは読めません。',
    'nonograms cannot be written as {}': '{1} 形式では書けません。',
    'nonograms in colours cannot be written as {}: use non, xml or svg':
      '色つきの問題は {1} 形式では書けません。non、xml、svg を使ってください。',
    "the solution's size is not the puzzle's": '解答の大きさが問題と違います。',
    '--symmetry {} needs a square picture, not {}x{}':
      '対称 {1} には正方形が必要です（{2}x{3} ではなく）。',
    '--size takes WIDTHxHEIGHT, and 0 only for pictures':
      '大きさは「列x行」です。0 は絵がある時だけ使えます。',
    '--size takes WIDTHxHEIGHT, each at most {}, not {}':
      '大きさは「列x行」で、それぞれ {1} までです（{2} ではありません）。',
    '--picture and --rows are two pictures: give one':
      '絵が二つあります。一つにしてください。',
  },
  gaps: {
    rows: '行',
    row: '行',
    'row ': '行',
    columns: '列',
    column: '列',
    'column ': '列',
    width: '列数',
    height: '行数',
    'row clues': '行の数字',
    'column clues': '列の数字',
    clues: '数字の組',
    'number of rows': '行数',
    'number of columns': '列数',
    'the width': '幅',
    'the height': '高さ',
    'the brightest value': '最大の明るさ',
    'a brightness': '明るさ',
  },
} satisfies GenreErrors
