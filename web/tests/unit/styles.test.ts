// Every colour and font that is asked for by name has one: an unknown name paints nothing, and nobody is told.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../src/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|ts|css)$/.test(name))
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

test('no name of a colour is unknown', () => {
  const texts = files.map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }))
  const known = new Set(texts.flatMap(({ text }) => named(text, /(--[\w-]+)\s*:/g)))
  expect(known.size).toBeGreaterThan(20)
  const unknown = texts.flatMap(({ name, text }) =>
    named(text, /var\((--[\w-]+)\)/g)
      .filter((one) => !known.has(one))
      .map((one) => `${name}: ${one}`),
  )
  expect(unknown).toEqual([])
})
