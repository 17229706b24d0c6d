import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  cards_missing: [
    '{count} {count:card:cards} still in the box',
    '箱に残り{count}枚',
  ],
  deal_rest: ['Deal the other {count} at random', '残り{count}枚を配る'],
  hole: ['hole', '空き'],
  in_place: ['{done} of {all} cards in place', '{all}枚中{done}枚が定位置'],
  shares: [
    'Share of states by aces and holes in the leftmost column',
    '左端の列のエースと空きの数ごとの状態の割合',
  ],
  aces: ['aces', 'エース'],
  holes_left: ['holes in the leftmost column', '左端の空き'],
  shares_said: [
    'The largest group of states ({percent} %) has {aces} {aces:ace:aces} and {holes} {holes:hole:holes} there.',
    '最も多いのはエース {aces} 枚・空き {holes} 個の状態で、{percent} % です。',
  ],
  shares_about: [
    'Where the states lie: aces and holes in the leftmost column.',
    '状態の分布：左端の列のエースと空きの数',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
