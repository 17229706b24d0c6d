import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
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
    'Bars: states (logarithmic). Line: share from which the board can still be cleared.',
    '棒：状態数（対数）。線：まだ解ける割合。',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
