// Drawings in the making: none that gives way to another one is lost, and what cannot be drawn replaces nothing.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Drawing } from '../../src/genres/shape'

const there = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => there.get(name) ?? null,
  setItem: (name: string, value: string) => void there.set(name, value),
  removeItem: (name: string) => void there.delete(name),
})
vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('navigator', { language: 'en' })
vi.stubGlobal('location', { pathname: '/', hash: '', search: '' })
vi.stubGlobal('addEventListener', () => undefined)
vi.mock('../../src/lib/engine', async (real) => ({
  ...(await real<object>()),
  Thinker: class {
    busy = false
    warm() {}
    cancel() {}
  },
  critique: () => new Promise(() => undefined),
}))
const { Draft } = await import('../../src/draw/draft.svelte')
const nonogram = (await import('../../src/genres/nonogram/drawing')).default as Drawing
const { linesOf, ruled, size } = await import('../../src/genres/nonogram/ink')
const { write } = await import('../../src/genres/nonogram/drawing')
const { drawingOf } = await import('../../src/draw/open')
const { canDraw } = await import('../../src/genres/registry.svelte')

const open = (text: string, title: string) => {
  const draft = new Draft('nonogram', nonogram, () => false)
  draft.open(text, title)
  return draft
}
const picture = (...rows: string[]) => write(rows.map((row) => [...row]))
const [mine, other] = [picture('##.', '.#.'), picture('#.', '##')]
beforeEach(() => there.clear())

test('a drawing that gives way to a puzzle from elsewhere can be taken up again, title and all', () => {
  open(mine, 'Mine').close()
  const draft = open(other, 'Another')
  expect(draft.earlier).toEqual([{ text: mine, title: 'Mine' }])
  // After a reload, too.
  const again = open(other, 'Another')
  expect(again.earlier).toEqual([{ text: mine, title: 'Mine' }])
  again.replace(mine, 'Mine')
  expect([again.text, again.title]).toEqual([mine, 'Mine'])
  expect(again.earlier).toEqual([{ text: other, title: 'Another' }])
  again.undo()
  expect(again.text).toBe(other)
})

test('an empty board is no earlier drawing, and only the last five are kept', () => {
  const draft = open(nonogram.blank(4, 6), '')
  for (let n = 1; n < 9; ++n) draft.replace(picture('#'.repeat(n)), `No. ${n}`)
  expect(draft.earlier.map(({ title }) => title)).toEqual(['No. 7', 'No. 6', 'No. 5', 'No. 4', 'No. 3'])
})

test('a puzzle in colours is not edited as if it were black and white', async () => {
  const text = 'width 1\nheight 1\ncolor a ff0000 red\n\nrows\n1a\n\ncolumns\n1a\n'
  expect(canDraw('nonogram')).toBe(true)
  expect(canDraw('nonogram', mine)).toBe(true)
  expect(canDraw('nonogram', text)).toBe(false)
  const puzzle = { genre: 'nonogram', text, title: '', solution: 'a\n', notes: {} }
  expect(await drawingOf('nonogram', nonogram, puzzle as never)).toEqual({ refused: 'cannot_edit' })
})

test('the thick lines of a board that is not square lie at every fifth and at its own edges', () => {
  const [width, height] = [12, 7]
  const at = (path: string) => [...path.matchAll(/M(\d+) 0V/g)].map(([, x]) => Number(x) / size)
  expect(at(ruled(width, height))).toEqual([0, 5, 10, 12])
  const across = [...ruled(width, height).matchAll(/M0 (\d+)H/g)].map(([, y]) => Number(y) / size)
  expect(across).toEqual([0, 5])
  expect(ruled(width, height)).toContain(`V${height * size}H0`)
  expect(linesOf(2, 2, () => true)).toContain('M0 0V')
})
