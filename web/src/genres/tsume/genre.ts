import type { Look } from '../../lib/types'
import type { GenreCard } from '../shape'
import { hinted, refuted } from './notation'

interface Last {
  attack?: string
  answer?: string
}

export default {
  order: 50,
  title: ['Tsume-shogi', '詰将棋'],
  how: [
    'Mate the king: every move must give check. The defence answers.',
    '王手の連続で玉を詰めます。玉方が応じます。',
  ],
  keys: [
    'Arrows move, Enter selects, U undo, R redo, H hint',
    '矢印で移動、Enter で選択、U 戻す、R やり直す、H ヒント',
  ],
  mark: { path: 'M0 5L5 -4H-5Z', color: 'var(--ink-soft)' },
  judged: refuted,
  oneSize: true,
  shelves: {
    'Mate in 1': '一手詰',
    'Mate in 3': '三手詰',
    'Mate in 5': '五手詰',
    Classics: '名作',
  },
  // The module answers a move by itself: the answer is recorded with it, so that the play can be played again without
  // thinking.
  recorded: (move: string, look: Look) => {
    const { attack, answer } = (look.view as { last: Last }).last
    return attack && answer ? `${attack} ${answer}` : (attack ?? move)
  },
  hinted,
  likeSolved: true,
  like: (_, solution) => {
    const plies = solution ? solution.trim().split(/\s+/).length : 0
    if (plies === 0) return { method: 'reverse', plies: '1..5' }
    // Each method makes some lengths only, or makes them sooner than the others.
    if (plies === 1) return { method: 'random', plies: '1' }
    return { method: plies < 9 ? 'reverse' : 'grow', plies: String(plies) }
  },
} satisfies GenreCard
