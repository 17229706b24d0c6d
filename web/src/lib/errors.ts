// What went wrong, in the reader's language. English is the module's or the server's own sentence; in Japanese it is
// found again by its pattern: first among the genre's (src/genres/*/errors.ts), then among those everybody has.
import { coming, errorsOf } from '../genres/registry.svelte'
import type { GenreErrors } from '../genres/shape'
import { ApiError } from './api'
import { t, i18n } from './i18n.svelte'

export const common: GenreErrors = {
  said: {
    'there is no puzzle in this text': '問題が見つかりません。',
    'this line is no JSON': 'この行は JSON ではありません。',
    '{} ran out': '{1}が足りず、途中で止まりました。',
    stopped: '中止しました。',
    cancelled: '中止しました。',
    'the server does not know this work any more: order it again':
      'サーバーにこの処理の記録がありません。もう一度実行してください。',
    'no connection': 'サーバーに接続できません。',
    'this was too much for the browser ({})': 'このブラウザには重すぎました。',
    'the server answered {}': 'サーバーの応答：{1}',
    'the module is not loaded yet': 'まだ読み込み中です。',
    '--{} takes a number from {} to {}, not {}':
      '「{1}」は {2} から {3} までの数です（{4} ではありません）。',
    '--{} is a flag and takes no value': '「{1}」に値は付きません。',
    '--{} takes a whole number, not {}':
      '「{1}」は整数です（{2} ではありません）。',
    '--{} takes a number, not {}': '「{1}」は数です（{2} ではありません）。',
    '--{} takes one of {}, not {}':
      '「{1}」は {2} のどれかです（{3} ではありません）。',
    'no option --{} here': '「{1}」という設定はありません。',
    'no genre {}': '{1} という種類はありません。',
    'internal error: {}': 'プログラムの誤りです：{1}',
    // Orders.
    'the expression is nested too deeply': '条件の括弧が深すぎます。',
    'expected {}, {} in the expression {}':
      '条件「{3}」が読めません（{1} がありません）。',
    'the expression is longer than {} bytes': '条件は {1} バイトまでです。',
    '"keep": {}': '残す条件：{1}',
    '{} has no feature {}; it has {}': '{2} という特徴量はありません。',
    'what is to be kept contradicts itself: {} cannot be at least {} and at most {}':
      '条件が矛盾しています：{1} が {2} 以上かつ {3} 以下にはなりません。',
    '{} has no preset {}{}': '{2} という設定例はありません。',
    // Collections.
    'puzzle {}: {}': '{1} 題目：{2}',
    'its text holds {} puzzles, not one': '一題のはずの所に {1} 題あります。',
    'it cannot be solved': '解けません。',
    'it is there twice': '同じ問題が二度入っています。',
    'it must be an object': '問題として読めません。',
    'it is longer than {} bytes': '{1} バイトまでの問題しか収録できません。',
    'there is no such puzzle': 'この問題は見つかりません。',
    'there is no such collection': 'このコレクションは見つかりません。',
    'there is no collection {}': 'このコレクションは見つかりません。',
    'this needs the admin token': '管理者の鍵が必要です。',
    'no player yet: POST /api/player first':
      'このブラウザの登録がまだです。もう一度試してください。',
    'you have {} collections, which is the most: remove one first':
      'コレクションは {1} 件までです。どれかを削除してください。',
    'this workshop has no room for more collections':
      'この工房にはもう新しいコレクションが入りません。',
    '"why" is too long': '理由が長すぎます。',
    'this puzzle belongs to a study that is still open':
      'この問題は進行中の実験のものです。',
    'no solution is kept with this puzzle':
      'この問題には解答が付いていません。',
    '{} is longer than {} bytes': '{1}が長すぎます（{2} バイトまで）。',
    '{} must be one line of text': '{1}は一行で書いてください。',
    '"about" is longer than {} bytes': '紹介文が長すぎます（{1} バイトまで）。',
    '"about" must be plain text': '紹介文に使えない文字があります。',
    '"key" must be letters and digits, at most 80':
      '識別子が正しくありません。',
    '"key" must be {} to 80 letters and digits': '識別子が正しくありません。',
    'a collection needs a title': '題名を付けてください。',
    'a collection needs puzzles': '問題を入れてください。',
    'a collection needs a key and an owner':
      'コレクションの作者が分かりません。',
    'a collection may have {} puzzles': '一つのコレクションは {1} 題までです。',
    'this collection was removed': 'このコレクションは削除されています。',
    "this collection is somebody else's": '他の人のコレクションです。',
    'this collection was taken down by the administrator':
      'このコレクションは管理者により取り下げられました。',
  },
  gaps: {
    time: '時間',
    nodes: '手数',
    memory: 'メモリ',
    "'title'": '題名',
    "'author'": '作者名',
    difficulty: '難度',
    interest: '面白さ',
  },
}

interface Pattern {
  matches: RegExp
  /** Letters that do not stand in gaps: the sentence that says most is tried first. */
  letters: number
  japanese: string
}
const compiled = new WeakMap<GenreErrors, Pattern[]>()
const plain = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
function patternsOf(errors: GenreErrors): Pattern[] {
  const known = compiled.get(errors)
  if (known) return known
  const patterns = Object.entries(errors.said).map(([english, japanese]) => {
    const parts = english.split('{}')
    return {
      matches: new RegExp(`^${parts.map(plain).join('([^]*?)')}$`),
      letters: parts.join('').length,
      japanese,
    }
  })
  patterns.sort((a, b) => b.letters - a.letters)
  compiled.set(errors, patterns)
  return patterns
}

/** The Japanese of a sentence, or null where none is known. What stands in a gap may be a sentence itself. */
export function inJapanese(
  message: string,
  tables: (GenreErrors | undefined)[],
): string | null {
  for (const errors of tables) {
    if (!errors) continue
    for (const { matches, japanese } of patternsOf(errors)) {
      const found = matches.exec(message)
      if (!found) continue
      const gap = (at: number) => {
        const said = found[at]
        return errors.gaps?.[said] ?? inJapanese(said, tables) ?? said
      }
      return japanese.replace(/\{(\d)\}/g, (_, at: string) => gap(Number(at)))
    }
  }
  return null
}

function sentenceOf(message: string, genre: string): string {
  if (i18n.language === 'en' || /[ぁ-ん]/.test(message)) return message
  const errors = errorsOf(genre)
  const said = inJapanese(message, [errors ?? undefined, common])
  if (said !== null) return said
  return errors === null ? coming : t('failed', { message })
}

/** What an error says to the reader, and where in the text it lies. */
export function errorText(error: unknown, genre = ''): string {
  const { message, line, column } = error as {
    message: string
    line?: number
    column?: number
  }
  if (error instanceof ApiError && error.status === 0) return t('no_server')
  const said = sentenceOf(message, genre)
  if (!line) return said
  return column
    ? t('at_place', { line, column, said })
    : t('at_line', { line, said })
}

/** What an error means to the reader; `known` has sentences for the server's answers by number, 0 for no connection. */
export function wordsFor(
  error: unknown,
  known: Record<number, string>,
): string {
  const status = error instanceof ApiError ? error.status : -1
  return known[status] ?? errorText(error)
}
