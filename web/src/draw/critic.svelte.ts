// What is said of a drawing while it is drawn. The drawing never waits: every question goes to a worker, and when the
// drawing changes before the answer is there, that worker is thrown away and another one, which stands ready, is asked.
import { critique, Thinker } from '../lib/engine'
import type { Closeness, Critique } from '../lib/types'

/** What is asked in turn, and for how many seconds: the verdict at once, what mends it while the maker reads, and where
 * the first was not enough, with patience. */
const questions: [closeness: Closeness, seconds: number][] = [
  ['verdict', 0.12],
  ['repairs', 1.5],
  ['verdict', 10],
  ['repairs', 30],
]
const aMoment = 15 // milliseconds
/** An answer that takes longer is late: then what was said of the drawing before is taken back. */
const late = 200

export class Critic {
  /** What is known of the drawing as it is now; null: nothing yet. */
  found = $state.raw<Critique | null>(null)
  /** Something is still being worked out. */
  thinking = $state(false)
  /** The drawing that this is said of. */
  about = $state('')
  /** How many answers have come: tests measure by it how soon one follows a stroke. */
  answers = $state(0)
  /** Why the drawing cannot be read at all. */
  trouble = $state.raw<unknown>(null)
  private asked = 0
  private now = new Thinker()
  private ready = new Thinker()

  constructor(private readonly genre: string) {
    this.now.warm(genre)
    this.ready.warm(genre)
  }

  /** Looks at a drawing; what was asked before is forgotten. */
  async look(text: string) {
    const turn = ++this.asked
    this.thinking = true
    // A slider changes the drawing many times a second: only what stays for a moment is looked at.
    await new Promise((done) => setTimeout(done, aMoment))
    if (turn !== this.asked) return
    if (this.now.busy) this.change()
    setTimeout(() => {
      if (turn === this.asked && this.thinking && this.about !== text) this.found = null
    }, late)
    let latest: Critique | null = null
    // What each question ran out of; what was not asked yet is open, too.
    const open: Partial<Record<Closeness, string | null>> = {}
    for (const [closeness, seconds] of questions) {
      if (open[closeness] === null) continue
      try {
        const found = await critique(this.now, this.genre, text, closeness, seconds)
        if (turn !== this.asked) return
        open[closeness] = found.limit
        // Who looked at everything that might mend it has the verdict, too.
        if (found.limit === null) open.verdict = null
        latest = { ...better(latest, found), limit: open.verdict ?? open.repairs ?? null }
        this.found = latest
        this.about = text
        ++this.answers
        this.trouble = null
      } catch (error) {
        if (turn !== this.asked) return
        if (latest) continue // what was found out stays
        this.found = null
        this.trouble = error
        break
      }
    }
    this.thinking = false
  }
  /** Nothing is to be looked at. */
  rest() {
    ++this.asked
    if (this.now.busy) this.change()
    this.found = null
    this.trouble = null
    this.thinking = false
  }
  close() {
    ++this.asked
    this.now.cancel()
    this.ready.cancel()
  }

  private change() {
    this.now.cancel()
    ;[this.now, this.ready] = [this.ready, this.now]
    this.ready.warm(this.genre)
  }
}

/** A later, shorter question must not take back what an earlier one decided. */
function better(before: Critique | null, after: Critique): Critique {
  if (!before) return after
  const lost = before.verdict.status !== 'unknown' && after.verdict.status === 'unknown'
  if (lost) return before
  const repairs = after.repairs.length > 0 ? after.repairs : before.repairs
  const remarks = after.remarks.length >= before.remarks.length ? after.remarks : before.remarks
  return { ...after, repairs, remarks, unique: after.unique ?? before.unique }
}
