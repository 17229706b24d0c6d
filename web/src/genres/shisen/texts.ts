import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  lay_tiles: [
    'Lay tiles: each kind an even number of them.',
    '牌を並べてください。同じ牌は偶数枚にします。',
  ],
  fill_gaps: ['Fill the gaps with pairs', '空きを対で埋める'],
  border_inside: ['No path round the outside', '盤の外側を通れない'],
  tiles_left: ['{count} tiles', '残り{count}枚'],
  no_line: [
    'No line with at most two bends joins these two.',
    'この二枚は、二回以内の曲がりではつながりません。',
  ],
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
