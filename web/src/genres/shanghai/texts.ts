import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
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
    'Bars: states (logarithmic). Line: share from which the board can still be cleared.',
    '棒：状態数（対数）。線：まだ解ける割合。',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
