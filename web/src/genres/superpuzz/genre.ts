import type { GenreCard } from '../shape'

export default {
  order: 30,
  title: ['Superpuzz', 'スーパーパズ'],
  how: [
    'Move cards into the holes until each row runs from ace upwards in one suit.',
    '空きに続きの札を入れ、各段を同じマークで A から順に並べます。',
  ],
  keys: [
    'Arrows move, Enter moves a card, U undo, R redo, H hint',
    '矢印で移動、Enter で札を動かす、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M0 -5.5L5.5 0L0 5.5L-5.5 0Z', color: 'var(--warn)' },
  shelves: {
    'Four columns': '四列',
    'Six columns': '六列',
    'Nine columns': '九列',
  },
  like: ({ view }) => ({
    columns: String((view as { columns: number }).columns),
  }),
} satisfies GenreCard
