import type { GenreCard } from '../shape'

export default {
  order: 60,
  title: ['Lights', '消灯パズル'],
  how: [
    'Press lamps until all are off: each press switches a lamp and its neighbours.',
    '押した明かりとその上下左右が入れ替わります。すべて消してください。',
  ],
  keys: [
    'Arrows move, Enter presses, U undo, R redo, H hint',
    '矢印で移動、Enter で押す、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M-5 0H5M0 -5V5M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5', color: 'var(--warn)' },
} satisfies GenreCard
