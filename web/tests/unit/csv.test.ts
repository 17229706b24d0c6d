import { expect, test } from 'vitest'
import { csvRows, looksLikePuzzleRows, puzzleRows } from '../../src/lib/csv'

test('a table with a puzzle in quotes, over several lines', () => {
  const text = 'id,genre,puzzle,title\r\na,sokoban,"####\n#@ #\n####\n","says ""hi"", twice"\r\nb,sokoban,"#",\n'
  expect(looksLikePuzzleRows(text)).toBe(true)
  expect(puzzleRows(text)).toEqual([
    { line: 2, named: { id: 'a', genre: 'sokoban', puzzle: '####\n#@ #\n####\n', title: 'says "hi", twice' } },
    { line: 6, named: { id: 'b', genre: 'sokoban', puzzle: '#', title: '' } },
  ])
})

test('what is no table of puzzles', () => {
  expect(looksLikePuzzleRows('####\n#@ #\n####\n')).toBe(false)
  expect(looksLikePuzzleRows('1,2,3\n4,5,6\n')).toBe(false)
  expect(looksLikePuzzleRows('')).toBe(false)
  expect(csvRows('')).toEqual([])
  expect(csvRows('a,b')).toEqual([{ line: 1, cells: ['a', 'b'] }])
})
