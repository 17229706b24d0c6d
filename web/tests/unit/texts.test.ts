import { expect, test } from 'vitest'
import { fill, texts } from '../../src/lib/texts'

test('both languages say everything, with the same gaps to fill', () => {
  for (const [key, [english, japanese]] of Object.entries(texts)) {
    expect(english, key).not.toBe('')
    expect(japanese, key).not.toBe('')
    const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    expect(gaps(japanese), key).toEqual(gaps(english))
  }
})

test('one of something is not many', () => {
  expect(fill(texts.moves_count[0], { count: 1 })).toBe('1 move')
  expect(fill(texts.moves_count[0], { count: 12 })).toBe('12 moves')
  expect(fill(texts.offline[0], { count: 1 })).toBe('Offline: 1 play waits to be sent.')
  expect(fill(texts.study_number[0], { number: 2, count: 5 })).toBe('Puzzle 2 of 5')
})
