// What tsume-shogi's readers and rules object to, in Japanese: {} is a gap, {1} the first one.
import type { GenreErrors } from '../shape'

export default {
  said: {
    'expected an SFEN position: board, side to move, hands':
      'SFEN の局面（盤、手番、持駒）を書いてください。',
    'an SFEN position needs board, side to move and hands':
      'SFEN には盤、手番、持駒が必要です。',
    'unexpected text after the SFEN position':
      'SFEN の後に余分な文字があります。',
    'the side to move is {}, expected b or w':
      '手番は b か w です（{1} ではありません）。',
    'the move number is {}, expected a whole number':
      '手数は整数です（{1} ではありません）。',
    'a number in a hand must not be 0': '持駒の枚数に 0 は書けません。',
    'expected a piece (one of RBGSNLP, small for white) in the hands, or - for none':
      '持駒は RBGSNLP（後手は小文字）で、なければ「-」と書きます。',
    'more than {} {} on the board and in the hands':
      '盤と持駒を合わせて{2}が{1}枚を超えています。',
    'more than {} {} on the board': '盤上の{2}が{1}枚を超えています。',
    'more than {} pieces of one kind in hand':
      '同じ持駒が{1}枚を超えています。',
    '{} pieces of the kind {}, a set has {}':
      '{2}が{1}枚あります。一組には{3}枚です。',
    'rank {} of the board has {} squares, expected 9':
      '盤の{1}段目が{2}マスです。9マス必要です。',
    'rank 9 of the board has {} squares, expected 9':
      '盤の9段目が{1}マスです。9マス必要です。',
    'rank {} of the board has more than 9 squares':
      '盤の{1}段目が9マスを超えています。',
    'the board has {} ranks, expected 9': '盤が{1}段です。9段必要です。',
    'unknown piece {}, expected one of PLNSBRGK or a number of empty squares':
      '{1} という駒はありません。PLNSBRGK か空きマスの数を書いてください。',
    'a piece letter must follow +': '+ の後には駒の文字が必要です。',
    'a rank has nine squares': '一段は9マスです。',
    'expected pieces such as 00KI (in hand) or 77FU':
      '00KI（持駒）や 77FU のような駒を書いてください。',
    'this piece cannot be in hand': 'この駒は持駒にできません。',
    'more pieces than a set has': '駒が一組の枚数を超えています。',
    'expected a square such as 77': '77 のようなマスを書いてください。',
    'expected a move such as +7776FU or +0055KI':
      '+7776FU や +0055KI のような指し手を書いてください。',
    'the other side is to move': '手番は相手側です。',
    'expected the square the piece comes from, or 00 for a drop':
      '移動元のマスか、打つ手なら 00 を書いてください。',
    'this piece does not stand there': 'そこにその駒はありません。',
    'a position after the moves; records are separated by /':
      '指し手の後に局面があります。棋譜は / で区切ります。',
    'expected P1 … P9, P+ or P- (a game from the start position, PI, is no problem)':
      'P1…P9、P+、P- を書いてください（平手の PI は問題になりません）。',
    'the side to move is given twice': '手番が二度書かれています。',
    'a side to move without a position': '局面のない手番があります。',
    'moves before the side to move (+ or -)':
      '手番（+ か -）の前に指し手があります。',
    'expected a piece or ・ in the board diagram':
      '盤面図には駒か「・」を書いてください。',
    'expected | after nine squares': '9マスの後に | が必要です。',
    'expected pieces in hand, such as 金二, or なし':
      '持駒は「金二」や「なし」のように書いてください。',
    '同 needs a move before it': '「同」の前に指し手がありません。',
    'expected a move such as ３二銀打':
      '「３二銀打」のような指し手を書いてください。',
    'expected a piece after the square': 'マスの後に駒が必要です。',
    'expected the square it comes from, such as (21)':
      '(21) のように移動元のマスを書いてください。',
    'the move stays where it is': '動いていない指し手です。',
    'more than one piece can make this move: say where it comes from':
      'この手を指せる駒が複数あります。移動元を書いてください。',
    'a {} cannot be promoted': '{1}は成れません。',
    'a second king of {}': '{1}の玉が二枚あります。',
    'the board has more than 9 ranks': '盤が9段を超えています。',
    'two pieces on {}': '{1} に駒が二枚あります。',
    '{}, who is to be mated, has no king on the board':
      '詰められる側（{1}）の玉が盤にありません。',
    'the {} {} on {} could never move (it must be promoted there)':
      '{3} の{1}の{2}は動けません（そこでは成っていなければなりません）。',
    'two unpromoted pawns of {} on file {} (nifu)':
      '{1}の歩が{2}筋に二枚あります（二歩）。',
    'the king of {} is in check, but {} is to move':
      '{1}の玉に王手がかかっているのに、{2}の手番です。',
    'the attacker ({}) is mated already': '攻方（{1}）がすでに詰んでいます。',
    '{} is not a USI move': '{1} は USI の指し手ではありません。',
    'the move {} of the solution is not legal': '解答の {1} は指せません。',
    'the move {} is not legal here': '{1} はここでは指せません。',
    '{} is not a legal move here': '{1} はここでは指せません。',
    '{} does not give check': '{1} は王手ではありません。',
    '{} would mate with a pawn drop (uchifuzume)': '{1} は打歩詰めです。',
    '{} is no check here; moves are written like 2b3c+, G*5b or ３二銀打':
      '{1} はここでは王手になりません。' +
      '指し手は 2b3c+、G*5b、３二銀打 のように書きます。',
    'the position ends with an attacking move that has not been answered':
      '攻方の手で終わっていて、応手がありません。',
    'the game is over': 'もう終わっています。',
    'the defender is mated and cannot answer':
      '玉方は詰んでいて、応手がありません。',
    '{} is not a legal answer': '{1} は応手として指せません。',
    'position needs sfen or startpos':
      'position の後には sfen か startpos が必要です。',
    'expected a CSA record with a position (lines P1 … P9)':
      '局面（P1…P9 の行）のある CSA 棋譜を書いてください。',
    'expected a piece such as +FU or * for an empty square, not {}':
      '+FU のような駒か、空きの「*」を書いてください（{1} ではありません）。',
    'unknown CSA statement {}': '{1} は CSA の文ではありません。',
    'the side to move (+ or -) is missing after the position':
      '局面の後に手番（+ か -）がありません。',
    'expected a KIF record with a board diagram (lines that start with |)':
      '盤面図（| で始まる行）のある KIF 棋譜を書いてください。',
    'a list of moves without a board diagram (|…|)':
      '盤面図（|…|）のない指し手の列です。',
    'moves without a board diagram (|…|)': '盤面図（|…|）のない指し手です。',
    'the board diagram has more than 9 ranks': '盤面図が9段を超えています。',
    'the board diagram has {} ranks, expected 9':
      '盤面図が{1}段です。9段必要です。',
    'tsume cannot read {}: it reads sfen, kif and csa':
      '{1} 形式は読めません。sfen、kif、csa を読みます。',
    'tsume cannot write {}: it writes sfen, kif, csa, ki2, japanese, svg and trace':
      '{1} 形式では書けません。sfen、kif、csa、ki2、japanese、svg、trace で書きます。',
    'the format japanese writes a solution, and this problem has none: solve it first':
      'japanese 形式は解答を書きますが、まだありません。先に解いてください。',
    '--any and --shortest exclude each other':
      '「任意の詰み」と「最短」は同時に選べません。',
    '--keep {} leaves no length of --plies {} (lengths are odd)':
      '条件 {1} に合う手数が {2} の中にありません（手数は奇数です）。',
    'plies is {}, expected a number or MIN..MAX':
      '手数は数か「最小..最大」で書きます（{1} ではありません）。',
    'plies {} is out of range: 1 to {}':
      '手数 {1} は範囲の外です。1 から {2} までです。',
    'plies {}: the attacker has the last move, so lengths are odd':
      '手数 {1}：最後は攻方の手なので、手数は奇数です。',
    'plies {}: the first number must not be the larger':
      '手数 {1}：最小が最大を超えています。',
    'region is {}, expected two squares such as 1a-5e':
      '範囲は 1a-5e のような二つのマスで書きます（{1} ではありません）。',
    'region {} has no room: {} squares, at least {} are needed':
      '範囲 {1} は{2}マスで狭すぎます。{3}マス以上必要です。',
    'no motif {}; there are {}': '{1} という手筋はありません。{2} があります。',
    'motif {} needs at least {} plies, but at most {} are asked for':
      '手筋 {1} には{2}手以上が必要ですが、{3}手までの注文です。',
    'motifs {} exclude each other: there is only one last move':
      '手筋 {1} は両立しません。最後の一手は一つだけです。',
    'expected a problem or a mate': '問題か詰み上がりを書いてください。',
    'the side to move is in check, but not mated':
      '手番の側に王手がかかっていますが、詰んではいません。',
    'no problem can start like this': 'この形から始まる問題はありません。',
    'there is no position to begin with': '元になる局面がありません。',
    'no last move leads to this mate':
      'この詰み上がりになる最終手がありません。',
    'no mate was found here': '詰みが見つかりません。',
    'not a sound problem: {}': '完全作ではありません：{1}',
    '--from is for the methods reverse, compose and grow':
      '元の局面は reverse、compose、grow の作り方でだけ使えます。',
    '--final is for the methods reverse and grow':
      '詰上りの形は reverse と grow の作り方でだけ選べます。',
    'final {} does not fit into the region {}':
      '詰上りの形 {1} は範囲 {2} に入りません。',
    'final is {}, expected smoke, one of {}, or rows of x and . with / between them':
      '詰上りの形は smoke、{2}、または x . と / の図です（{1} は不可）。',
    'final {} is larger than the board': '詰上りの形 {1} は盤より大きいです。',
    'final {} has {} pieces; it must have {} to {}':
      '詰上りの形 {1} は{2}枚です。{3}枚から{4}枚にしてください。',
    'method {} makes problems of 3 plies and more':
      '作り方 {1} は三手以上の問題を作ります。',
  },
  gaps: {
    black: '先手',
    white: '後手',
    Black: '先手',
    White: '後手',
    king: '玉',
    kings: '玉',
    rook: '飛',
    rooks: '飛',
    bishop: '角',
    bishops: '角',
    gold: '金',
    golds: '金',
    silver: '銀',
    silvers: '銀',
    knight: '桂',
    knights: '桂',
    lance: '香',
    lances: '香',
    pawn: '歩',
    pawns: '歩',
  },
} satisfies GenreErrors
