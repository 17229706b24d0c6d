import type { GenreCard } from '../shape'
import { hinted } from './hinted'

/** What the module tells of a board at its start. */
interface ShanghaiStart {
  layout: string | null
  tiles: number
  layers: number
  seen: string
}

export default {
  order: 15,
  title: ['Shanghai', '上海'],
  how: [
    'Take pairs of matching tiles. A tile is free when nothing lies on it and its left or right side is open.',
    '同じ牌を二枚ずつ取ります。上に牌がなく、' +
      '左右のどちらかが空いている牌だけが取れます。',
  ],
  keys: [
    'Arrows move between free tiles, Enter selects, M shows pairs, U undo, R redo, H hint',
    '矢印で取れる牌を移動、Enter で選択、M で組を表示、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M-5 4h6v-6h-6zM-1 0h6v-6h-6z', color: 'var(--plum)' },
  shelves: {
    Hut: '小屋',
    Hill: '丘',
    Turtle: '亀',
    'Turtle, hidden': '亀（伏せ牌）',
  },
  hinted,
  // Another of the same layout; of one that is not ours, a new one with as many tiles.
  like: ({ view }) => {
    const { layout, tiles, layers, seen } = view as ShanghaiStart
    const shape: Record<string, string> = layout
      ? { layout }
      : { layout: 'new', tiles: String(tiles), layers: String(layers) }
    return { ...shape, seen }
  },
} satisfies GenreCard
