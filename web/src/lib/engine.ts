// The genres, in this page: quick questions are answered at once on the page's own thread, long ones by a worker.
import { Nazo, NazoError } from '@nazo/module'
import wasmAddress from '@nazo/wasm?url'
import { counted } from './loading.svelte'
import type { Analysis, Facts, Hint, HintLevel, Look, Puzzle, Report, TextPicture, Verdict } from './types'

export { NazoError }

let nazo: Nazo | null = null
let loading: Promise<void> | null = null
let factsByName = new Map<string, Facts>()

/** Loads the module once; everything below needs it. */
export function load(): Promise<void> {
  loading ??= (async () => {
    const module = await WebAssembly.compileStreaming(counted(await fetch(wasmAddress), __WASM_BYTES__))
    nazo = new Nazo(module)
    factsByName = new Map(nazo.call<Facts[]>('genres').map((facts) => [facts.genre, facts]))
  })()
  loading.catch(() => (loading = null))
  return loading
}

function ask<T>(...words: string[]): T {
  if (!nazo) throw new Error('the module is not loaded yet')
  return nazo.call<T>(...words)
}

export const facts = (genre: string): Facts | undefined => factsByName.get(genre)
export const genres = (): Facts[] => [...factsByName.values()]

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

/** A worker with the module in it, made when first needed, thrown away to cancel. */
class Thinker {
  private worker: Worker | null = null
  private waiting = new Map<number, Waiting>()
  private next = 1

  ask<T>(...words: string[]): Promise<T> {
    const worker = this.start()
    const id = this.next++
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ id, words })
    })
  }

  cancel() {
    this.worker?.terminate()
    this.worker = null
    for (const { reject } of this.waiting.values()) reject(new NazoError('cancelled'))
    this.waiting.clear()
  }

  private start(): Worker {
    if (this.worker) return this.worker
    const worker = new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' })
    worker.postMessage({ module: nazo!.module })
    worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id)
      this.waiting.delete(data.id)
      if ('value' in data) waiting?.resolve(data.value)
      else waiting?.reject(new NazoError(data.error.message, data.error.line, data.error.column))
    }
    worker.onerror = () => this.cancel()
    this.worker = worker
    return worker
  }
}

const thinker = new Thinker()
export const cancelThinking = () => thinker.cancel()

const limits = (seconds: number) => `${seconds} - 400000000`
export const hint = (genre: string, position: string, level: HintLevel, seconds = 10) =>
  thinker.ask<Hint>('hint', genre, '', position, level, limits(seconds))
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
export const analyze = (genre: string, text: string, seconds = 20) =>
  thinker.ask<Analysis>('analyze', genre, '', text, limits(seconds), '')
