// What speaks against publishing puzzles that were kept: each is looked at once, one after the other, while its maker
// puts them in order.
import { critique, facts, Thinker } from '../lib/engine'
import type { Critique } from '../lib/types'

/** Why a puzzle is doubtful: it cannot be solved, has several solutions where one is asked for, or another fault. */
export type Doubt = { what: 'unsolvable' | 'several' } | { what: 'fault'; code: string; message: string }
interface Puzzle {
  genre: string
  text: string
}
const seconds = 2
const nameOf = ({ genre, text }: Puzzle) => `${genre}\u0000${text}`

export function doubtOf(found: Critique, invalidates: (code: string) => boolean): Doubt | null {
  if (found.verdict.status === 'unsolvable') return { what: 'unsolvable' }
  if (!found.faulty) return null
  if (found.unique === false) return { what: 'several' }
  const fault = found.remarks.find(({ code }) => invalidates(code))
  return fault ? { what: 'fault', code: fault.code, message: fault.message } : null
}

export class Doubts {
  private known = $state<Record<string, Doubt | null>>({})
  private waiting: Puzzle[] = []
  private asked = new Set<string>()
  private worker = new Thinker()
  private working = false

  /** Null: none that is known. */
  of = (puzzle: Puzzle): Doubt | null => this.known[nameOf(puzzle)] ?? null
  look(puzzles: Puzzle[]) {
    for (const puzzle of puzzles) {
      if (this.asked.has(nameOf(puzzle))) continue
      this.asked.add(nameOf(puzzle))
      this.waiting.push(puzzle)
    }
    void this.work()
  }
  close() {
    this.waiting = []
    this.worker.cancel()
  }

  private async work() {
    if (this.working) return
    this.working = true
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { genre, text } = next
      const invalidates = (code: string) => !!facts(genre)?.codes.find((one) => one.code === code)?.invalidates
      try {
        const found = await critique(this.worker, genre, text, 'verdict', seconds)
        this.known[nameOf(next)] = doubtOf(found, invalidates)
      } catch {
        // What cannot be looked at here the server refuses, if it must.
      }
    }
    this.working = false
  }
}
