import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  hand_attacker: ['Your hand', '攻方の持駒'],
  hand_defender: ['Defender’s hand', '玉方の持駒'],
  promote_or_not: ['Promote or not?', '成りますか？'],
  promote: ['Promote', '成る'],
  keep_piece: ['Do not promote', '成らない'],
  no_check: [
    'Every move must give check: this one does not.',
    '王手ではありません。攻方は王手を続けます。',
  ],
  pawn_drop_mate: [
    'Mate by dropping a pawn is not allowed.',
    '打ち歩詰めは禁じ手です。',
  ],
  pieces: ['Pieces', '駒'],
  kanji: ['traditional', '漢字'],
  letters: ['letters', '文字'],
  all_the_rest: ['(all the rest)', '（残り全部）'],
  numbers: ['Proof and disproof number of the root', '根の証明数と反証数'],
  proof_number: ['proof number', '証明数'],
  disproof_number: [
    'disproof number, of the root at every update',
    '反証数（根、更新ごと）',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
