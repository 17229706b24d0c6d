// The contract battery (tests/contract_battery.hpp) on every genre, through the wasm module in node: what the browser
// runs keeps the same contract as what the command line runs.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Nazo, NazoError } from '@nazo/module'

interface Facts {
  genre: string
  title: string
  about: string
  formats: { name: string; reads: boolean; writes: boolean; whole: boolean }[]
  features: { name: string }[]
  codes: { code: string; invalidates: boolean }[]
  techniques: { code: string }[]
  options: { name: string; verbs: string[] }[]
  examples: { name: string; text: string; solvable: boolean }[]
}
interface Puzzle {
  text: string
  genre: string
}
interface Verdict {
  status: string
  solution: string | null
  limit: string | null
  nodes: number
}
interface Report {
  valid: boolean
  findings: { code: string; message: string }[]
}
interface Look {
  view: unknown
  moves: { text: string }[]
  status: string
}
interface Hint {
  text: string
  move: string
  solvable: boolean | null
  technique: string
}

const bytesOf = (name: string) => readFileSync(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url))
const load = (name: string) => new Nazo(new WebAssembly.Module(bytesOf(name)))
const whole = load('nazo')
const genres = whole.call<Facts[]>('genres')
const limits = '20 - 200000000'
// What makes generated puzzles small enough to be quick, as the native battery of each genre has it.
const small: Record<string, string> = JSON.parse(
  readFileSync(new URL('./battery_options.json', import.meta.url), 'utf8'),
)

test('every genre is a module of its own, and small: somebody waits for it', () => {
  for (const { genre } of genres) {
    const bytes = bytesOf(`genres/${genre}`)
    expect(gzipSync(bytes, { level: 9 }).length, genre).toBeLessThan(4.5e5)
  }
})

test('there are genres', () => {
  expect(genres.length).toBeGreaterThan(0)
})

test('what is not there is refused in one sentence', () => {
  expect(() => whole.call('solve', 'chess', '', '')).toThrow(NazoError)
  expect(() => whole.call('no such thing')).toThrow(NazoError)
  expect(() => whole.call()).toThrow(NazoError)
  expect(() => whole.call('solve', genres[0].genre, 'no such option=1', '')).toThrow(NazoError)
})

test('a module knows its own genre and no other', () => {
  for (const { genre } of genres) {
    const nazo = load(`genres/${genre}`)
    expect(nazo.call('genres')).toEqual([genres.find((facts) => facts.genre === genre)])
    const other = genres.find((facts) => facts.genre !== genre)!
    expect(() => nazo.call('solve', other.genre, '', '')).toThrow(NazoError)
  }
})

describe.each(genres.map((facts) => [facts.genre, facts] as const))('%s', (genre, facts) => {
  const nazo = load(`genres/${genre}`) // what the page loads
  const native = facts.formats[0].name
  const puzzle = (text: string) => {
    const puzzles = nazo.call<Puzzle[]>('parse', genre, '', text, native)
    expect(puzzles.length).toBe(1)
    return puzzles[0]
  }
  const playedOut = (text: string, solution: string) => {
    let position = nazo.call<string>('start', genre, '', text)
    for (const move of nazo.call<string[]>('replay', genre, '', text, solution))
      position = nazo.call<string>('play', genre, '', position, move)
    return nazo.call<Look>('look', genre, '', position).status
  }

  test('every whole format round-trips', () => {
    for (const example of facts.examples) {
      const original = puzzle(example.text)
      for (const format of facts.formats.filter((f) => f.writes && f.whole && f.reads)) {
        const printed = nazo.call<string>('print', genre, '', original.text, format.name)
        let again: Puzzle[]
        try {
          again = nazo.call<Puzzle[]>('parse', genre, '', printed, format.name)
        } catch (error) {
          // A format that needs a native library says so here; the native one never may.
          expect(format.name).not.toBe(native)
          expect((error as Error).message).toMatch(/here/)
          continue
        }
        expect(again[0].text).toBe(original.text)
      }
      expect(puzzle(original.text).text).toBe(original.text)
    }
  })

  test('examples are solved, verified and checked', () => {
    const codes = new Map(facts.codes.map((c) => [c.code, c]))
    for (const example of facts.examples) {
      const { text } = puzzle(example.text)
      const verdict = nazo.call<Verdict>('solve', genre, '', text, limits)
      expect(verdict.status, example.name).toBe(example.solvable ? 'solved' : 'unsolvable')
      expect(verdict.nodes).toBeGreaterThan(0)
      if (verdict.solution !== null) {
        expect(nazo.call<Report>('verify', genre, '', text, verdict.solution).valid).toBe(true)
        expect(playedOut(text, verdict.solution)).toBe('won')
        expect(nazo.call<string>('picture', genre, '', text, verdict.solution)).toMatch(/^<svg/)
      }
      const report = nazo.call<Report>('check', genre, '', text, limits)
      for (const finding of report.findings) expect(codes.has(finding.code), finding.code).toBe(true)
      expect(report.valid).toBe(!report.findings.some((f) => codes.get(f.code)!.invalidates))
      if (!example.solvable) expect(report.valid).toBe(false)
    }
  })

  test('features are declared', () => {
    for (const example of facts.examples) {
      const { text } = puzzle(example.text)
      const { features } = nazo.call<{ features: Record<string, unknown> }>(
        'analyze',
        genre,
        small[genre] ?? '',
        text,
        limits,
        '',
      )
      for (const name of Object.keys(features)) expect(facts.features.map((f) => f.name)).toContain(name)
    }
  })

  test('play agrees with solve', () => {
    const plain = ['solved', 'solvable', 'unsolvable', 'unknown']
    const techniques = [...plain, ...facts.techniques.map((technique) => technique.code)]
    for (const example of facts.examples) {
      const { text } = puzzle(example.text)
      const first = nazo.call<string>('start', genre, '', text)
      let position = first
      for (let step = 0; step < 3; ++step) {
        const look = nazo.call<Look>('look', genre, '', position)
        expect(look.view).toBeTypeOf('object')
        if (look.status !== 'playing') break
        expect(look.moves.length).toBeGreaterThan(0)
        for (const move of look.moves)
          expect(nazo.call<string>('play', genre, '', position, move.text)).toBeTypeOf('string')
        expect(() => nazo.call('play', genre, '', position, 'no such move')).toThrow(NazoError)
        position = nazo.call<string>('play', genre, '', position, look.moves[0].text)
      }
      for (const level of ['solvable', 'step', 'why']) {
        const hint = nazo.call<Hint>('hint', genre, '', first, level, limits)
        expect(hint.text).not.toBe('')
        expect(techniques).toContain(hint.technique)
        if (hint.solvable !== null) expect(hint.solvable, example.name).toBe(example.solvable)
        if (level === 'solvable') expect(hint.move).toBe('')
        if (hint.move) expect(nazo.call<string>('play', genre, '', first, hint.move)).toBeTypeOf('string')
      }
    }
  })

  test('generated puzzles hold, and the same seed gives the same bytes', () => {
    const run = () => {
      const found: { puzzle: Puzzle; solution: string }[] = []
      for (let index = 0; found.length < 3 && index < 500; ++index)
        found.push(...nazo.call<typeof found>('generate', genre, small[genre] ?? '', '7', String(index), limits))
      return found.slice(0, 3)
    }
    const found = run()
    expect(found.length).toBe(3)
    expect(run()).toEqual(found)
    for (const { puzzle: made, solution } of found) {
      expect(puzzle(made.text).text).toBe(made.text)
      if (solution) expect(nazo.call<Report>('verify', genre, '', made.text, solution).valid).toBe(true)
      const verdict = nazo.call<Verdict>('solve', genre, '', made.text, limits)
      if (verdict.solution !== null) expect(playedOut(made.text, verdict.solution)).toBe('won')
      const canonical = nazo.call<string>('canonical', genre, '', made.text)
      expect(nazo.call<string>('canonical', genre, '', puzzle(canonical).text)).toBe(canonical)
    }
  })

  test('a tiny budget ends unknown and says why', () => {
    for (const example of facts.examples) {
      const verdict = nazo.call<Verdict>('solve', genre, '', puzzle(example.text).text, '- 1 -')
      if (verdict.status !== 'unknown') continue
      expect(verdict.limit).not.toBeNull()
      expect(verdict.solution).toBeNull()
    }
  })

  test('hostile text never crashes it', () => {
    const texts = [
      '',
      '\n',
      '\0',
      'x'.repeat(100000),
      '\n'.repeat(100000),
      '{"genre":1}',
      '-1 -1 -1',
      '99999999999999999999 9',
      '#',
      'title: x',
    ]
    let state = 11
    const random = (n: number) => (state = (state * 1103515245 + 12345) % 2147483648) % n
    for (const example of facts.examples)
      for (let i = 0; i < 60; ++i) {
        let broken = example.text
        for (let changes = 1 + random(4); changes > 0 && broken; --changes) {
          const at = random(broken.length)
          if (random(2)) broken = broken.slice(0, at) + String.fromCharCode(random(256)) + broken.slice(at + 1)
          else broken = broken.slice(0, at) + broken.slice(at + 1 + random(5))
        }
        texts.push(broken)
      }
    const refused = (error: unknown) => {
      expect(error).toBeInstanceOf(NazoError)
      expect((error as Error).message).not.toMatch(/too much for the browser|\n/)
    }
    for (const text of texts)
      for (const words of [
        ['parse', genre, '', text, ''],
        ['look', genre, '', text],
        ['play', genre, '', text, 'x'],
        ['verify', genre, '', facts.examples[0].text, text],
      ])
        try {
          nazo.call(...words)
        } catch (error) {
          refused(error)
        }
  })
})
