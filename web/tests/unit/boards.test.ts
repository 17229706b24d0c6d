// What boards share: fitting into a room, and pieces that keep their identity.
import { expect, test } from 'vitest'
import { fitting } from '../../src/boards/fitting'
import { Pieces } from '../../src/boards/pieces'
import type { Cell } from '../../src/lib/types'

const none = { head: () => 0, side: () => 0 }

test('a board is drawn as large as its room allows, strips included', () => {
  expect(fitting({ width: 100, height: 50 }, none, { width: 200, height: 200 })).toBeCloseTo(2)
  const strips = { head: (scale: number) => 10 * scale, side: (scale: number) => 50 * scale }
  const scale = fitting({ width: 100, height: 50 }, strips, { width: 300, height: 300 })
  expect(scale).toBeCloseTo(2, 2)
})

const boxes = (...cells: Cell[]) => cells.map((at) => ({ kind: 'box', at }))
const places = (pieces: { id: number; at: Cell }[]) => Object.fromEntries(pieces.map(({ id, at }) => [id, at.join()]))

test('the piece that moved is the one that is missing, whatever order the view has', () => {
  const pieces = new Pieces()
  expect(places(pieces.next(boxes([1, 1], [2, 2], [3, 3])))).toEqual({ 1: '1,1', 2: '2,2', 3: '3,3' })
  expect(places(pieces.next(boxes([3, 3], [2, 3], [1, 1])))).toEqual({ 1: '1,1', 2: '2,3', 3: '3,3' })
  // One goes, one comes: a new one is never the old one of another kind.
  const next = pieces.next([...boxes([1, 1], [2, 3]), { kind: 'keeper', at: [3, 3] }])
  expect(places(next)).toEqual({ 1: '1,1', 2: '2,3', 4: '3,3' })
})

test('a piece that promotes stays the same', () => {
  const pieces = new Pieces((kind) => kind.replace('+', ''))
  const [before] = pieces.next([{ kind: 'P', at: [4, 5] }])
  const [after] = pieces.next([{ kind: '+P', at: [3, 5] }])
  expect(after.id).toBe(before.id)
})
