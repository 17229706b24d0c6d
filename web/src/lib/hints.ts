// A hint in the reader's language. The module speaks English; what it means is in its fields, so the Japanese is made from those.
import { t, type Language } from './i18n.svelte'
import type { Hint, Move } from './types'

export function hintText(hint: Hint, moves: Move[], language: Language): string {
  if (language === 'en' && hint.text) return hint.text
  if (hint.solvable === null) return t('solvable_unknown')
  if (hint.solvable === false) return t('solvable_no')
  if (!hint.move) return t('solvable_yes')
  const move = moves.find((m) => m.text === hint.move)
  return t('hint_move', { move: move?.label || hint.move })
}
