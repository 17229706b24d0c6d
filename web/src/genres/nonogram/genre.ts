import type { GenreCard } from '../shape'

export default {
  order: 20,
  title: ['Nonogram', 'お絵かきロジック'],
  how: [
    'The numbers tell the runs of filled cells in each row and column.',
    '数字は、その行・列で続けて塗るマスの数です。',
  ],
  keys: [
    'Arrows move, Space fills, X crosses, U undo, R redo, H hint',
    '矢印で移動、Space で塗る、X で×、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M-4 -4h8v8h-8z', color: 'var(--indigo)' },
  shelves: {
    Five: '五マス',
    Ten: '十マス',
    Fifteen: '十五マス',
    Pictures: '絵',
    Classics: '名作',
  },
  freehand: true,
  undrawable: (text) => /^\s*colou?r\b/m.test(text),
  // A cross needs another pen.
  firstStep: (move) => move.startsWith('fill'),
  like: ({ view }) => {
    const { width, height } = view as { width: number; height: number }
    return { size: `${width}x${height}` }
  },
} satisfies GenreCard
