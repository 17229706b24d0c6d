// Nonograms in Japanese.
import type { Hint } from '../../lib/types'
import type { GenreWords, HintPlace } from '../shape'

const numbers = (value: unknown) => (value ?? []) as number[]

/** "4〜6マス目", "1・4〜6マス目". */
export function span(value: unknown): string {
  const cells = numbers(value)
  const runs: string[] = []
  for (let i = 0; i < cells.length; ) {
    let end = i
    while (end + 1 < cells.length && cells[end + 1] === cells[end] + 1) ++end
    runs.push(end > i ? `${cells[i]}〜${cells[end]}` : `${cells[i]}`)
    i = end + 1
  }
  return `${runs.join('・')}マス目`
}

const lineOf = ({ values }: Hint) =>
  values.row ? `${values.row}行目` : `${values.column}列目`
/** "3行目（5 2）：", as every hint about a line begins. */
const head = (hint: Hint) =>
  `${lineOf(hint)}（${numbers(hint.values.clue).join(' ') || 0}）：`
const cell = ({ cells: [[row, column]] }: Hint) => `${row}行${column}列`

/** What becomes of the cells: "4〜6マス目を塗り、2マス目は×です。" */
function result({ values }: Hint): string {
  const filled = numbers(values.filled)
  const empty = numbers(values.empty)
  if (filled.length === 0) return `${span(empty)}は×です。`
  if (empty.length === 0) return `${span(filled)}を塗ります。`
  return `${span(filled)}を塗り、${span(empty)}は×です。`
}
/** A sentence about a line, and one more for those who ask why. */
const line =
  (first: (hint: Hint) => string, more: (hint: Hint) => string) =>
  (hint: Hint, place: HintPlace) =>
    head(hint) + first(hint) + (place.level === 'why' ? more(hint) : '')
/** The same about a single cell. */
const single =
  (more: (hint: Hint) => string) => (hint: Hint, place: HintPlace) =>
    `${cell(hint)}は${hint.values.filled ? '塗ります' : '×です'}。` +
    (place.level === 'why' ? more(hint) : '')

const soFar = (hint: Hint) =>
  hint.solvable
    ? 'ここまで誤りはありません。'
    : 'まだ解けるかどうか、すぐには分かりません。'
const edges = (hint: Hint) =>
  [...new Set(numbers(hint.values.edge_blocks))]
    .map((size) => `「${size}」`)
    .join('')

export default {
  hints: {
    look_at_line: (hint) => `${soFar(hint)}${lineOf(hint)}に注目しましょう。`,
    assume_something: (hint) =>
      `${soFar(hint)}一行・一列だけでは決まりません。仮定を置いて考えます。`,
    empty_line: line(
      () => '数字は0、すべて×です。',
      () => '塗るマスは一つもありません。',
    ),
    complete_line: line(
      (hint) => `黒マスは出そろいました。${result(hint)}`,
      () => '塗ったマスの数が、数字の合計と同じになっています。',
    ),
    full_fit: line(
      ({ values }) => `${span(values.room)}にちょうど収まります。`,
      () => '一マスずつ間を空けて並べると、余りがありません。',
    ),
    finished_block: line(
      (hint) => `「${hint.values.size}」が完成しています。${result(hint)}`,
      ({ values }) =>
        `残る数字に${values.size}より長いものはないので、両隣は塗れません。`,
    ),
    edge_block: line(
      (hint) =>
        `端に近い黒マスは、端の数字${edges(hint)}のものです。${result(hint)}`,
      () => '端から数えて、少なくともここまで届きます。',
    ),
    no_room_at_the_edge: line(
      (hint) =>
        `×の手前に、端の数字${edges(hint)}は入りません。${result(hint)}`,
      () => '端のすき間が、数字より短いためです。',
    ),
    gap_too_small: line(
      ({ values }) =>
        `${span(values.empty)}は、どの数字も入らないすき間です。×にします。`,
      () => '残る数字の一番小さいものより短いためです。',
    ),
    overlap: line(
      ({ values }) => {
        const block = numbers(values.clue)[Number(values.block) - 1]
        return `「${block}」は、どう置いても${span(values.cover)}を通ります。`
      },
      ({ values }) =>
        `始まりは${values.first}マス目から${values.last}マス目まで。` +
        `両端に寄せた時の重なりを塗ります。`,
    ),
    out_of_reach: line(
      ({ values }) =>
        `${span(values.empty)}には、どの数字も届きません。×にします。`,
      () => '数字をどう置いても、ここまで来ません。',
    ),
    all_places: line(
      (hint) => `置き方をすべて比べると、${result(hint)}`,
      () => 'どの置き方でも、このマスだけは変わりません。',
    ),
    contradiction: single((hint) => {
      const supposed = hint.values.filled ? '×' : '黒'
      const steps = Number(hint.values.lines) - 1
      const after = steps > 0 ? `${steps}本先の線をたどると` : 'すぐに'
      return `もし${supposed}だとすると、${after}${lineOf(hint)}が成り立たなくなります。`
    }),
    either_way_the_same: single(
      ({ values }) =>
        `${values.row}行${values.column}列が黒でも×でも、このマスは同じになります。`,
    ),
    from_a_solution: single(
      () => '一つの仮定だけでは決まらないので、解から一マスお教えします。',
    ),
    no_solution: () => 'この問題には解がありません。',
    wrong_mark: (hint, { level }) => {
      const right = hint.values.filled ? '正しくは黒です。' : '正しくは×です。'
      return `${cell(hint)}が違います。${level === 'why' ? right : ''}`
    },
    wrong_marks: () => 'どこかに誤りがあります。このままでは解けません。',
  },
  features: {
    width: '列数',
    height: '行数',
    density: '黒マスの割合',
    block_mean: '数字の平均',
    ones_share: '「1」の割合',
    footholds: '初手で進む線の数',
    footholds_h1: 'ちょうど収まる線の数',
    line_solvable: '線だけで解ける',
    unique: '唯一解',
    probes: '仮定の深さ',
    guess_depth: '推測の深さ',
    d_E: '進める線の割合（全配置）',
    d_h1: '進める線の割合（h1 ぴったり）',
    d_h2: '進める線の割合（h2 完成）',
    d_h3: '進める線の割合（h3 端の黒）',
    d_h4: '進める線の割合（h4 端の×）',
    d_h5: '進める線の割合（h5 最大）',
    d_h6: '進める線の割合（h6 最小）',
    T_mean: '手順数の平均',
    T_var: '手順数の分散',
    T_min: '最少の手順数',
    T_max: '最多の手順数',
    T_se: '手順数の標準誤差',
    bottleneck: '難所の線の数',
    changed: '直したマスの数',
    effort_total: '手間の合計',
    effort_steps: '手間の手順数',
    effort_E: '手間（全配置）',
    effort_h1: '手間（h1）',
    effort_h2: '手間（h2）',
    effort_h3: '手間（h3）',
    effort_h4: '手間（h4）',
    effort_h5: '手間（h5）',
    effort_h6: '手間（h6）',
  },
  options: {
    trials: '試行回数',
    h3: 'h3 の読み方',
    prefer: '手筋の順番',
    simulations: '模擬の回数',
    size: '大きさ（列x行）',
    density: '黒マスの割合',
    smooth: 'なめらかさ',
    symmetry: '対称',
    level: '難しさの上限',
    attempts: '試す絵の数',
    picture: '元の絵',
    rows: '元の絵（文字）',
    threshold: '黒にする明るさ',
    crop: '切り取り',
    invert: '白黒反転',
  },
  codes: {
    no_solution: '解がありません',
    not_unique: '解が一つではありません',
    wrong_goal: '付いている絵が数字と合いません',
    not_line_solvable: '線だけでは解けません',
    blank_edge: '端に黒マスのない行・列があります',
  },
  presets: {
    small: '小（10×10）',
    classic: '標準（15×15）',
    large: '大（25×25）',
    mirror: '左右対称',
    tricky: '難',
  },
  examples: {
    heart: 'ハート',
    dancer: '踊る人',
    'two ways': '二つの解',
    impossible: '解なし',
  },
  repairs: {
    unique_by_cells: 'このマスを変えると解が一つになります',
    lines_by_cells: 'このマスを変えると線だけで解けます',
    crop: '空の端を切り取る',
  },
} satisfies GenreWords
