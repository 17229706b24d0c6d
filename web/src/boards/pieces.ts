// Pieces that keep their identity from one view to the next, so that a board can let them glide: a view says only what
// stands where.
import type { Cell } from '../lib/types'

export interface Piece {
  id: number
  kind: string
  at: Cell
}
export interface Standing {
  kind: string
  at: Cell
}

const apart = (a: Cell, b: Cell) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1])

/**
 * Gives every piece of a view the id it had before: what stands where it stood is the same; of the rest, the nearest of
 * the same kind has moved here. `alike` says which kinds may turn into each other (a piece that promotes).
 *
 *   const pieces = new Pieces()
 *   const shown = $derived(pieces.next(view.boxes.map((at) => ({ kind: 'box', at }))))
 *   {#each shown as piece (piece.id)} <g class="glide" style:transform=…>
 */
export class Pieces {
  private last: Piece[] = []
  private free = 1
  private readonly alike: (kind: string) => string

  constructor(alike: (kind: string) => string = (kind) => kind) {
    this.alike = alike
  }

  next(standing: Standing[]): Piece[] {
    const place = ({ at, kind }: Standing) => `${at.join()} ${this.alike(kind)}`
    const before = new Map(this.last.map((piece) => [place(piece), piece]))
    const next: (Piece | null)[] = standing.map((one) => {
      const same = before.get(place(one))
      if (!same) return null
      before.delete(place(one))
      return { ...one, id: same.id }
    })
    const left = [...before.values()]
    standing.forEach((one, i) => {
      if (next[i]) return
      const candidates = left.filter((piece) => this.alike(piece.kind) === this.alike(one.kind))
      const nearest = candidates.sort((a, b) => apart(a.at, one.at) - apart(b.at, one.at))[0]
      if (nearest) left.splice(left.indexOf(nearest), 1)
      next[i] = { ...one, id: nearest?.id ?? this.free++ }
    })
    // In the order of the ids: elements that are drawn again at another place would jump instead of glide.
    this.last = (next as Piece[]).sort((a, b) => a.id - b.id)
    return this.last
  }
}

/** Where something is drawn, as a style that glides. */
export const placed = (x: number, y: number) => `translate(${x}px, ${y}px)`
