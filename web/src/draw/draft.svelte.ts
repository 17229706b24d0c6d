// A drawing in the making: its text, the way back, what it is called, and what is said of it.
import { load } from '../lib/engine'
import { drop, keepIfRoom, keptJson } from '../lib/storage'
import type { Cell, Critique, Finding, Repair } from '../lib/types'
import type { Drawing, Turn } from '../genres/shape'
import { Critic } from './critic.svelte'
import { imagesOf, type Symmetry } from './symmetry'

/** How a place is marked: something wrong, something that does nothing, where a second solution differs, a change that
 * is offered. */
export type Mark = 'wrong' | 'idle' | 'second' | 'change'

const mostSteps = 500
const nameOf = (genre: string) => `nazo.draft.${genre}`
const earlierOf = (genre: string) => `${nameOf(genre)}.earlier`
const mostEarlier = 5
export interface Kept {
  text: string
  title: string
}

export class Draft {
  text = $state('')
  title = $state('')
  symmetry = $state<Symmetry>('none')
  /** A repair that somebody points at: what it changes is marked. */
  pointed = $state.raw<Repair | null>(null)
  /** Are marks shown at all? */
  marking = $state(true)
  /** Drawings that gave way to another one, the last one first. */
  earlier = $state.raw<Kept[]>([])
  readonly critic: Critic
  private past = $state.raw<string[]>([])
  private future = $state.raw<string[]>([])
  private step = ''

  /** `invalid`: which codes of findings speak against publishing. */
  constructor(
    readonly genre: string,
    readonly drawing: Drawing,
    private readonly invalid: (code: string) => boolean,
  ) {
    this.critic = new Critic(genre)
  }
  /** The modules are there before anything is drawn. */
  static ready = (genre: string) => load(genre)

  get size(): [rows: number, columns: number] {
    return this.drawing.size(this.text)
  }
  get canUndo() {
    return this.past.length > 0
  }
  get canRedo() {
    return this.future.length > 0
  }

  /** Begins with a text. What was being drawn before is one step back, and among the earlier drawings. */
  open(text: string, title: string) {
    const before = Draft.kept(this.genre)
    this.past = before && before.text !== text ? [before.text] : []
    this.future = []
    this.earlier = keptJson<Kept[]>(earlierOf(this.genre), [])
    if (before) this.putAside(before, text)
    this.title = title
    this.show(text)
  }
  /** What was being drawn in this browser, or nothing. */
  static kept(genre: string): Kept | null {
    return keptJson<Kept | null>(nameOf(genre), null)
  }
  /** Something else is drawn from now on; what there was can be taken up again. */
  replace(text: string, title: string) {
    if (text !== this.text) this.putAside({ text: this.text, title: this.title }, text)
    this.title = title
    this.put(text)
    this.keep()
  }
  /** The drawing is now this; the last one can be had back. What is one `step` (a slider that is moved) is taken back
   * as a whole. */
  put(text: string, step = '') {
    if (text === this.text) return
    if (!step || step !== this.step) this.past = [...this.past, this.text].slice(-mostSteps)
    this.step = step
    this.future = []
    this.show(text)
  }
  undo() {
    const before = this.past.at(-1)
    if (before === undefined) return
    this.past = this.past.slice(0, -1)
    this.step = ''
    this.future = [this.text, ...this.future]
    this.show(before)
  }
  redo() {
    const [after, ...later] = this.future
    if (after === undefined) return
    this.future = later
    this.past = [...this.past, this.text]
    this.show(after)
  }
  clear() {
    const [rows, columns] = this.size
    this.put(this.drawing.blank(rows, columns))
  }
  resize(rows: number, columns: number) {
    if (this.drawing.resized) this.put(this.drawing.resized(this.text, rows, columns))
  }
  turn(how: Turn) {
    const turned = this.drawing.turned?.[how]
    if (turned) this.put(turned(this.text))
  }
  mend(repair: Repair) {
    this.pointed = null
    this.put(this.drawing.mended?.(this.text, repair.text) ?? repair.text)
  }
  /** A cell and its images in the symmetry that is on. */
  images(cell: Cell): Cell[] {
    const [rows, columns] = this.size
    return imagesOf(cell, this.symmetry, rows, columns)
  }

  /** What is said of the drawing as it is now; null: nothing yet. */
  get judged(): Critique | null {
    return this.critic.about === this.text ? this.critic.found : null
  }
  /** What is marked where, a repair that is pointed at above all. */
  get marks(): Map<string, Mark> {
    const found = this.critic.found
    const marks = new Map<string, Mark>()
    if (!found || !this.marking) return marks
    if (this.pointed) {
      for (const place of this.pointed.places) marks.set(this.placed(place), 'change')
      return marks
    }
    for (const remark of [...found.remarks].reverse())
      for (const place of remark.places) marks.set(this.placed(place), this.kindOf(remark, found))
    return marks
  }
  kindOf(remark: Finding, found: Critique): Mark {
    if (!this.invalid(remark.code)) return 'idle'
    return found.second ? 'second' : 'wrong'
  }
  keep() {
    keepIfRoom(nameOf(this.genre), JSON.stringify({ text: this.text, title: this.title } satisfies Kept))
  }
  forget() {
    drop(nameOf(this.genre))
  }
  close() {
    this.critic.close()
  }

  /** Keeps a drawing that gives way to another, unless nothing is drawn on it yet. */
  private putAside(given: Kept, instead: string) {
    const blank = this.drawing.blank(...this.drawing.size(given.text))
    const others = this.earlier.filter(({ text }) => text !== given.text && text !== instead)
    const worth = given.text !== instead && given.text !== blank
    this.earlier = (worth ? [given, ...others] : others).slice(0, mostEarlier)
    keepIfRoom(earlierOf(this.genre), JSON.stringify(this.earlier))
  }
  private placed(place: string) {
    return this.drawing.placed?.(this.text, place) ?? place
  }
  private show(text: string) {
    this.text = text
    this.pointed = null
    this.keep()
    if (this.drawing.missing?.(text)) this.critic.rest()
    else void this.critic.look(text)
  }
}
