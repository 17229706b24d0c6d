// Collections in the making: none is lost by turning to another one, in this tab or the next.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Collection, Draft } from '../../src/lib/publishing'

const there = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => there.get(name) ?? null,
  setItem: (name: string, value: string) => void there.set(name, value),
  removeItem: (name: string) => void there.delete(name),
})
const { draftOf, drafts, dropDraft, keepDraft, unsaved } = await import('../../src/lib/drafts')
beforeEach(() => there.clear())

const draft = (key: string, title = ''): Draft => ({ key, title, author: '', about: '', entries: [] })
const saved = {
  key: 'k',
  title: 'Rainy days',
  author: 'A maker',
  about: '',
  puzzles: [{ key: 'sokoban-1', genre: 'sokoban', title: 'One' }],
} as unknown as Collection

test('each draft is kept by its key, and the last one comes first', () => {
  keepDraft(draft('a', 'A'))
  keepDraft(draft('b', 'B'))
  keepDraft(draft('a', 'A, changed'))
  expect(drafts().map(({ title }) => title)).toEqual(['A, changed', 'B'])
  dropDraft('a')
  expect(drafts().map(({ title }) => title)).toEqual(['B'])
})

test('the one draft of an older page is there', () => {
  there.set('nazo.draft', JSON.stringify(draft('old', 'From before')))
  expect(drafts()).toEqual([draft('old', 'From before')])
})

test('what the server has is not unsaved; a word, a puzzle, an order more is', () => {
  const same = draftOf(saved)
  expect(unsaved(same, saved)).toBe(false)
  expect(unsaved({ ...same, title: 'Rainy days ' }, saved)).toBe(false)
  expect(unsaved({ ...same, about: 'Take your time.' }, saved)).toBe(true)
  expect(unsaved({ ...same, entries: [{ ...same.entries[0], title: 'First' }] }, saved)).toBe(true)
  expect(unsaved({ ...same, entries: [...same.entries, { id: 'x', genre: 'sokoban', title: '' }] }, saved)).toBe(true)
  expect(unsaved(draft('new'))).toBe(false)
  expect(unsaved(draft('new', 'A title'))).toBe(true)
})
