// Tiles in layers, drawn from above, a sign for half a tile. A shape whose tiles have no faces yet is written with ##,
// and its reader deals them.
import type { Drawing } from '../shape'
import { say as words } from './texts'

/** Upper left corner in half tiles and layer, all from 1 as places are named; the face by its two letters. */
export interface Laid {
  layer: number
  row: number
  column: number
  face: string
}
export interface Layout {
  /** In half tiles. */
  rows: number
  columns: number
  hidden: boolean
  tiles: Laid[]
}
export const blank = '##'
export const mostLayers = 5
const suits = ['p', 's', 'm'].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${suit}${i + 1}`))
/** In the order of the module's numbers. */
export const faces = [
  ...suits,
  ...['we', 'ws', 'ww', 'wn', 'dr', 'dg', 'dw'],
  ...['f1', 'f2', 'f3', 'f4', 'y1', 'y2', 'y3', 'y4'],
]

export function read(text: string): Layout {
  const tiles: Laid[] = []
  let [layer, row, rows, columns] = [1, 0, 0, 0]
  for (const line of text.split('\n')) {
    const begun = /^layer (\d)/.exec(line)
    if (begun) [layer, row] = [Number(begun[1]), 0]
    else if (/^[.\[\]#a-z\d]+$/.test(line)) {
      ++row
      rows = Math.max(rows, row)
      columns = Math.max(columns, line.length)
      for (let c = 0; c + 1 < line.length; ++c) {
        const face = line.slice(c, c + 2)
        if (face !== blank && !faces.includes(face)) continue
        tiles.push({ layer, row, column: c + 1, face })
        ++c
      }
    }
  }
  return { rows, columns, hidden: /^seen: *top/m.test(text), tiles }
}
/** A shape in which one tile has no face has none at all. */
export function write({ rows, columns, hidden, tiles }: Layout): string {
  const allBlank = tiles.some(({ face }) => face === blank)
  const layers = Math.max(1, ...tiles.map((tile) => tile.layer))
  let text = hidden ? 'seen: top\n' : ''
  for (let layer = 1; layer <= layers; ++layer) {
    const signs = Array.from({ length: rows }, () => Array<string>(columns).fill('.'))
    for (const tile of tiles.filter((one) => one.layer === layer)) {
      const face = allBlank ? blank : tile.face
      const [r, c] = [tile.row - 1, tile.column - 1]
      signs[r].splice(c, 2, ...face)
      signs[r + 1].splice(c, 2, '[', ']')
    }
    text += `layer ${layer}\n${signs.map((row) => row.join('') + '\n').join('')}`
  }
  return text
}
/** How far the drawing lies from the corner, into which its reader moves it. */
export function offset({ tiles }: Layout): [rows: number, columns: number] {
  if (tiles.length === 0) return [0, 0]
  return [Math.min(...tiles.map(({ row }) => row)) - 1, Math.min(...tiles.map(({ column }) => column)) - 1]
}
const moved = (tiles: Laid[], [rows, columns]: [number, number]) =>
  tiles.map((tile) => ({ ...tile, row: tile.row + rows, column: tile.column + columns }))
export const fits = ({ rows, columns }: Layout, { row, column }: Laid) =>
  row >= 1 && column >= 1 && row + 1 <= rows && column + 1 <= columns
export const overlap = (a: Laid, b: Laid) => Math.abs(a.row - b.row) < 2 && Math.abs(a.column - b.column) < 2
const turned = (change: (tile: Laid, layout: Layout) => Laid) => (text: string) => {
  const layout = read(text)
  return write({ ...layout, tiles: layout.tiles.map((tile) => change(tile, layout)) })
}

export default {
  numbered: true,
  usual: [6, 9],
  blank: (rows, columns) => write({ rows: 2 * rows, columns: 2 * columns, hidden: false, tiles: [] }),
  of: ({ text }) => {
    const layout = read(text)
    const [rows, columns] = [layout.rows, layout.columns].map((side) => Math.min(64, 2 * Math.ceil(side / 2 + 1)))
    const wider = { ...layout, rows, columns }
    const inward = moved(layout.tiles, [1, 1])
    return write({ ...wider, tiles: inward.every((tile) => fits(wider, tile)) ? inward : layout.tiles })
  },
  sizes: { rows: [2, 32], columns: [2, 32] },
  size: (text) => {
    const { rows, columns } = read(text)
    return [rows / 2, columns / 2]
  },
  resized: (text, rows, columns) => {
    const next = { ...read(text), rows: 2 * rows, columns: 2 * columns }
    return write({ ...next, tiles: next.tiles.filter((tile) => fits(next, tile)) })
  },
  turned: {
    mirror: turned((tile, { columns }) => ({ ...tile, column: columns - tile.column })),
    flip: turned((tile, { rows }) => ({ ...tile, row: rows - tile.row })),
  },
  symmetries: ['none', 'left_right', 'up_down', 'both', 'half_turn'],
  placed: (text, place) => {
    const [rows, columns] = offset(read(text))
    const [layer, row, column] = place.split(',').map(Number)
    return [layer, row + rows, column + columns].join()
  },
  mended: (text, repaired) => {
    const before = read(text)
    return write({ ...before, tiles: moved(read(repaired).tiles, offset(before)) })
  },
  missing: (text) => (read(text).tiles.length > 0 ? '' : words('lay_tiles')),
} satisfies Drawing
