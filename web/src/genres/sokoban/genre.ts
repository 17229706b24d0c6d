import type { GenreCard } from '../shape'

export default {
  order: 40,
  title: ['Sokoban', '倉庫番'],
  how: [
    'Push every box onto a goal. You cannot pull.',
    '荷物をすべて目標へ押します。引くことはできません。',
  ],
  keys: [
    'Arrows walk and push, U undo, R redo, H hint',
    '矢印で歩く・押す、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M0 -5L5 4H-5Z', color: 'var(--vermilion)' },
  shelves: {
    'Two boxes': '荷物二つ',
    'Three boxes': '荷物三つ',
    'Four boxes': '荷物四つ',
  },
  score: ({ view }) => (view as { pushes: number }).pushes,
  scoreName: ['{count} {count:push:pushes}', '{count}押し'],
  // On less room hardly a level is worth playing; the generator knows boards of up to 12 by 12 and six boxes.
  like: ({ view }) => {
    const { boxes, width, height } = view as {
      boxes: unknown[]
      width: number
      height: number
    }
    const within = (least: number, most: number, wanted: number) =>
      Math.min(Math.max(wanted, least), most)
    const side = (length: number) => within(8, 12, length)
    return {
      boxes: String(within(2, 6, boxes.length)),
      size: `${side(width)}x${side(height)}`,
      'per-walk': '4',
    }
  },
} satisfies GenreCard
