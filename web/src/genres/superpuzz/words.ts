// Superpuzz in Japanese.
import type { Hint } from '../../lib/types'
import type { GenreWords } from '../shape'

const move = (hint: Hint) => {
  const [row, column] = hint.cells[1]
  return `${hint.values.card} を${row}段目・${column}列目へ。`
}
const because = (reason: string) => (hint: Hint) =>
  `${move(hint)}${reason}ここから${hint.values.length}手で仕上がる手順があります。`

export default {
  hints: {
    move_card: move,
    wins: (hint) => `${move(hint)}これで完成です。`,
    opens_left_column: because('左端が空き、エースを入れられます。'),
    moves_an_ace: because('エースの段を入れ替える余地ができます。'),
    ace_to_the_left: because('エースの定位置は左端です。'),
    final_place: because('そこが定位置です。'),
    makes_room: (hint) =>
      because(`空いた所へ ${hint.values.comer} が入ります。`)(hint),
    hole_not_needed: because('残る空きは、当分使いません。'),
    no_card_moves: () => 'もう動かせる札がありません。',
  },
  features: {
    columns: '列数',
    start_moves: '初手の合法手数',
    start_pairs: '初めから続いている札',
    start_aces_left: '左端のエース',
    start_holes_left: '左端の空き',
    start_stuck_holes: '初めから詰まった空き',
    solvable: '解ける',
    solution_length: '解の手数',
    states_searched: '探索状態数（手法別）',
    states_best: '探索状態数（最良優先）',
    states_priority_1: '探索状態数（優先度1）',
    states_priority_2: '探索状態数（優先度2）',
    states_depth_aces_last: '探索状態数（深さ・エース後）',
    states_depth_aces_first: '探索状態数（深さ・エース先）',
    dead_end_share: '解けなくなる手の割合',
    only_move_share: '唯一手の割合',
    forced_share: '強制手の割合',
    choices_mean: '平均合法手数',
    lookahead: '必要な先読み（平均）',
    lookahead_max: '必要な先読み（最大）',
    first_trap: '最初の罠の手数',
    solution_stuck_holes: '解の途中の詰まった空き',
    components: '左端の型の割合',
    left_open_share: '左端が空く状態の割合',
    random_walk_length: '無作為に動かせる手数',
    random_walk_win: '無作為に動かして勝つ割合',
  },
  options: { columns: '列数' },
  codes: {
    unsolvable: '解けません',
    solved_at_start: '初めから完成しています',
  },
  presets: { small: '六列（半組）', full: '全部の札' },
  examples: {
    'first steps': 'はじめの一歩',
    'six columns': '六列',
    'no way': '解なし',
    'nine columns': '九列',
  },
  repairs: {
    swap_cards: '二枚を入れ替える',
  },
} satisfies GenreWords
