import { expect, test } from 'vitest'
import { shareAddress, sharedPuzzle } from '../../src/lib/share'

test('a puzzle comes back from its address, with any letters in it', async () => {
  for (const [text, title] of [
    ['#####\n#@$.#\n#####\n', ''],
    ['謎\n', 'Tïtle "<script>"'],
    ['x'.repeat(5000), 'long'],
  ] as const) {
    const address = await shareAddress('sokoban', text, title)
    expect(address).toMatch(/^\/s\/sokoban#[A-Za-z0-9_-]+$/)
    expect(await sharedPuzzle(address.slice(address.indexOf('#')))).toEqual({ text, title })
  }
})

test('a small level makes a short address', async () => {
  expect((await shareAddress('sokoban', '########\n#@ $ . #\n#  $ . #\n#      #\n########\n')).length).toBeLessThan(80)
})

test('rubbish and bombs are refused', async () => {
  await expect(sharedPuzzle('#!!!')).rejects.toThrow()
  await expect(sharedPuzzle('#AAAA')).rejects.toThrow()
  const bomb = await shareAddress('sokoban', 'x'.repeat(300_000))
  await expect(sharedPuzzle(bomb.slice(bomb.indexOf('#')))).rejects.toThrow(/too much/)
})
