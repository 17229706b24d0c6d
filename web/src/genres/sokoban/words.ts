// Sokoban in Japanese.
import type { Hint } from '../../lib/types'
import type { GenreWords } from '../shape'

const directions: Record<string, string> = {
  up: '上',
  down: '下',
  left: '左',
  right: '右',
}
const box = ({ cells: [[row, column]] }: Hint) => `${row}行${column}列の荷物`
const push = (hint: Hint) =>
  `${box(hint)}を${directions[hint.values.direction as string]}へ押します。`
function plan({ values }: Hint): string {
  const changes = Number(values.runs) - 1
  return changes > 0
    ? `${values.pushes}押し（荷物の持ち替え${changes}回）`
    : `${values.pushes}押し`
}
const lost = (reason: string) => `もう解けません。${reason}`

export default {
  hints: {
    push_box: push,
    fewest_pushes: (hint) => `${push(hint)}ここから最短${plan(hint)}です。`,
    enough_pushes: (hint) => `${push(hint)}ここから${plan(hint)}で解けます。`,
    out_of_reach: () => lost('行けない所に荷物か目標があります。'),
    dead_square: (hint) =>
      lost(`${box(hint)}は、そこからどの目標へも運べません。`),
    frozen_box: (hint) => lost(`${box(hint)}は固まって、二度と動かせません。`),
    all_tried: () =>
      lost('すべての手順を調べましたが、解に至るものはありません。'),
  },
  features: {
    area: '床の広さ',
    boxes: '荷物の数',
    symmetry: '床の対称性',
    compactness: '床のまとまり',
    pushes: '最少押し数',
    box_changes: '押しの区切り',
    moves: '最少歩数',
    detour: '遠回り',
    detour_assigned: '遠回り（実際の目標）',
    direction_changes: '押す向きの変化',
    goal_reentries: '目標から外す押し',
    counter_pushes: '目標から遠ざける押し',
    surprise: '意外さ',
    trajectory_crossings: '荷物の道の交わり',
    wasted_area: '使わない床の割合',
    states: '状態数',
    dead_end_share: '解けない状態の割合',
    walker_steps: '無作為に押した時の手数',
  },
  options: {
    method: '作り方',
    size: '大きさ（列x行）',
    boxes: '荷物の数',
    'least-area': '最小の床',
    'most-area': '最大の床',
    outline: '外形の作り方',
    symmetric: '対称な外形',
    'keep-floor': '余分な床を残す',
    'per-walk': '一回の探索で採る数',
    patience: '粘り',
    'most-states': '最大状態数',
    parts: '部品の組',
    'own-parts': '自作の部品',
    repair: '修正して使う',
  },
  codes: {
    keeper: '自分が一人ではありません',
    box_goal_mismatch: '荷物と目標の数が違います',
    open_wall: '壁が閉じていません',
    solved_at_start: '初めから解けています',
    unsolvable: '解けません',
    useless_floor: '余分な床があります',
    illegal_move: '解答に指せない手があります',
    not_solved: '解答の最後に荷物が残ります',
    dead_box: '目標へ届かない荷物があります',
    idle_box: '動かす必要のない荷物があります',
    useless_wall: 'なくてもよい壁があります',
  },
  presets: {
    murase: '村瀬らの水準',
    record: '記録級',
    symmetric: '対称',
    four: '荷物四つ',
    five: '荷物五つ',
  },
  examples: {
    'first pushes': 'はじめの一押し',
    'round the pillar': '柱を回って',
    'three boxes, generated': '荷物三つ（自動生成）',
    'no way': '解なし',
  },
  repairs: {
    put_keeper: 'ここに自分を置く',
    one_keeper: 'この一人だけ残す',
    add_goal: '目標を加える',
    add_box: '荷物を加える',
    remove_box: '荷物を取り除く',
    remove_goal: '目標を取り除く',
    close_wall: 'ここを壁でふさぐ',
    add_frame: '全体を壁で囲む',
    move_box: '荷物を一マス動かす',
    move_goal: '目標を一マス動かす',
    move_keeper: '自分を反対側に置く',
    open_wall_inside: '内側の壁を取り除く',
    remove_pair: '荷物と目標を一つずつ取り除く',
    fill_floor: '余分な床を壁にする',
    remove_idle_box: '動かさない荷物を目標ごと取り除く',
  },
} satisfies GenreWords
