import { speaker } from '../../lib/i18n.svelte'
import type { Both } from '../shape'

export const texts = {
  fill: ['Fill', '塗る'],
  cross: ['Cross', 'バツ'],
  auto: ['✕ auto', '自動✕'],
  move: ['Move', '動かす'],
  crossing: ['Cross out finished lines', '完成した行・列に×を付ける'],
  fit: ['full fit', 'ぴったり'],
  overlap: ['overlap', '重なり'],
  finished: ['finished', '完成'],
  edges: ['edges', '端'],
  reach: ['reach, gaps', '届かない'],
  all_places: ['all places', '総当り'],
  assumption: ['assumption', '仮定'],
  map: ['Which technique gives each cell', '各マスを決める手筋'],
} satisfies Record<string, Both>

export const say = speaker(texts)
