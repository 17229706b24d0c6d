// A person at one puzzle: the line of positions, undo and redo, the clock, hints, and the record of it all. Knows no
// rules: every position and every legal move comes from the wasm module.
import { cardOf } from '../genres/registry.svelte'
import * as engine from './engine'
import { randomKey, sendLater } from './outbox'
import { noteFinished, type Gain } from './records.svelte'
import { drop, gamePrefix, keep, keptJson } from './storage'
import type { Hint, HintLevel, Look, Outcome, Play, PlayEvent } from './types'

export interface GameSource {
  genre: string
  text: string
  title: string
  /** In the server's store; empty for a puzzle that only came by a link or was pasted. */
  key: string
  study?: string
  /** Only shown or tried: nothing of it is kept, sent or counted. */
  aside?: boolean
  difficulty?: number | null
  time?: number | null
  timeRange?: [number, number] | null
}

interface Saved {
  play: string
  started: number
  seconds: number
  moves: string[]
  undone: string[]
  restarted?: number
  events: PlayEvent[]
  outcome: Outcome
  rating: number | null
}

/** Seconds after which the clock's display takes a thinking player to have gone away; the record keeps the truth. */
const idle = 60
/** What the way back may think about each position. */
const secondsBack = 5
/** How many steps the coach looks for one that somebody new can make. */
const stepsAhead = 6

export class Game {
  readonly source: GameSource
  private positions: string[]
  private shelf: string
  private playKey = randomKey()
  private startedAt = Date.now()
  private lastEvent = performance.now()
  private tickFrom = performance.now()
  private timer: ReturnType<typeof setInterval> | null = null

  moves = $state<string[]>([])
  undone = $state<string[]>([])
  events: PlayEvent[] = []
  outcome = $state<Outcome>('unfinished')
  rating = $state<number | null>(null)
  seconds = $state(0)
  look = $state.raw<Look<any>>(null!)
  hint = $state<Hint | null>(null)
  hintLevel = $state<HintLevel | null>(null)
  /** The next step, shown to somebody new who did not ask: what is played meanwhile is recorded as helped. */
  coached = $state('')
  /** What the end brought to the player's own records. */
  gain = $state.raw<Gain | null>(null)
  /** The last move was tried and leads nowhere: told where the genre's card wants its moves judged. */
  wrong = $state(false)
  /** How often the answer to a wrong move was asked to be shown again; boards show it slowly. */
  refuted = $state(0)
  private shownUnasked = false
  /** Moves that a restart took away and an undo brings back. */
  private restarted = $state(0)
  thinking = $state(false)
  replaying = $state(false)
  /** The last move and how it came about, for the board's animations. */
  last = $state.raw<{ move: string; how: 'play' | 'undo' | 'jump'; before: Look<any> | null; count: number }>({
    move: '',
    how: 'jump',
    before: null,
    count: 0,
  })
  trouble = $state('')
  /** How often something was told for a moment: the same words told again are something new. */
  told = $state(0)

  constructor(source: GameSource) {
    this.source = source
    const study = source.study ? `${source.study}.` : ''
    this.shelf = `${gamePrefix}${study}${source.key || hashOf(source.genre + source.text)}`
    this.positions = [engine.start(source.genre, source.text)]
    if (!source.aside) this.restore()
    this.look = this.see(this.position)
    if (this.outcome === 'unfinished' && this.look.status === 'won') this.outcome = 'solved'
  }

  private see(position: string): Look<any> {
    return engine.look(this.source.genre, position, cardOf(this.source.genre)?.freehand ? 'view' : 'all')
  }
  get position() {
    return this.positions[this.positions.length - 1]
  }
  get genre() {
    return this.source.genre
  }
  get over() {
    return this.outcome !== 'unfinished'
  }
  get stuck() {
    return !this.over && this.look.status === 'stuck'
  }
  get canUndo() {
    return !this.over && (this.moves.length > 0 || this.restarted > 0)
  }
  get started() {
    return this.moves.length > 0 || this.events.length > 0
  }
  get hintsUsed() {
    return this.events.filter(([kind]) => kind === 'hint').length
  }

  /** The clock runs while the page can be seen. */
  open() {
    this.tickFrom = performance.now()
    this.timer ??= setInterval(() => this.tick(), 250)
  }
  close() {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.save()
  }
  private tick() {
    const now = performance.now()
    const away = document.hidden || now - this.lastEvent > idle * 1000
    if (!this.over && !this.replaying && !away) this.seconds += (now - this.tickFrom) / 1000
    this.tickFrom = now
  }

  /** Plays a move; an illegal one changes nothing and is explained in `trouble`. */
  play(move: string): boolean {
    if (this.over || this.replaying) return false
    return this.step(move, true)
  }

  private step(move: string, record: boolean): boolean {
    try {
      const next = engine.play(this.genre, this.position, move)
      const before = this.look
      this.positions.push(next)
      this.look = this.see(next)
      this.last = { move, how: 'play', before, count: this.last.count + 1 }
    } catch (error) {
      this.trouble = (error as Error).message
      ++this.told
      return false
    }
    const helped = this.shownUnasked || !!this.hint?.move
    this.shownUnasked = false
    move = cardOf(this.genre)?.recorded?.(move, this.look) ?? move
    this.moves.push(move)
    this.clearHint()
    if (record) {
      this.undone = []
      this.restarted = 0
      this.note([helped ? 'assisted' : 'move', 0, move])
      if (this.look.status === 'won') this.finish('solved')
      else this.save()
    }
    return true
  }

  undo(count = 1) {
    if (this.over || this.replaying) return
    if (this.moves.length === 0 && this.restarted > 0) {
      this.bringBack(this.restarted)
      return
    }
    for (; count > 0 && this.moves.length > 0; --count) {
      this.positions.pop()
      this.undone.push(this.moves.pop()!)
      this.note(['undo', 0])
    }
    this.refresh('undo')
  }
  redo() {
    if (this.over || this.replaying || this.undone.length === 0) return
    const rest = this.undone.slice(0, -1)
    if (this.step(this.undone[this.undone.length - 1], true)) this.undone = rest
    this.save()
  }
  /** From the start again; undo brings everything back, redo one move after the other. */
  restart() {
    if (this.over || this.replaying || this.moves.length === 0) return
    this.positions.length = 1
    this.undone = [...this.undone, ...[...this.moves].reverse()]
    this.restarted = this.moves.length
    this.moves = []
    this.note(['restart', 0])
    this.refresh('jump')
  }
  private bringBack(count: number) {
    this.restarted = 0
    for (; count > 0 && this.undone.length > 0; --count) this.redo()
  }
  private refresh(how: 'undo' | 'jump') {
    const before = this.look
    this.look = this.see(this.position)
    this.last = { move: '', how, before, count: this.last.count + 1 }
    this.clearHint()
    this.save()
  }

  /** Says for a moment why something cannot be done. */
  tell(text: string) {
    this.trouble = text
    const now = ++this.told
    setTimeout(() => {
      if (this.told === now && this.trouble === text) this.trouble = ''
    }, 4000)
  }

  clearHint() {
    this.coached = ''
    this.wrong = false
    this.refuted = 0
    this.hint = null
    this.hintLevel = null
    this.trouble = ''
  }

  /** Asks for the next grade of hint: is it still solvable, then the next step, then why. */
  async askHint() {
    if (this.over || this.thinking) return
    const level = nextLevel(this.hint, this.hintLevel)
    const at = this.position
    this.thinking = true
    this.note(['hint', 0])
    try {
      const hint = await engine.hint(this.genre, at, level)
      if (at !== this.position) return
      this.hint = hint
      this.hintLevel = hint.solvable === false && level === 'solvable' ? 'step' : level
    } catch (error) {
      this.trouble = (error as Error).message
    } finally {
      this.thinking = false
      this.save()
    }
  }

  /** The first step, shown once to somebody who sees this kind of puzzle for the first time. It is no hint, but the
   * move that follows is recorded as helped. */
  async coach(): Promise<boolean> {
    const at = this.position
    const fit = cardOf(this.genre)?.firstStep ?? (() => true)
    let ahead = at
    for (let step = 0; step < stepsAhead; ++step) {
      const { move } = await engine.glance(this.genre, ahead, 'step')
      if (at !== this.position || this.over || !move) return false
      if (fit(move)) {
        this.coached = move
        this.shownUnasked = true
        return true
      }
      ahead = engine.play(this.genre, ahead, move)
    }
    return false
  }

  /** Is the puzzle lost by the move just made? Then it is told; nothing is said of moves that are right. */
  async judge() {
    const at = this.position
    const verdict = await engine.glance(this.genre, at, 'solvable')
    if (at === this.position && !this.over && verdict.solvable === false) this.wrong = true
  }

  /** Takes back the moves that are proved to have lost the puzzle, found by halves, and says what is known of the
   * position before them. Nothing is taken back where nothing is lost for certain, or where the start was lost. */
  async backToSolvable() {
    if (this.over || this.thinking) return
    const at = this.position
    const positions = [...this.positions]
    this.thinking = true
    try {
      const known = new Map<number, Hint>()
      const lost = async (length: number) => {
        const hint = await engine.hint(this.genre, positions[length], 'solvable', secondsBack)
        known.set(length, hint)
        return hint.solvable === false
      }
      let bad = positions.length - 1
      let good = bad
      if (await lost(bad)) {
        good = -1
        while (bad - good > 1) {
          const middle = Math.floor((good + bad) / 2)
          if (await lost(middle)) bad = middle
          else good = middle
        }
      }
      if (at !== this.position) return
      const back = positions.length - 1 - good
      if (good >= 0 && back > 0) this.undo(back)
      this.hint = known.get(good) ?? { ...known.get(0)!, text: '', technique: 'never' }
      this.hintLevel = 'solvable'
    } catch (error) {
      this.trouble = (error as Error).message
    } finally {
      this.thinking = false
    }
  }

  giveUp() {
    if (this.over) return
    this.note(['give_up', 0])
    this.finish('gave_up')
  }

  /** Shows a solution from the start, a move at a time. */
  async showSolution(solution: string, pause = 450) {
    const moves = engine.replay(this.genre, this.source.text, solution)
    this.replaying = true
    this.positions.length = 1
    this.moves = []
    this.refresh('jump')
    for (const move of moves) {
      await new Promise((done) => setTimeout(done, pause))
      if (!this.replaying) return
      this.step(move, false)
    }
    this.replaying = false
  }
  stopReplay() {
    this.replaying = false
  }

  /** Shows the position after these moves, of a game that is only shown. One move more is made as if it were played. */
  show(moves: string[]) {
    this.replaying = true
    const here = this.moves
    const goesOn = moves.length === here.length + 1 && here.every((move, i) => move === moves[i])
    if (goesOn && this.step(moves[moves.length - 1], false)) return
    this.positions.length = 1
    this.moves = []
    for (const move of moves) {
      this.positions.push(engine.play(this.genre, this.position, move))
      this.moves.push(move)
    }
    this.refresh('jump')
  }

  rate(rating: number) {
    this.rating = rating
    this.save()
    this.send()
  }

  /** The same puzzle once more, as a new play. */
  again() {
    this.replaying = false
    this.playKey = randomKey()
    this.startedAt = Date.now()
    this.seconds = 0
    this.events = []
    this.outcome = 'unfinished'
    this.rating = null
    this.gain = null
    this.positions.length = 1
    this.moves = []
    this.undone = []
    this.restarted = 0
    this.lastEvent = performance.now()
    this.refresh('jump')
  }

  private note(event: PlayEvent) {
    const now = performance.now()
    event[1] = Math.round(now - this.lastEvent) / 1000
    this.lastEvent = now
    this.events.push(event)
  }

  private finish(outcome: Outcome) {
    this.outcome = outcome
    if (this.source.aside) return
    this.save()
    this.send()
    this.gain = noteFinished({
      id: this.source.key || this.shelf,
      genre: this.genre,
      solved: outcome === 'solved',
      helped: this.events.some(([kind]) => kind === 'hint' || kind === 'assisted'),
      seconds: this.seconds,
      score: cardOf(this.genre)?.score?.(this.look) ?? null,
      difficulty: this.source.difficulty ?? null,
    })
    if (outcome !== 'solved') return
    keep('nazo.finished', JSON.stringify([...finishedPuzzles().add(this.source.key || this.shelf)].slice(-2000)))
    keep(`nazo.known.${this.genre}`, '1')
  }

  get record(): Play {
    return {
      key: this.playKey,
      puzzle: this.source.key,
      ...(this.source.study ? { study: this.source.study } : {}),
      started: this.startedAt,
      outcome: this.outcome,
      ...(this.rating === null ? {} : { rating: this.rating }),
      events: this.events,
    }
  }
  private send() {
    if (this.source.key && !this.source.aside) sendLater(this.playKey, '/api/plays', this.record)
  }

  save() {
    if (this.source.aside) return
    const saved: Saved = {
      play: this.playKey,
      started: this.startedAt,
      seconds: this.seconds,
      moves: this.replaying ? [] : [...this.moves],
      undone: [...this.undone],
      restarted: this.restarted,
      events: this.events,
      outcome: this.outcome,
      rating: this.rating,
    }
    keep(this.shelf, JSON.stringify(saved))
    const { key, title } = this.source
    keep('nazo.latest', JSON.stringify({ genre: this.genre, key, title, over: this.over }))
  }
  private restore() {
    try {
      const saved = keptJson<Saved | null>(this.shelf, null)
      if (!saved) return
      const positions = [this.positions[0]]
      for (const move of saved.moves) positions.push(engine.play(this.genre, positions[positions.length - 1], move))
      this.positions = positions
      this.playKey = saved.play
      this.startedAt = saved.started
      this.seconds = saved.seconds
      this.moves = saved.moves
      this.undone = saved.undone
      this.restarted = saved.restarted ?? 0
      this.events = saved.events
      this.outcome = saved.outcome
      this.rating = saved.rating
    } catch {
      drop(this.shelf)
    }
  }
}

function nextLevel(hint: Hint | null, level: HintLevel | null): HintLevel {
  if (level === null || hint?.technique === 'unknown') return 'solvable'
  return level === 'solvable' ? 'step' : 'why'
}

export const finishedPuzzles = () => new Set(keptJson<string[]>('nazo.finished', []))

export function hashOf(text: string): string {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let i = 0; i < text.length; ++i) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193)
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b)
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0')
}
