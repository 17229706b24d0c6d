import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  box: ['box', '荷物'],
  wall: ['wall', '壁'],
  floor: ['floor', '床'],
  goal: ['goal', '目標'],
  keeper: ['keeper', '自分'],
  show_dead: ['Mark dead squares', '死にマスを表示'],
  pushes_made: ['{count} {count:push:pushes}', '{count}押し'],
  box_paths: ['The way of each box', '各荷物の道のり'],
  pushes_of_boxes: ['Pushes of each box:', '荷物ごとの押し数：'],
  paths_said: [
    '{boxes} {boxes:box:boxes}, {all} {all:push:pushes}: box {box} goes farthest ({most}), {still} ' +
      '{still:stays:stay} where {still:it is:they are}. Arrows show which way; rings are goals.',
    '荷物 {boxes} 個、合計 {all} 押し。最も遠くまで動くのは荷物 {box}（{most} ' +
      '押し）、動かないのは {still} 個。矢印は向き、輪はゴールです。',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
