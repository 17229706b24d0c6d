import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  hand_attacker: ['Your hand', '攻方の持駒'],
  hand_defender: ['Defender’s hand', '玉方の持駒'],
  whose: ['Whose piece', 'どちらの駒'],
  attacker: ['Attacker', '攻方'],
  defender: ['Defender', '玉方'],
  exchange: ['Exchange sides', '先後を入れ替える'],
  hold_more: ['One more {piece} in hand', '{piece}を持駒に加える'],
  hold_fewer: ['One fewer {piece} in hand', '{piece}を持駒から減らす'],
  king_missing: [
    'The king that is to be mated is missing.',
    '玉方の玉がありません。',
  ],
  draw_note: [
    'Touch a piece again to promote it, once more to take it away. X changes sides. The defender holds all the rest.',
    'もう一度触れると成り、さらに触れると取り除きます。' +
      'X で攻方・玉方を切替。残りの駒はすべて玉方の持駒です。',
  ],
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
  disproof_number: ['disproof number of the root', '反証数（根）'],
  updates: ['updates of the search', '探索の更新回数'],
  log_scale: ['number (logarithmic scale of 1 + n)', '数（1 + n の対数目盛）'],
  numbers_proved: [
    'The mate is proved after {updates} updates: the proof number rises to {most} (update {at}) and ends at 0.',
    '{updates} 回の更新で詰みが証明されました。証明数は更新 {at} で最大の ' +
      '{most} に達し、0 で終わります。',
  ],
  numbers_disproved: [
    'There is no mate: after {updates} updates the disproof number ends at 0. The proof number rose ' +
      'to {most} (update {at}).',
    '詰みはありません。{updates} 回の更新で反証数が 0 になりました。' +
      '証明数の最大は更新 {at} の {most} です。',
  ],
  numbers_open: [
    'Nothing was proved within {updates} updates; the proof number rose to {most} (update {at}).',
    '{updates} 回の更新では決まりませんでした。証明数の最大は更新 {at} の {most} です。',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
