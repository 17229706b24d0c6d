// The colours of a nonogram in colours.
import { say as words } from './texts'

/** A colour of the palette as the engine has it. */
export interface Hue {
  letter: string
  name: string
  rgb: string
}

/** The colours to fill with, each with a name to call it by; none in black and white. */
export function hues(palette: Hue[] = []): Hue[] {
  return palette.slice(1).map((hue) => ({ ...hue, name: hue.name || `${words('fill')} ${hue.letter}` }))
}

/** Black or white, whichever is read more easily on a colour. */
export function inkOn(rgb: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(rgb.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#000000' : '#ffffff'
}
