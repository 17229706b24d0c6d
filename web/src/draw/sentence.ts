// The verdict on a drawing in one sentence, and whether it is good news.
import { errorText } from '../lib/errors'
import { i18n } from '../lib/i18n.svelte'
import { fill } from '../lib/texts'
import type { Critique } from '../lib/types'
import type { Draft } from './draft.svelte'
import { say } from './texts'

export type Sort = 'good' | 'bad' | 'open'
export const signs: Record<Sort, string> = { good: '✓', bad: '✗', open: '…' }

const comma = () => (i18n.language === 'en' ? ', ' : '、')

/** How long the solution is, in the genre's words; empty where that says nothing. */
function lengthOf(draft: Draft, { verdict: { length, optimal } }: Critique): string {
  const unit = draft.drawing.length?.[i18n.language === 'en' ? 0 : 1]
  if (length === null || !unit) return ''
  const counted = fill(unit, { length })
  return optimal ? say('fewest', { length: counted }) : counted
}

export function sentenceOf(draft: Draft): [sort: Sort, said: string] {
  const { critic } = draft
  const missing = draft.drawing.missing?.(draft.text)
  if (missing) return ['open', missing]
  if (critic.trouble) return ['open', `${say('not_yet')}: ${errorText(critic.trouble, draft.genre)}`]
  const { found } = critic
  if (!found) return ['open', say('still_thinking')]
  const { status } = found.verdict
  if (status === 'unsolvable') return ['bad', say('unsolvable')]
  if (status === 'solved') {
    const length = lengthOf(draft, found)
    const said = length ? say('solvable_in', { length }) : say('solvable')
    const only = found.unique === null ? '' : comma() + say(found.unique ? 'unique' : 'several')
    return [found.faulty ? 'bad' : 'good', said + only]
  }
  if (found.faulty) return ['bad', say('not_yet')]
  return ['open', say(critic.thinking ? 'still_thinking' : 'undecided')]
}
