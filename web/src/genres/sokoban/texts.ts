import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  box: ['box', '荷物'],
  show_dead: ['Mark dead squares', '死にマスを表示'],
  pushes_made: ['{count} {count:push:pushes}', '{count}押し'],
  box_paths: ['The way of each box', '各荷物の道のり'],
  pushes: ['pushes', '手'],
} satisfies Record<string, Both>

export const say = speaker(texts)
