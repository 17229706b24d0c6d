// What Shanghai's readers and rules object to, in Japanese: {} is a gap, {1} the first one.
import { japaneseOfTiles } from '../../boards/tiles'
import type { GenreErrors } from '../shape'

export default {
  said: {
    'no board: expected "layer 1" and rows of tiles':
      '盤がありません。「layer 1」の後に牌の行を並べてください。',
    'the board has no tiles': '盤に牌がありません。',
    'the layout has no tiles': '配置に牌がありません。',
    'the tiles have no faces yet': '牌の図柄がまだ決まっていません。',
    'a solution without a board before it': '解答の前に盤がありません。',
    'expected one board, not {}':
      '盤は一つだけ書いてください（{1} あります）。',
    'expected "layer 1", not {}':
      'ここには「layer 1」が必要です（{1} ではありません）。',
    'expected "layer NUMBER", not {}':
      'ここには「layer 番号」が必要です（{1} ではありません）。',
    'expected layer {}, not {}':
      '次は layer {1} のはずです（{2} ではありません）。',
    'expected seen: all or top, not {}':
      'seen は all か top です（{1} ではありません）。',
    'a board has at most {} layers': '盤は{1}段までです。',
    'a board has at most {} tiles': '盤の牌は{1}枚までです。',
    'a board has at most {} tiles, not {}':
      '盤の牌は{1}枚までです（{2}枚あります）。',
    'a layer is at most {} half tiles wide and high':
      '一段の幅と高さは、半牌{1}個分までです。',
    'there is no tile above this sign': 'この記号の上に牌がありません。',
    ['expected a tile (p1 … p9, s1 … s9, m1 … m9, we ws ww wn, dr dg dw, ' +
    'f1 … f4, y1 … y4, ##), [] or a point, not {}']:
      '牌（p1…p9 s1…s9 m1…m9 we ws ww wn dr dg dw f1…f4 y1…y4 ##）' +
      '、[]、点のどれかを書いてください（{1} ではありません）。',
    'two tiles overlap': '二枚の牌が重なっています。',
    'a tile hangs in the air: nothing lies under it':
      '宙に浮いた牌があります。下に何もありません。',
    'either every tile has a face or all are ##':
      '牌はすべて図柄を書くか、すべて ## にしてください。',
    'expected a pair of tiles LAYER,ROW,COLUMN-LAYER,ROW,COLUMN, not {}':
      '牌の組は「段,行,列-段,行,列」と書きます（{1} ではありません）。',
    'a comment that does not end': '注釈が閉じていません。',
    'a tag that does not end': 'タグが閉じていません。',
    'expected name="value" in <{}>': '<{1}> には 名前="値" と書いてください。',
    'a value without quotes in <{}>': '<{1}> の値に引用符がありません。',
    '<{}> needs {}="…"': '<{1}> には {2}="…" が必要です。',
    'expected {} in tiles and halves from 0 to {}, not {}':
      '{1} は牌と半牌の単位で 0 から {2} までです（{3} ではありません）。',
    '<{}> needs z="…", a number from 0':
      '<{1}> には z="…"（0 以上の数）が必要です。',
    'map {}: {}': '配置 {1}：{2}',
    'map {}: {}; --map takes one of {}':
      '配置 {1}：{2} 使える配置は {3} です（--map で選びます）。',
    'there is no map {}; --map takes one of {}':
      '配置 {1} はありません。使える配置は {2} です（--map で選びます）。',
    'the file has {} maps; --map takes one of {}':
      '配置が{1}個あります。--map で {2} から選んでください。',
    '<{}> stands in no layer': '<{1}> がどの段にも入っていません。',
    '<{}> stands in no map': '<{1}> がどの配置にも入っていません。',
    'expected {}0 or {}1': '{1}0 か {2}1 を書いてください。',
    'expected a number from 1 to {} after {}':
      '{2} の後は 1 から {1} の数です。',
    'expected {} layers of {} rows and no more':
      '{2}行の段をちょうど{1}段書いてください。',
    'expected {} signs a row': '一行は{1}文字です。',
    'expected 1, 2, 3, 4 or a point, not {}':
      '1、2、3、4 か点を書いてください（{1} ではありません）。',
    'a tile is 12 above 43': '牌は、上が 12、下が 43 です。',
    'a 2, 3 or 4 that belongs to no tile':
      'どの牌のものでもない 2、3、4 があります。',
    'a map inside a map': '配置の中に配置があります。',
    '</map> without a map': '対応する <map> のない </map> があります。',
    'a map that does not end': '配置が閉じていません。',
    'no <map> in this text': '<map> がありません。',
    'kind {} has an odd number of tiles ({}, one at {}): expected pairs':
      '{1} の牌が奇数（{2}枚、一枚は{3}）です。二枚ずつ必要です。',
    'kind {} has {} tiles, at most {} are allowed':
      '{1} の牌が{2}枚あります。{3}枚までです。',
    'a kind has at most {} tiles': '一種類の牌は{1}枚までです。',
    'a tile cannot go with itself': '同じ牌一枚では取れません。',
    'layer {}, row {}, column {}': '{1}段{2}行{3}列',
    'there is no tile at {}': '{1}に牌はありません。',
    'the tile at {} is not free': '{1}の牌は取れません（ふさがれています）。',
    'the tiles at {} and {} do not match': '{1}と{2}の牌は組になりません。',
    'the layout has {} tiles: an odd number cannot go in pairs':
      '配置の牌が{1}枚です。奇数では組にできません。',
    '--kinds {} needs {} tiles at least, but the layout has {}':
      '{1}種類には{2}枚以上が必要ですが、配置は{3}枚です。',
    '--tiles takes an even number, not {}':
      '牌の枚数は偶数です（{1} ではありません）。',
    '--copies takes an even number, not {}':
      '同じ牌の枚数は偶数です（{1} ではありません）。',
    '--layout takes new, {}; not {}':
      '配置は new、{1} のどれかです（{2} ではありません）。',
    'a silhouette is at most {} tiles wide and high':
      '輪郭の幅と高さは{1}牌までです。',
    'the silhouette is empty: expected rows of # and .':
      '輪郭が空です。# と . の行を書いてください。',
    'the silhouette has not the symmetry: ground at row {}, column {}, none at row {}, column {}':
      '輪郭が対称ではありません。{1}行{2}列にはあり、{3}行{4}列にはありません。',
    'the silhouette needs {} tiles, more than {}':
      '輪郭には{1}枚の牌が要り、{2}枚を超えます。',
    'this order gives {} tiles, an odd number':
      'この注文では牌が{1}枚になり、奇数です。',
  },
  gaps: japaneseOfTiles,
} satisfies GenreErrors
