// From where to where something may lie, as a person writes it into two fields.

/** What is wrong with a pair of bounds: what was written is no number, or the first is above the second. */
export type Wrong = { what: 'no_number'; given: string } | { what: 'crossed'; from: number; to: number }

/** Digits of a Japanese keyboard and a decimal comma are numbers, too. */
export function numberOf(written: unknown): number | null {
  const plain = String(written ?? '')
    .normalize('NFKC')
    .trim()
    .replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/** The conditions that a pair of bounds makes on a name, or what is wrong with it. */
export function conditionsOf(name: string, bounds: readonly [unknown, unknown]): string[] | Wrong {
  const parts: string[] = []
  const numbers: (number | null)[] = []
  for (const [i, sign] of ['>=', '<='].entries()) {
    const given = String(bounds[i] ?? '').trim()
    const value = given ? numberOf(given) : null
    if (given && value === null) return { what: 'no_number', given }
    if (value !== null) parts.push(`${name} ${sign} ${value}`)
    numbers.push(value)
  }
  const [from, to] = numbers
  return from !== null && to !== null && from > to ? { what: 'crossed', from, to } : parts
}
