// How large a board can be drawn in the room there is.

export interface Room {
  width: number
  height: number
}
/** The depth in pixels of the strips that stay in view, at a scale. */
export interface Strips {
  head: (scale: number) => number
  side: (scale: number) => number
}

/** The largest scale, in pixels for a unit of the board, at which the board and its strips fit into the room. */
export function fitting(board: Room, strips: Strips, room: Room): number {
  const fits = (scale: number) =>
    strips.side(scale) + board.width * scale <= room.width && strips.head(scale) + board.height * scale <= room.height
  let low = 0.02
  let high = Math.max(low, Math.min(room.width / board.width, room.height / board.height))
  if (fits(high)) return high
  // The strips grow with the scale, so the largest that fits is found by halves.
  for (let i = 0; i < 20; ++i) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
