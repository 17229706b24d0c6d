// The maker's shelf: two tabs have it open at once, and nothing that either keeps is lost.
import { beforeEach, expect, test, vi } from 'vitest'

const there = new Map<string, string>()
let listeners: ((event: { key: string | null }) => void)[] = []
vi.stubGlobal('localStorage', {
  getItem: (name: string) => there.get(name) ?? null,
  setItem: (name: string, value: string) => void there.set(name, value),
  removeItem: (name: string) => void there.delete(name),
})
vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('navigator', { language: 'en' })
vi.stubGlobal('location', { pathname: '/', hash: '', search: '' })
vi.stubGlobal('addEventListener', (name: string, heard: (typeof listeners)[0]) => {
  if (name === 'storage') listeners.push(heard)
})
/** A tab of the browser: a copy of the page's own, over the same storage. */
async function tab() {
  vi.resetModules()
  return (await import('../../src/lib/collection.svelte')).collection
}
beforeEach(() => {
  there.clear()
  listeners = []
})
const level = { genre: 'sokoban', text: 'a level', title: '', solution: 'R', difficulty: 20 }
const picture = { genre: 'nonogram', text: 'a picture', title: 'A cat', solution: '', difficulty: null }

test('what two tabs keep is all there', async () => {
  const [first, second] = [await tab(), await tab()]
  first.add(level)
  second.add(picture)
  expect((await tab()).items.map(({ text }) => text)).toEqual(['a picture', 'a level'])
  expect(first.items).toHaveLength(1)
  for (const heard of listeners) heard({ key: 'nazo.collection' })
  expect(first.items, 'it hears of the other').toHaveLength(2)
  first.remove(first.find('sokoban', 'a level')!.id)
  expect(second.remove(second.find('nonogram', 'a picture')!.id)?.at).toBe(0)
  expect((await tab()).items).toEqual([])
})

test('what was removed is put back where it stood', async () => {
  const shelf = await tab()
  for (const text of ['c', 'b', 'a']) shelf.add({ ...level, text })
  const before = shelf.items
  const removed = shelf.remove(shelf.find('sokoban', 'b')!.id)!
  expect(shelf.items.map(({ text }) => text)).toEqual(['a', 'c'])
  shelf.putBack(removed)
  expect(shelf.items).toEqual(before)
})

test('a title that comes later is kept, and nothing else is forgotten for it', async () => {
  const shelf = await tab()
  shelf.add(level)
  shelf.add(picture)
  shelf.add({ ...level, title: 'Two stones', solution: '', difficulty: null })
  expect(shelf.items).toHaveLength(2)
  expect(shelf.find('sokoban', 'a level')).toMatchObject({ title: 'Two stones', solution: 'R', difficulty: 20 })
  expect(shelf.items[1].title).toBe('Two stones')
})
