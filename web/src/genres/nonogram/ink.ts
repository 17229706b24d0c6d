// What is drawn of the cells, as paths: one for a row and a mark. A row that has not changed keeps its path, so a
// stroke on a board of 1600 cells costs as little as one on 25.

export const size = 30

export type Shape = (left: number, top?: number) => string
/** A filled cell; in a finished picture they touch. */
export const square: Shape = (left, top = 0) => `M${left + 2.5} ${top + 2.5}h25v25h-25z`
export const whole: Shape = (left, top = 0) => `M${left} ${top}h${size}v${size}h-${size}z`
export const cross: Shape = (left, top = 0) => `M${left + 10} ${top + 10}l10 10m0 -10l-10 10`

/** The cells of a row that have this mark; the row's upper edge is 0. */
export function rowOf(row: string, mark: string, shape: Shape): string {
  let path = ''
  for (let c = 0; c < row.length; ++c) if (row[c] === mark) path += shape(c * size)
  return path
}

/** The lines between the cells of a board, those that `every` chooses by their number. */
export function linesOf(width: number, height: number, every: (at: number) => boolean): string {
  let path = ''
  for (let c = 0; c <= width; ++c) if (every(c)) path += `M${c * size} 0V${height * size}`
  for (let r = 0; r <= height; ++r) if (every(r)) path += `M0 ${r * size}H${width * size}`
  return path
}

/** The lines that help to count: every fifth, and the board's right and lower edge wherever they lie. */
export const ruled = (width: number, height: number) =>
  linesOf(width, height, (at) => at % 5 === 0) + `M${width * size} 0V${height * size}H0`
