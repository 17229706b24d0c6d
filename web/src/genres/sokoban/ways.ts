// Where the keeper can walk and where a box can be brought: the module says so when it is told what was chosen.
import * as engine from '../../lib/engine'
import type { Cell } from '../../lib/types'

interface Way {
  to: Cell
  steps: string
}

/** From a box, or from the keeper: the cell's name → the steps. */
export function waysFrom(position: string, from: Cell): Map<string, string[]> {
  const { view } = engine.look<{ ways?: Way[] }>('sokoban', `${position}; chosen ${from.join()}\n`)
  return new Map((view.ways ?? []).map(({ to, steps }) => [to.join(), [...steps]]))
}
