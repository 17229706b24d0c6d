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
  nothing_drawn: [
    'Draw a picture: the clues follow.',
    '絵を描くと、数字が付きます。',
  ],
  choose_image: ['Choose or drop an image', '画像を選ぶか、ここに落とす'],
  threshold: ['Darkness', '濃さ'],
  size: ['Size', '大きさ'],
  invert: ['Bright is black', '明るい所を黒に'],
  crop: ['Cut empty margins off', '余白を切り取る'],
  part_of_image: ['The part of the image that is used', '使う範囲'],
  trim_about: [
    'Drag over the part that you want, or drag its sides.',
    '使う範囲を指でなぞるか、枠を動かします。',
  ],
  whole_image: ['Whole image', '画像全体'],
  corner_first: ['Left and top side', '左端と上端'],
  corner_last: ['Right and bottom side', '右端と下端'],
  take: ['Take it', '決定'],
  not_an_image: [
    'This file is no image that the browser can show.',
    '画像として読めません。',
  ],
  image_too_large: [
    'This image has {width} × {height} pixels. At most {most} million pixels are read: make it smaller first.',
    'この画像は {width}×{height} 画素あります。' +
      '{most}百万画素までです。小さくしてからお使いください。',
  ],
  file_too_large: [
    'This file has {size} MB. Images of at most {most} MB are read.',
    'このファイルは {size} MB あります。{most} MB までの画像を読めます。',
  ],
  image_scaled: [
    'The image of {width} × {height} pixels is scaled down to {columns} × {rows} cells.',
    '{width}×{height} 画素の画像を {columns}×{rows} マスに縮小しました。',
  ],
  map: ['Which technique gives each cell', '各マスを決める手筋'],
  map_said: [
    'The hints settle {given} of {all} cells before the picture is done (crosses: cells that stay ' +
      'empty). The hardest technique they need is “{technique}”, for {count} of them.',
    'ヒントをたどると、完成までに {all} マス中 {given} ' +
      'マスが決まります（×は空白）。最も難しい手筋は「{technique}」で、' +
      '{count} マスに使います。',
  ],
} satisfies Record<string, Both>

export const say = speaker(texts)
