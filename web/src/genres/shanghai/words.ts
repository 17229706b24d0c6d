// Shanghai in Japanese.
import { tileName } from './names'
import type { Hint } from '../../lib/types'
import type { GenreWords } from '../shape'

const groupName = (group: number) => tileName(group) ?? String(group)
/** The two tiles are marked on the board: places on half tiles nobody counts. */
const take = (hint: Hint) =>
  `印の付いた二枚の「${groupName(hint.values.kind as number)}」を取ります。`

export default {
  hints: {
    take_pair: take,
    last_pair: (hint) =>
      `${take(hint)}この種類の最後の二枚ですから、いつ取っても損はありません。`,
    whole_kind: (hint) =>
      `${take(hint)}この種類の残りはすべて取れるので、先に取って損はありません。`,
    other_pair_loses: (hint) =>
      `${take(hint)}組み合わせに注意。同じ牌の別の組を取ると行き詰まります。`,
    rest_follows: (hint) =>
      `${take(hint)}こう取れば、残りも最後まで取り切れます。`,
    uncovers: (hint) =>
      `${take(hint)}新しく${hint.values.freed}枚が取れるようになります。` +
      `下に何があるかは、まだ誰にも分かりません。`,
    hidden: (hint) =>
      `下に隠れた${hint.values.hidden}枚しだいです。まだ誰も見ていません。`,
    blocked: (hint) => {
      const kinds = hint.values.kinds as number[]
      if (kinds.length > 8)
        return `もう取り切れません。${hint.values.tiles}枚の牌が互いに邪魔をしています。`
      return (
        `もう取り切れません。` +
        `「${kinds.map(groupName).join('」「')}」が互いに邪魔をしています。`
      )
    },
  },
  features: {
    tiles: '牌の枚数',
    kinds: '牌の種類',
    layers_high: '段数',
    free_tiles: '初めに取れる牌',
    hidden_tiles: '初めに隠れている牌',
    unseen_faces: '初めに見えない牌の絵柄',
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
    blind_win: '取れる牌だけを見て勝つ割合',
    sighted_win: 'すべての牌を見て勝つ割合',
    explored: '調べた状態数',
    intervals: '推定の信頼区間',
  },
  options: {
    seen: '見える牌',
    split: '後半の始まり（組数）',
    estimate: '標本で推定',
    sweeps: '推定の作業量',
    map: '配置の名',
    layout: '形',
    'layout-file': '形のファイル',
    silhouette: '輪郭のファイル',
    symmetry: '対称',
    tiles: '牌の枚数',
    layers: '段数',
    kinds: '牌の種類',
    copies: '同じ牌の枚数',
    method: '作り方',
  },
  codes: {
    unsolvable: '取り切れません',
    odd_kind: '奇数枚の牌があります',
    wrong_solution: '解答が正しくありません',
  },
  presets: { turtle: '亀', classic: '亀（伏せ牌）', hut: '小屋', tricky: '難' },
  examples: { steps: '段', crossed: 'たすき掛け', blossoms: '花と季節' },
  repairs: {
    swap_tiles: '二枚を入れ替える',
    change_tile: '牌の種類を変える',
    remove_tile: '牌を取り除く',
  },
} satisfies GenreWords
