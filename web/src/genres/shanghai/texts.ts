import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  shape: ['Shape', '形'],
  faces: ['Faces', '絵柄'],
  layer: ['Layer', '段'],
  automatic: ['on top', '一番上'],
  half_steps: ['Half tiles', '半牌ずらす'],
  deal_again: ['Deal anew', '配り直す'],
  lay_tiles: [
    'Lay tiles: an even number of them.',
    '牌を偶数枚並べてください。',
  ],
  hidden_game: ['Covered tiles unknown', '下の牌は見えない'],
  shape_note: [
    'The faces are dealt so that the board can be cleared. Choose “Faces” to change them.',
    '絵柄は取り切れるように配られます。変えるには「絵柄」を選んでください。',
  ],
  tiles_left: ['{count} tiles', '残り{count}枚'],
  not_free: ['blocked', '取れません'],
  covered: ['Another tile lies on this one.', '上に別の牌が載っています。'],
  hemmed: [
    'Tiles stand on both sides of this one.',
    '左右を両方ふさがれています。',
  ],
  hidden: ['unknown', '不明'],
  show_pairs: ['Show pairs', '取れる組を見る'],
  hide_pairs: ['Hide pairs', '組の表示をやめる'],
  pairs_open: ['{count} pairs can go', '取れる組：{count}'],
  layers: [
    'States and solvable share by pairs gone',
    '取った組数ごとの状態数と解ける割合',
  ],
  pairs_gone: ['pairs gone', '取った組'],
  layers_about: [
    'Bars: states. Line: share of them from which the board can still be cleared.',
    '棒：状態数。線：そのうちまだ解ける割合。',
  ],
  states_axis: ['states (logarithmic scale)', '状態数（対数目盛）'],
  share_axis: ['can still be cleared', 'まだ解ける割合'],
  layers_said: [
    'The largest number of states ({states}) is reached with {widest} pairs gone; it is tightest with {narrow} pairs ' +
      'gone, where {percent} % can still be cleared.',
    '状態は {widest} 組取ったところで最も多く（{states}）、{narrow} ' +
      '組取ったところが最も狭く、まだ解けるのは {percent} % です。',
  ],
  layers_free: [
    'The largest number of states ({states}) is reached with {widest} pairs gone.',
    '状態は {widest} 組取ったところで最も多くなります（{states}）。',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
