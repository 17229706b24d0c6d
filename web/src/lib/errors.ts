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
  },
  gaps: { time: '時間', nodes: '手数', memory: 'メモリ' },
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
