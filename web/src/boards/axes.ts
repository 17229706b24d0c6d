// Ticks of an axis: few, round, and where the numbers are.

export interface Tick {
  value: number
  text: string
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
export const short = (value: number) => (Math.abs(value) < 10_000 ? String(value) : compact.format(value))

/** Round numbers from 0 to `most`, about `wanted` of them. */
export function linearTicks(most: number, wanted = 4, whole = true): Tick[] {
  const rough = most / wanted
  const power = 10 ** Math.floor(Math.log10(rough > 0 ? rough : 1))
  const step = [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? 1
  const by = whole ? Math.max(1, step) : step
  const ticks: Tick[] = []
  for (let i = 0; i * by <= most * 1.0001; ++i) {
    const value = Number((i * by).toPrecision(12))
    ticks.push({ value, text: short(value) })
  }
  return ticks
}

/** 1, 10, 100, … up to `most`, thinned out where there are many; `zero` puts 0 before them. */
export function powerTicks(most: number, zero = false): Tick[] {
  const last = Math.floor(Math.log10(Math.max(1, most)) + 1e-9)
  const every = Math.max(1, Math.ceil((last + 1) / 6))
  const ticks: Tick[] = zero ? [{ value: 0, text: '0' }] : []
  for (let power = 0; power <= last; power += every) ticks.push({ value: 10 ** power, text: short(10 ** power) })
  return ticks
}
