// The colours of a nonogram in colours.
import { i18n } from '../../lib/i18n.svelte'
import { say as words } from './texts'

/** The names that puzzles mostly give their colours. */
const japanese: Record<string, string> = {
  black: '黒',
  white: '白',
  red: '赤',
  blue: '青',
  green: '緑',
  yellow: '黄',
  orange: '橙',
  brown: '茶',
  pink: '桃',
  purple: '紫',
  violet: '紫',
  grey: '灰',
  gray: '灰',
  cyan: '水色',
  magenta: '赤紫',
}

/** A colour of the palette as the engine has it. */
export interface Hue {
  letter: string
  name: string
  rgb: string
}

/** The colours to fill with, each with a name to call it by; none in black and white. */
export function hues(palette: Hue[] = []): Hue[] {
  const named = (name: string) => (i18n.language === 'ja' ? (japanese[name.toLowerCase()] ?? name) : name)
  return palette.slice(1).map((hue) => ({ ...hue, name: named(hue.name) || `${words('fill')} ${hue.letter}` }))
}

/** Black or white, whichever is read more easily on a colour. */
export function inkOn(rgb: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#000000' : '#ffffff'
}
