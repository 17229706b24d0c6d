// Shisen-sho in Japanese.
import { tileName } from './names'
import type { Cell, Hint } from '../../lib/types'
import type { GenreWords, HintPlace } from '../shape'

interface View {
  kinds: { label: number; face: number }[]
}
function kindName(label: unknown, { look }: HintPlace): string {
  const kind = (look.view as View).kinds.find((one) => one.label === label)
  return `「${tileName(kind?.face ?? -1) ?? label}」`
}
const place = ([row, column]: Cell) => `${row}行${column}列`
const take = (hint: Hint, at: HintPlace) =>
  `${hint.cells.map(place).join('と')}の${kindName(hint.values.kind, at)}を取ります。`
const pairs = (moves: unknown) =>
  (moves as string[])
    .map((move) =>
      [...move.matchAll(/(\d+),(\d+)/g)]
        .map(([, row, column]) => place([+row, +column]))
        .join('と'),
    )
    .join('、または')

export default {
  hints: {
    take_pair: take,
    last_pair: (hint, at) =>
      `${take(hint, at)}この種類の最後の二枚ですから、いつ取っても損はありません。`,
    whole_kind: (hint, at) =>
      `${take(hint, at)}四枚とも続けて取り切れるので、先に取って損はありません。`,
    other_pair_loses: (hint, at) =>
      `${take(hint, at)}組み合わせに注意。${pairs(hint.values.others)}で取ると行き詰まります。`,
    rest_follows: (hint, at) =>
      `${take(hint, at)}こう取れば、残りも最後まで取り切れます。`,
    blocked: (hint, at) => {
      const kinds = hint.values.kinds as number[]
      if (kinds.length > 8)
        return `もう取り切れません。${kinds.length}種類の牌が互いに邪魔をしています。`
      return (
        `もう取り切れません。` +
        `${kinds.map((kind) => kindName(kind, at)).join('')}が互いに邪魔をしています。`
      )
    },
  },
  features: {
    width: '列数',
    height: '行数',
    tiles: '牌の枚数',
    kinds: '牌の種類',
    states: '状態数',
    transitions: '遷移数',
    moves_mean: '平均合法手数',
    moves_mean_first: '平均合法手数（前半）',
    moves_mean_second: '平均合法手数（後半）',
    solvable_fraction: '解ける状態の割合',
    unsolvable_transition_fraction: '解けなくなる手の割合（全体）',
    unsolvable_transition_fraction_solvable:
      '解けなくなる手の割合（解ける状態）',
    unsolvable_longest: '解けない部分の最長手数',
    deadlocks: '行き詰まりの数',
    first_deadlock_depth: '最も早い行き詰まり',
    random_walk_win: '無作為に取って勝つ確率',
    solvable_fraction_layers: '解ける状態の割合（層平均）',
    unsolvable_transition_fraction_layers: '負ける手の割合（層平均）',
    unsolvable_longest_layers: '解けない部分の最長手数（層平均）',
    layers: '層ごとの状態',
    deadlock_patterns: '行き詰まりの型',
    deadlock_pattern_count: '行き詰まりの型の数',
    deadlock_pattern_size: '行き詰まりの型の枚数',
    traps_two: '二組の罠',
    traps_three: '三組の罠',
    explored: '調べた状態数',
    intervals: '推定の信頼区間',
  },
  options: {
    border: '外周を通れるか',
    split: '後半の始まり（組数）',
    estimate: '標本で推定',
    sweeps: '推定の作業量',
    size: '大きさ（列x行）',
    kinds: '牌の種類',
    copies: '同じ牌の枚数',
    method: '作り方',
  },
  codes: {
    unsolvable: '取り切れません',
    odd_kind: '奇数枚の牌があります',
    wrong_solution: '解答が正しくありません',
    blocking: '互いにふさぎ合う牌があります',
  },
  presets: { paper: '論文の盤', large: '大', small: '小', tricky: '難' },
  examples: { small: '小さな盤', crossed: 'たすき掛け', gaps: 'すき間' },
  repairs: {
    swap_tiles: '二枚を入れ替える',
    change_tile: '牌の種類を変える',
    remove_tile: '牌を取り除く',
  },
} satisfies GenreWords
