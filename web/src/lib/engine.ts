// The genres, in this page: quick questions are answered at once on the page's own thread, long ones by a worker. Every
// genre is a module of its own, and comes when it is needed.
import { Nazo, NazoError } from '@nazo/module'
import { ApiError } from './api'
import { counted } from './loading.svelte'
import { addressOf, keepModulesLater, modules, waitFor } from './modules'
import type {
  Analysis,
  Closeness,
  Critique,
  Facts,
  Hint,
  HintLevel,
  Look,
  Puzzle,
  Report,
  TextPicture,
  Verdict,
} from './types'

export { NazoError }

interface Loaded {
  nazo: Nazo
  facts: Facts
}
const loaded = new Map<string, Loaded>()
const loading = new Map<string, Promise<void>>()

/** Is there such a genre at all? */
export const exists = (genre: string) => modules.includes(genre)

/** Loads a genre once, or all of them; what is asked of a genre below needs its module. */
export async function load(genre?: string): Promise<void> {
  await Promise.all((genre === undefined ? modules : [genre]).map(loadOne))
  keepModulesLater()
}
function loadOne(genre: string): Promise<void> {
  const begun = loading.get(genre)
  if (begun) return begun
  const coming = (async () => {
    const response = await waitFor(fetch(addressOf(genre))).catch(() => null)
    if (!response?.ok) throw new ApiError('no connection', 0)
    const module = await waitFor(WebAssembly.compileStreaming(counted(response, __MODULES__[genre]))).catch(() => {
      throw new ApiError('no connection', 0) // it broke off on the way
    })
    const nazo = new Nazo(module)
    const [facts] = nazo.call<Facts[]>('genres')
    loaded.set(genre, { nazo, facts })
  })()
  loading.set(genre, coming)
  coming.catch(() => loading.delete(genre))
  return coming
}

function moduleOf(genre: string): Nazo {
  const found = loaded.get(genre)
  if (!found) throw new Error(`the module of ${genre} is not loaded yet`)
  return found.nazo
}
const ask = <T>(what: string, genre: string, ...words: string[]): T => moduleOf(genre).call<T>(what, genre, ...words)

/** What a genre says of itself, once it is loaded. */
export const facts = (genre: string): Facts | undefined => loaded.get(genre)?.facts
export const genres = (): Facts[] => [...loaded.values()].map(({ facts }) => facts)

export const parse = (genre: string, text: string, format = '') => ask<Puzzle[]>('parse', genre, '', text, format)
export const print = (genre: string, text: string, format: string, solution = '', title = '') =>
  ask<string>('print', genre, '', text, format, solution, title)
export const picture = (genre: string, text: string, solution = '') => ask<string>('picture', genre, '', text, solution)
export const start = (genre: string, text: string) => ask<string>('start', genre, '', text)
/** `parts` "view": without the list of moves, which is long where moves are drawn and not chosen. */
export const look = <View>(genre: string, position: string, parts: 'all' | 'view' = 'all') =>
  ask<Look<View>>('look', genre, '', position, parts)
export const play = (genre: string, position: string, move: string) => ask<string>('play', genre, '', position, move)
export const draw = (genre: string, position: string) => ask<TextPicture>('draw', genre, '', position)
export const replay = (genre: string, text: string, solution: string) =>
  ask<string[]>('replay', genre, '', text, solution)

// ── long questions ──

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A worker with the modules in it, made when first needed, thrown away to cancel. */
export class Thinker {
  private worker: Worker | null = null
  /** The genres whose modules it has got. */
  private known = new Set<string>()
  private waiting = new Map<number, Waiting>()
  private next = 1

  /** The words of a call (bindings/wasm/call.hpp): what is asked, then the genre. */
  ask<T>(...words: string[]): Promise<T> {
    const worker = this.start(words[1])
    const id = this.next++
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ id, words })
    })
  }

  /** Is it at work? */
  get busy() {
    return this.waiting.size > 0
  }
  /** Gets ready for questions about a genre. */
  warm(genre: string) {
    this.start(genre)
  }

  cancel() {
    this.worker?.terminate()
    this.worker = null
    this.known.clear()
    for (const { reject } of this.waiting.values()) reject(new NazoError('cancelled'))
    this.waiting.clear()
  }

  /** The worker, with the module of that genre in it. */
  private start(genre: string): Worker {
    this.worker ??= this.hire()
    if (!this.known.has(genre)) this.worker.postMessage({ genre, module: moduleOf(genre).module })
    this.known.add(genre)
    return this.worker
  }
  private hire(): Worker {
    const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('value' in data) waiting?.resolve(data.value)
      else waiting?.reject(new NazoError(data.error.message, data.error.line, data.error.column))
    }
    worker.onerror = () => this.cancel()
    return worker
  }
}

const thinker = new Thinker()
/** Who asks for a hint waits for nothing else: hints have a helper of their own. */
const helper = new Thinker()
/** The helper is at work on something that nobody asked for. */
let glancing = false
export function cancelThinking() {
  thinker.cancel()
  helper.cancel()
}

const limits = (seconds: number) => `${seconds} - 400000000`
const askHelper = (genre: string, position: string, level: HintLevel, seconds: number) =>
  helper.ask<Hint>('hint', genre, '', position, level, limits(seconds))
export function hint(genre: string, position: string, level: HintLevel, seconds = 10): Promise<Hint> {
  if (glancing && helper.busy) helper.cancel()
  glancing = false
  return askHelper(genre, position, level, seconds)
}
/** A hint for the page itself, that nobody waits for: it is given up as soon as somebody asks for one. */
export async function glance(genre: string, position: string, level: HintLevel): Promise<Hint> {
  if (!helper.busy) glancing = true
  return askHelper(genre, position, level, 3)
}
export const generate = (genre: string, options: Record<string, string>, seed: number, index: number, seconds = 10) =>
  thinker.ask<{ puzzle: Puzzle; solution: string }[]>(
    'generate',
    genre,
    Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    String(seed),
    String(index),
    limits(seconds),
  )
export const solve = (genre: string, text: string, seconds = 20) =>
  thinker.ask<Verdict>('solve', genre, '', text, limits(seconds))
export const check = (genre: string, text: string, seconds = 20) =>
  thinker.ask<Report>('check', genre, '', text, limits(seconds))
/** What a maker is told about a drawing: by a worker of its own, which may be thrown away when the drawing changes. */
export const critique = (
  worker: Thinker,
  genre: string,
  text: string,
  closeness: Closeness,
  seconds: number,
): Promise<Critique> => worker.ask<Critique>('critique', genre, '', text, closeness, limits(seconds))
export const analyze = (genre: string, text: string, seconds = 20) =>
  thinker.ask<Analysis>('analyze', genre, '', text, limits(seconds), '')
