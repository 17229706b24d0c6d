// A hint in English for those who see the board: the two tiles are marked there, and places on half tiles, which the
// module's own sentence names, nobody counts.
import { fill } from '../../lib/texts'
import type { Hint } from '../../lib/types'

const reasons: Record<string, string> = {
  take_pair: '',
  last_pair: 'They are the last two of their kind, so taking them can never hurt.',
  whole_kind: 'All that is left of this kind is free, so taking it can never hurt.',
  other_pair_loses: 'Mind which two you take: another pair of this kind would lose.',
  rest_follows: 'This kind can go this way, and the rest of the board still follows.',
  uncovers: 'That sets {freed} {freed:tile:tiles} free, as many as any pair does; what lies below nobody knows.',
}

export function hinted({ technique, values }: Hint): string | null {
  if (!Object.hasOwn(reasons, technique)) return null
  const freed = Number(values.freed ?? 0)
  return `Take the two marked tiles. ${fill(reasons[technique], { freed })}`.trim()
}
