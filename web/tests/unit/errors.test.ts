// What readers and rules object to is said in Japanese too: every objection in the sources of a genre has its sentence
// in the genre's errors.ts, and the sentences are found again from what the module really answers.
import { describe, expect, test, vi } from 'vitest'
import { readFileSync } from 'node:fs'
import { Nazo, NazoError } from '@nazo/module'
import type { GenreErrors } from '../../src/genres/shape'
import type { Facts } from '../../src/lib/types'

// The reader's language asks the browser for it.
vi.stubGlobal('localStorage', { getItem: () => 'ja' })
vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('navigator', { language: 'ja' })
vi.stubGlobal('location', { pathname: '/', hash: '', search: '' })
vi.stubGlobal('addEventListener', () => undefined)
const { common, inJapanese } = await import('../../src/lib/errors')

const folderOf = (path: string) => path.split('/').at(-2)!
const found = import.meta.glob<GenreErrors>('../../src/genres/*/errors.ts', { eager: true, import: 'default' })
const errors = Object.fromEntries(Object.entries(found).map(([path, table]) => [folderOf(path), table]))
const sources = import.meta.glob<string>(
  [
    '../../../src/genres/*/{text,play,rules,generate,colour}/**/*.{cpp,hpp}',
    '../../../src/genres/*/{genre,options}.cpp',
    '../../../src/puzzle/{options,expression}.cpp',
    '../../../src/serve/{collection_order,api_collections}.cpp',
    '../../../src/serve/call.hpp',
    '../../../src/store/store_collections.cpp',
    '../../../src/workshop/{generate_run,stuck}.cpp',
  ],
  { eager: true, query: '?raw', import: 'default' },
)

/** Where a text or a letter in quotes that begins there ends. */
function afterQuote(text: string, at: number): number {
  let end = at + 1
  while (text[end] !== text[at]) end += text[end] === '\\' ? 2 : 1
  return end + 1
}
/** The arguments of the call whose bracket opens there. */
function argumentsOf(text: string, open: number): string[] {
  const list: string[] = []
  let depth = 0
  let begun = open + 1
  for (let at = open; at < text.length; ++at) {
    const letter = text[at]
    if (letter === '"' || (letter === "'" && !/\d/.test(text[at - 1]))) at = afterQuote(text, at) - 1
    else if ('([{'.includes(letter)) ++depth
    else if (')]}'.includes(letter) && --depth === 0) {
      list.push(text.slice(begun, at).trim())
      break
    } else if (letter === ',' && depth === 1) {
      list.push(text.slice(begun, at).trim())
      begun = at + 1
    }
  }
  return list
}
/** A sentence with {} for what is filled in: from a literal or a cat(…) of literals and other things; else null. */
function sentenceOf(argument: string): string | null {
  const literal = /^(?:std::string\()?("(?:[^"\\]|\\.)*"\s*)+\)?$/.test(argument)
  if (literal)
    return [...argument.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([text]) => JSON.parse(text) as string).join('')
  if (!argument.startsWith('cat(')) return null
  return argumentsOf(argument, 3)
    .map((one) => sentenceOf(one) ?? '{}')
    .join('')
}
const calls = /\b(?:fail|fail_at|fail_here|error_at|error|wrong|Failure|refusal)\(/g
const named = /\b(?:message = |string_view (?:no|who)_\w+ = )("(?:[^"\\]|\\.)*")/g
function objections(source: string): string[] {
  const code = source.replace(/\/\/.*$/gm, '')
  const called = [...code.matchAll(calls)].flatMap((call) =>
    argumentsOf(code, call.index + call[0].length - 1).map(sentenceOf),
  )
  return [...called, ...[...code.matchAll(named)].map(([, text]) => sentenceOf(text))].filter(
    (sentence): sentence is string => sentence !== null && /[a-z]{2}/.test(sentence),
  )
}
const japanese = /[ぁ-んァ-ヶ一-龠]/
/** What stands in a gap in these tests: no word of any language. */
const stuffed = (sentence: string) => sentence.replaceAll('{}', '7')

test('every objection of a genre’s sources has a Japanese sentence', () => {
  const missing: string[] = []
  let read = 0
  for (const [path, source] of Object.entries(sources)) {
    const genre = /\/genres\/([^/]+)\//.exec(path)?.[1] ?? ''
    if (genre && !errors[genre]) continue // a genre without words of its own
    for (const sentence of objections(source)) {
      ++read
      const said = inJapanese(stuffed(sentence), [errors[genre], common])
      if (!said || !japanese.test(said)) missing.push(`${path.replace(/.*\/src\//, '')}: ${sentence}`)
    }
  }
  expect(read).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

test('a sentence names only gaps that there are, and none is forgotten that a reader needs', () => {
  for (const table of [...Object.values(errors), common])
    for (const [english, said] of Object.entries(table.said)) {
      const gaps = english.split('{}').length - 1
      for (const [, at] of said.matchAll(/\{(\d)\}/g)) expect(Number(at), english).toBeLessThanOrEqual(gaps)
      expect(said, english).toMatch(japanese)
      expect(said, english).not.toMatch(/\{\}/)
    }
})

test('what is said of a puzzle of a collection is said of it in Japanese, with the genre’s own sentence', () => {
  const told = (sentence: string) => inJapanese(sentence, [errors.nonogram, common])
  expect(told('this collection was taken down by the administrator')).toBe(
    'このコレクションは管理者により取り下げられました。',
  )
  expect(told('puzzle 3: it cannot be solved')).toBe('3 題目：解けません。')
  expect(told("'title' is longer than 300 bytes")).toBe('題名が長すぎます（300 バイトまで）。')
  expect(told('puzzle 12: there is no puzzle in this text')).toBe('12 題目：問題が見つかりません。')
})

const wasm = readFileSync(new URL('../../../build/wasm/nazo.wasm', import.meta.url))
const nazo = new Nazo(new WebAssembly.Module(wasm))

describe.each(nazo.call<Facts[]>('genres').filter(({ genre }) => genre in errors))('$genre', ({ genre, examples }) => {
  test('spoilt puzzles are refused in Japanese', () => {
    let state = 11
    const random = (n: number) => (state = (state * 1103515245 + 12345) % 2147483648) % n
    const signs = '#$@. 0-9\nxX|/+*,:;<>"kKp1'
    let refused = 0
    for (const { text } of examples)
      for (let turn = 0; turn < 150; ++turn) {
        const at = random(text.length)
        const cut = random(3) === 0 ? random(text.length) : 0
        const spoilt = text.slice(0, at) + signs[random(signs.length)].repeat(random(3)) + text.slice(at + 1 + cut)
        try {
          nazo.call('start', genre, '', spoilt)
        } catch (error) {
          ++refused
          const { message } = error as NazoError
          const said = inJapanese(message, [errors[genre], common])
          expect(said, message).not.toBeNull()
          // What was pasted may be quoted; no English word is left beside it.
          const own = said!.replace(/'[^']*'|「[^」]*」|<[^>]*>|（[^）]*）/g, '')
          const leftovers = [...own.matchAll(/[a-z]{4,}/g)].map(([word]) => word)
          const names = ['sfen', 'width', 'height', 'rows', 'columns', 'layer', 'seen', 'deal']
          expect(
            leftovers.filter((word) => !names.includes(word)),
            `${message} → ${said}`,
          ).toEqual([])
        }
      }
    expect(refused).toBeGreaterThan(20)
  })
})
