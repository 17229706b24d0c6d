// Ways through a Sokoban level, found by asking the module: it says which steps there are and which of them push.
import * as engine from '../../lib/engine'
import type { Cell, Look } from '../../lib/types'
import { same } from '../../boards/cursor'

interface View {
  keeper: Cell
}
const isPush = (step: string) => step === step.toUpperCase()
/** Positions carry a count of moves in a comment; what stands on the board is the rest. */
const board = (position: string) => position.replace(/^;.*$/gm, '')

/** Steps that walk the keeper to a cell without pushing anything, or null. */
export function walkTo(position: string, target: Cell): string[] | null {
  const seen = new Set([board(position)])
  let layer: { position: string; look: Look<View>; steps: string[] }[] = [
    { position, look: engine.look<View>('sokoban', position), steps: [] },
  ]
  while (layer.length > 0) {
    const next: typeof layer = []
    for (const state of layer)
      for (const move of state.look.moves) {
        if (isPush(move.text)) continue
        const to = engine.play('sokoban', state.position, move.text)
        if (seen.has(board(to))) continue
        seen.add(board(to))
        const steps = [...state.steps, move.text]
        if (same(move.to, target)) return steps
        next.push({ position: to, look: engine.look<View>('sokoban', to), steps })
      }
    layer = next
  }
  return null
}

/** Where one box can be brought while no other is touched: the cell's name → the steps. Stops after `most` positions.
 */
export async function boxWays(position: string, box: Cell, most = 2500): Promise<Map<string, string[]>> {
  const ways = new Map<string, string[]>()
  const seen = new Set([board(position)])
  let layer: { position: string; box: Cell; steps: string[] }[] = [{ position, box, steps: [] }]
  let rested = performance.now()
  while (layer.length > 0 && seen.size < most) {
    const next: typeof layer = []
    for (const state of layer) {
      if (performance.now() - rested > 12) {
        await new Promise((done) => setTimeout(done))
        rested = performance.now()
      }
      for (const move of engine.look<View>('sokoban', state.position).moves) {
        const pushes = isPush(move.text)
        if (pushes && !same(move.to, state.box)) continue
        const to = engine.play('sokoban', state.position, move.text)
        if (seen.has(board(to))) continue
        seen.add(board(to))
        const moved: Cell = pushes ? [2 * move.to![0] - move.from![0], 2 * move.to![1] - move.from![1]] : state.box
        const steps = [...state.steps, move.text]
        if (pushes && !ways.has(moved.join())) ways.set(moved.join(), steps)
        next.push({ position: to, box: moved, steps })
      }
    }
    layer = next
  }
  return ways
}
