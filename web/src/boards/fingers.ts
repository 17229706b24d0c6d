// What fingers do on a board's window: one pans where the board itself drags nothing, two pinch, a double tap zooms
// where nothing is drawn (two quick taps that draw are two moves), and on cells too small to hit a tap brings the place
// nearer. Everything else is left to the board.

export interface Point {
  x: number
  y: number
}
export interface Gestures {
  /** Does a drag that begins here belong to the board? */
  drags: (event: PointerEvent) => boolean
  /** Are the cells too small to hit? */
  tooSmall: () => boolean
  near: (at: Point) => void
  twice: (at: Point) => void
  pinch: (factor: number, at: Point) => void
  pan: (right: number, down: number) => void
  /** The board forgets what this finger began. */
  cancel: (pointer: number) => void
}

const slop = 9 // pixels a tap may wander
const doubleTap = 320 // milliseconds

export class Fingers {
  private readonly gestures: Gestures
  private touches = new Map<number, Point>()
  private mode: 'none' | 'board' | 'tap' | 'peek' | 'pan' | 'pinch' = 'none'
  /** Where two fingers were when the board last followed them. */
  private stretched = { middle: { x: 0, y: 0 }, apart: 1 }
  private stretching = 0
  private began: Point = { x: 0, y: 0 }
  private lastTap: Point & { time: number } = { x: 0, y: 0, time: 0 }
  private speed: Point & { time: number } = { x: 0, y: 0, time: 0 }
  private rolling = 0
  /** A click that follows a gesture means nothing to the board. */
  private swallow = false

  constructor(gestures: Gestures) {
    this.gestures = gestures
  }

  /** Listens before the board does; returns how to stop. */
  watch(port: HTMLElement): () => void {
    const on = { capture: true }
    const handlers = {
      pointerdown: (event: Event) => this.down(event as PointerEvent),
      pointermove: (event: Event) => this.move(event as PointerEvent),
      pointerup: (event: Event) => this.up(event as PointerEvent),
      pointercancel: (event: Event) => this.up(event as PointerEvent),
      click: (event: Event) => {
        if (this.swallow) event.stopPropagation()
        this.swallow = false
      },
    }
    for (const [name, handler] of Object.entries(handlers)) port.addEventListener(name, handler, on)
    return () => {
      cancelAnimationFrame(this.rolling)
      cancelAnimationFrame(this.stretching)
      for (const [name, handler] of Object.entries(handlers)) port.removeEventListener(name, handler, on)
    }
  }

  private down(event: PointerEvent) {
    this.swallow = false
    cancelAnimationFrame(this.rolling)
    const middle = event.pointerType === 'mouse' && event.button === 1
    if (event.pointerType !== 'touch' && !middle) return
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.touches.size > 1) {
      event.stopPropagation()
      if (this.mode !== 'pinch') for (const id of this.touches.keys()) this.gestures.cancel(id)
      this.mode = 'pinch'
      this.stretched = this.spread()
      return
    }
    this.began = { x: event.clientX, y: event.clientY }
    this.speed = { x: 0, y: 0, time: event.timeStamp }
    if (middle) {
      this.mode = 'pan'
      event.preventDefault()
      event.stopPropagation()
    } else if (this.gestures.tooSmall()) {
      this.mode = 'peek'
      event.stopPropagation()
    } else this.mode = this.gestures.drags(event) ? 'board' : 'tap'
  }

  private move(event: PointerEvent) {
    const before = this.touches.get(event.pointerId)
    if (!before || !event.isTrusted) return
    const now = { x: event.clientX, y: event.clientY }
    if (this.mode === 'pinch') {
      event.stopPropagation()
      this.touches.set(event.pointerId, now)
      if (this.touches.size > 1) this.stretching ||= requestAnimationFrame(() => this.stretch())
      return
    }
    const far = Math.hypot(now.x - this.began.x, now.y - this.began.y) > slop
    if (far && this.mode === 'tap') this.gestures.cancel(event.pointerId)
    if (far && (this.mode === 'tap' || this.mode === 'peek')) this.mode = 'pan'
    if (this.mode === 'pan') {
      event.stopPropagation()
      this.gestures.pan(now.x - before.x, now.y - before.y)
      const passed = Math.max(1, event.timeStamp - this.speed.time)
      this.speed = { x: (now.x - before.x) / passed, y: (now.y - before.y) / passed, time: event.timeStamp }
    }
    if (this.mode !== 'tap' && this.mode !== 'peek') this.touches.set(event.pointerId, now)
  }

  /** Two fingers pan and pinch. Each tells of itself alone, so both are looked at once a frame. */
  private stretch() {
    this.stretching = 0
    const { middle, apart } = this.spread()
    const last = this.stretched
    this.gestures.pan(middle.x - last.middle.x, middle.y - last.middle.y)
    this.stretched = { ...last, middle }
    // Fingers that pan together tremble: that is no pinch, and a board need not be drawn anew for it.
    if (Math.abs(apart / last.apart - 1) < 0.02) return
    this.gestures.pinch(apart / last.apart, middle)
    this.stretched.apart = apart
  }
  /** Where the first two fingers are. */
  private spread() {
    const [a, b] = [...this.touches.values()]
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    return { middle, apart: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) }
  }

  private up(event: PointerEvent) {
    if (!this.touches.has(event.pointerId) || !event.isTrusted) return
    if (this.stretching) {
      cancelAnimationFrame(this.stretching)
      this.stretch()
    }
    this.touches.delete(event.pointerId)
    const mode = this.mode
    if (mode === 'pinch' || mode === 'pan' || mode === 'peek') {
      event.stopPropagation()
      this.swallow = true
    }
    if (this.touches.size > 0) return
    this.mode = 'none'
    if (event.type === 'pointercancel' || mode === 'pinch') return
    if (mode === 'pan') {
      this.roll(event.timeStamp)
      return
    }
    const at = { x: event.clientX, y: event.clientY }
    if (Math.hypot(at.x - this.began.x, at.y - this.began.y) > slop) return
    const again = event.timeStamp - this.lastTap.time < doubleTap
    if (mode === 'peek') this.gestures.near(at)
    else if (mode === 'tap' && again && Math.hypot(at.x - this.lastTap.x, at.y - this.lastTap.y) < 24)
      this.gestures.twice(at)
    this.lastTap = { ...at, time: mode === 'tap' ? event.timeStamp : 0 }
  }

  /** After a quick pan the board rolls on for a moment. */
  private roll(time: number) {
    let { x, y } = this.speed
    const still = time - this.speed.time > 60 || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still || Math.hypot(x, y) < 0.25) return
    let last = performance.now()
    const on = (now: number) => {
      const passed = Math.min(40, now - last)
      last = now
      this.gestures.pan(x * passed, y * passed)
      const slower = Math.exp(-passed / 180)
      x *= slower
      y *= slower
      if (Math.hypot(x, y) > 0.03) this.rolling = requestAnimationFrame(on)
    }
    this.rolling = requestAnimationFrame(on)
  }
}
