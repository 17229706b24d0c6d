// A hint in the reader's language. English is the module's own sentence; in Japanese it is said anew from the hint's
// code, squares and numbers.
import { cardOf, coming, wordsOf } from '../genres/registry.svelte'
import { t, type Language } from './i18n.svelte'
import type { Hint, HintLevel, Look } from './types'

const plain = {
  solved: 'solved',
  solvable: 'solvable_yes',
  unsolvable: 'solvable_no',
  unknown: 'solvable_unknown',
  never: 'solvable_never',
} as const

export interface Hinted {
  genre: string
  hint: Hint
  level: HintLevel
  look: Look
}

export function hintText({ genre, hint, level, look }: Hinted, language: Language): string {
  if (language === 'en') {
    const said = cardOf(genre)?.hinted?.(hint, look) ?? hint.text
    if (said) return said
  }
  if (hint.technique in plain) return t(plain[hint.technique as keyof typeof plain])
  const words = wordsOf(genre)
  if (words === null) return coming
  const said = words?.hints[hint.technique]
  if (said) return said(hint, { level, look })
  // A genre without words: what its fields say.
  if (hint.solvable === false) return t('solvable_no')
  if (!hint.move) return hint.solvable ? t('solvable_yes') : t('solvable_unknown')
  const move = look.moves.find((one) => one.text === hint.move)
  return t('hint_move', { move: move?.label || hint.move })
}
