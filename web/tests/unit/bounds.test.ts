// Bounds of an order: whatever is no number never leaves the page as the name of a feature.
import { expect, test } from 'vitest'
import { conditionsOf, numberOf } from '../../src/lib/bounds'

test('numbers as people write them', () => {
  expect(numberOf(' 12 ')).toBe(12)
  expect(numberOf('2,5')).toBe(2.5)
  expect(numberOf('３０')).toBe(30)
  for (const given of ['abc', '1e3', '1 2', '--1', '', '1 || 1', null]) expect(numberOf(given), `${given}`).toBeNull()
})
test('bounds make conditions, or say what is wrong', () => {
  expect(conditionsOf('time', ['', ''])).toEqual([])
  expect(conditionsOf('time', ['10', ''])).toEqual(['time >= 10'])
  expect(conditionsOf('difficulty', [1, 99])).toEqual(['difficulty >= 1', 'difficulty <= 99'])
  expect(conditionsOf('time', ['5', '5'])).toEqual(['time >= 5', 'time <= 5'])
  expect(conditionsOf('difficulty', ['99', '1'])).toEqual({ what: 'crossed', from: 99, to: 1 })
  expect(conditionsOf('time', ['', 'abc'])).toEqual({ what: 'no_number', given: 'abc' })
})
