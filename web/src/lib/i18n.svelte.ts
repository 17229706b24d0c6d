// Two languages: the texts stand side by side so that none is forgotten.
import { keep, kept } from './storage'
import { fill, texts, type TextKey } from './texts'

export type Language = 'en' | 'ja'

function wanted(): Language {
  const chosen = kept('nazo.language')
  if (chosen === 'en' || chosen === 'ja') return chosen
  return navigator.language.startsWith('ja') ? 'ja' : 'en'
}

const first = wanted()
let language = $state<Language>(first)
document.documentElement.lang = first

export const i18n = {
  get language() {
    return language
  },
  set language(to: Language) {
    language = to
    keep('nazo.language', to)
    document.documentElement.lang = to
  },
}

/** A function that gives the text of that name in the reader's language; {names} in it are filled in. */
export function speaker<Key extends string>(table: Record<Key, readonly [english: string, japanese: string]>) {
  return (key: Key, values: Record<string, string | number> = {}): string =>
    fill(table[key][language === 'en' ? 0 : 1], values)
}
/** The page's own texts. */
export const t = speaker<TextKey>(texts)

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const two = (n: number) => String(n).padStart(2, '0')
  return (hours ? `${hours}:${two(Math.floor(whole / 60) % 60)}` : `${Math.floor(whole / 60)}`) + `:${two(whole % 60)}`
}

export function number(value: number, digits = 2): string {
  return new Intl.NumberFormat(language, { maximumSignificantDigits: Math.max(digits, 3) }).format(value)
}
