import { expect, test } from 'vitest'
import { texts } from '../../src/lib/texts'

test('both languages say everything, with the same gaps to fill', () => {
  for (const [key, [english, japanese]] of Object.entries(texts)) {
    expect(english, key).not.toBe('')
    expect(japanese, key).not.toBe('')
    const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    expect(gaps(japanese), key).toEqual(gaps(english))
  }
})
