// What the drawing page says, whatever is drawn.
import { speaker } from '../lib/i18n.svelte'
import { FileTooLarge, mostBytes, mostPixels } from '../lib/opening'
import type { Both } from '../genres/shape'

export const texts = {
  draw: ['Draw a puzzle', 'パズルを描く'],
  draw_genre: ['Draw: {genre}', '描く：{genre}'],
  edit: ['Edit', '編集'],
  redo: ['Redo', 'やり直す'],
  clear: ['Clear', '全部消す'],
  mirror: ['Mirror', '左右反転'],
  flip: ['Flip', '上下反転'],
  rotate: ['Rotate', '回転'],
  rows: ['Rows', '行'],
  columns: ['Columns', '列'],
  fewer: ['{what}: one fewer', '{what}を減らす'],
  more: ['{what}: one more', '{what}を増やす'],
  symmetry: ['Symmetry', '対称'],
  none: ['none', 'なし'],
  left_right: ['left–right', '左右'],
  up_down: ['top–bottom', '上下'],
  both: ['both ways', '上下左右'],
  half_turn: ['half turn', '点対称'],
  hand: ['Move', '動かす'],
  eraser: ['Erase', '消す'],
  palette: ['What to draw', '描くもの'],
  title: ['Title', '題名'],
  still_thinking: ['Still thinking…', 'まだ考えています…'],
  not_yet: ['Not a puzzle yet', 'まだパズルになっていません'],
  solvable: ['Solvable', '解けます'],
  solvable_in: ['Solvable in {length}', '解けます（{length}）'],
  fewest: ['{length}, the fewest', '最少{length}'],
  unique: ['one solution', '解は一つ'],
  several: ['more than one solution', '解が複数あります'],
  unsolvable: ['Cannot be solved', '解けません'],
  undecided: ['Not decided yet', '未判定'],
  ran_out: ['Not everything was looked at ({limit}).', 'すべては調べられませんでした（{limit}）。'],
  repairs: ['What would mend it', 'こうすれば直ります'],
  improve: ['Could be better', 'もっと良くできます'],
  looking_for_repairs: ['Looking for a repair…', '直し方を探しています…'],
  no_repair: ['No small change that mends it was found.', '小さな直し方は見つかりませんでした。'],
  show_marks: ['Show marks', '印を表示'],
  play: ['Play it', '遊んでみる'],
  keep: ['Keep', '取っておく'],
  kept: ['Kept', '保存済み'],
  to_publish: ['Put in order, publish, print', 'まとめて公開・印刷する'],
  examine: ['Examine', '詳しく調べる'],
  like: ['More like this', '似た問題を注文'],
  new: ['New', '新しく'],
  import: ['Open a file', 'ファイルを開く'],
  too_many_bytes: [
    'This file has {size} MB. Files of at most {most} MB are read: choose a smaller one.',
    'このファイルは {size} MB あります。{most} MB までのファイルを選んでください。',
  ],
  too_many_pixels: [
    'This image has {size} million pixels. At most {most} million are read: make it smaller first.',
    'この画像は {size} 百万画素あります。{most} 百万画素までに縮小してください。',
  ],
  drop_here: ['or drop a file here', 'またはここにファイルを落とす'],
  many_found: ['{count} {count:puzzle:puzzles} in this file', 'このファイルの問題：{count}題'],
  many_kept: [
    'There is room in this browser for the first {count}; the others need the file again after a reload.',
    'ここに残せるのは最初の {count} 題だけです。',
  ],
  from: ['at least', '以上'],
  to: ['at most', '以下'],
  expected_time: ['Expected time (s)', '予想時間（秒）'],
  bound_no_number: ['{what}: “{given}” is no number.', '{what}：「{given}」は数ではありません。'],
  bound_crossed: ['{what}: {from} is more than {to}.', '{what}：{from} は {to} より大きい値です。'],
  candidates_had: ['{what} of the candidates: {from}–{to}', '候補の{what}：{from}～{to}'],
  order_kept: ['Kept from your last order', '前回の注文の結果'],
  forget_order: ['Clear the list', '一覧を消す'],
  cannot_draw: ['Puzzles of this kind cannot be drawn here.', 'この種類はここでは描けません。'],
  needs_solution: [
    'The solution of this puzzle could not be found, so there is no picture to edit.',
    'この問題の解答が見つからず、編集できる絵がありません。',
  ],
  cannot_edit: [
    'This puzzle has something, such as colours, that cannot be drawn here. Your drawing stays as it is.',
    '色など、ここでは描けないものを含む問題です。',
  ],
  no_image: [
    'An image does not become a puzzle of this kind. Drop a file with a puzzle.',
    '画像からこの種類の問題は作れません。問題のファイルを落としてください。',
  ],
  earlier: ['Drawn before', '前に描いたもの'],
  keep_title: ['Keep the title', '題名を保存'],
  removed: ['Removed: {title}', '削除しました：{title}'],
  take_back: ['Put it back', '元に戻す'],
  saved_here: ['Your drawing is kept in this browser while you draw.', '描いたものはここに残ります。'],
  keys_title: ['Keys', 'キー操作'],
  keys: [
    'Arrows move, Shift+arrows draw a line, Space draws, Delete erases, Ctrl+Z undo, Ctrl+Y redo',
    '矢印：移動、Shift+矢印：続けて描く、Space：描く、Delete：消す、Ctrl+Z：戻す',
  ],
  keys_numbered: [', 1–9 choose what to draw', '、1～9：描くものを選ぶ'],
} satisfies Record<string, Both>

export const say = speaker(texts)

/** What is said of a file that is too large; null for every other error. */
export function tooLargeText(error: unknown): string | null {
  if (!(error instanceof FileTooLarge)) return null
  if (error.what === 'bytes') return say('too_many_bytes', { size: error.millions, most: mostBytes / 1e6 })
  return say('too_many_pixels', { size: error.millions, most: mostPixels / 1e6 })
}
