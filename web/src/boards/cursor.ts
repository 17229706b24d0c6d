// A cursor on a grid, moved by the arrow keys: every board can be played without a mouse.
import type { Cell } from '../lib/types'

const steps: Record<string, Cell> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }

/** The cell the cursor goes to by that key, or null if it is no arrow key. */
export function moved(cursor: Cell, key: string, rows: number, columns: number): Cell | null {
  const step = steps[key]
  if (!step) return null
  const within = (value: number, most: number) => Math.min(Math.max(value, 1), most)
  return [within(cursor[0] + step[0], rows), within(cursor[1] + step[1], columns)]
}

export const same = (a: Cell | null | undefined, b: Cell | null | undefined) =>
  !!a && !!b && a[0] === b[0] && a[1] === b[1]
export const isAct = (key: string) => key === 'Enter' || key === ' '

/** The cell of a board under a pointer, from the board's own coordinates. */
export function pointOf(svg: SVGSVGElement, event: { clientX: number; clientY: number }): { x: number; y: number } {
  const matrix = svg.getScreenCTM()
  if (!matrix) return { x: -1, y: -1 }
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
  return { x: point.x, y: point.y }
}
