// Tsume-shogi in Japanese.
import type { GenreWords } from '../shape'

const answers = (count: unknown) =>
  count === 0 ? '玉方に応手はなく' : `玉方の応手は${count}通り`

export default {
  hints: {
    mate_in: ({ values }) => `${values.length}手で詰みます。`,
    next_check: ({ values }) => `正解手は${values.check}です。`,
    mating_line: ({ values }) => {
      const line = `${values.check}と迫れば、${answers(values.answers)}、`
      return values.length === 1
        ? `${line}これで詰みです。`
        : `${line}以下${values.line}まで${values.length}手詰です。`
    },
    repetition: () => '同じ局面が再び現れました。この攻めは続きません。',
    no_check_left: () => '王手が続きません。',
    no_mate: () => 'この局面からは詰みません。一手戻して考え直しましょう。',
  },
  features: {
    length: '手数',
    optimal: '最短手数と証明済み',
    pieces: '使用駒数',
    pn_max: 'PN最大',
    dn_max: 'DN最大',
    updates: '更新数',
    pn_mean: 'PN平均',
    dn_mean: 'DN平均',
    pn_sum: 'PN合計',
    dn_sum: 'DN合計',
    pn_peak_share: 'PN最大の時期',
    pn_trace: 'PN・DNの推移',
    checks_mean: '王手の平均数',
    evasions_mean: '応手の平均数',
    sacrifices: '捨駒',
    quiet_drops: '取られない打駒',
    king_walk: '玉の歩数',
    captures: '駒取り',
    underpromotions: '不成',
    interpositions: '合駒',
    nodes: '調べた局面数',
  },
  options: {
    method: '作り方',
    plies: '手数',
    region: '配置の範囲',
    motif: '手筋',
    aim: '目標とする特徴',
    final: '詰上りの形',
    beam: '逆算の幅',
    effort: '手間',
    from: '元にする局面',
    distinct: '類題を除く',
    comment: '作者の言葉を添える',
    strict: '変化余詰も許さない',
  },
  codes: {
    no_mate: '詰みません',
    yozume: '余詰',
    hand_left: '駒余り',
    decoration: '飾り駒',
    kizu_promotion: 'キズ（成・不成）',
    kizu_far_drop: 'キズ（打ち場所）',
    illegal: '反則手',
    replayed: '手順を再現しました',
  },
  presets: {
    'first-steps': '一手詰・三手詰',
    three: '三手詰',
    booklet: '小冊子（三十題）',
  },
  examples: {
    'three plies': '三手詰',
    'dragon and horse': '龍と馬',
    'seven plies': '七手詰',
    'no mate': '不詰',
  },
  repairs: {
    remove_piece: '駒を取り除く',
    take_from_hand: '持駒を一枚減らす',
    give_in_hand: '持駒を一枚加える',
    move_piece: '駒を一マス動かす',
    add_defender: '玉方の駒を加える',
    add_attacker: '攻方の駒を加える',
  },
} satisfies GenreWords
