import type { GenreCard } from '../shape'

export default {
  order: 10,
  title: ['Shisen-sho', '四川省'],
  how: [
    'Take pairs of equal tiles that a line with at most two bends can join.',
    '同じ牌を、二回までしか曲がらない線で結んで取ります。',
  ],
  keys: [
    'Arrows move, Enter selects, U undo, R redo, H hint',
    '矢印で移動、Enter で選択、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', color: 'var(--good)' },
  shelves: { Small: '小', Middle: '中', Large: '大' },
  like: ({ view }) => {
    const { width, height } = view as { width: number; height: number }
    return { size: `${width}x${height}` }
  },
} satisfies GenreCard
