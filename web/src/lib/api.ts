// The server, as functions. An answer that is not a success becomes an ApiError with the server's sentence.
import type { Brief, Stored } from './types'

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Seconds after which the server asks to be asked again, if it said so. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
  /** The same request may succeed later: no connection, or the server is busy. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** Milliseconds after which a server that says nothing counts as one that cannot be reached. */
const patience = 20_000

export async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response
  let text: string
  try {
    response = await fetch(path, { signal: AbortSignal.timeout(patience), ...init })
    text = await response.text() // a connection may also break off here
  } catch {
    throw new ApiError('no connection', 0)
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = null
  }
  if (!response.ok) {
    const error = (body as { error?: { message: string } } | null)?.error
    const after = Number(response.headers.get('Retry-After') ?? NaN)
    const message = error?.message ?? `the server answered ${response.status}`
    throw new ApiError(message, response.status, Number.isFinite(after) ? after : null)
  }
  return body as T
}

export const get = <T>(path: string) => request<T>(path)
export const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
  request<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export const puzzle = (key: string) => get<Stored>(`/api/puzzles/${encodeURIComponent(key)}`)
export const daily = (day = '') => get<{ day: string; puzzles: Brief[] }>(`/api/daily${day ? `?day=${day}` : ''}`)
export const next = (genre: string, wish: 'easier' | 'harder' | 'like' | '' = '', after = '') =>
  get<Brief>(`/api/next?${new URLSearchParams({ genre, wish, after })}`)

let met: Promise<{ player: string }> | null = null
/** Makes sure this browser has its random player secret (a cookie the page itself cannot read). */
export function meet(): Promise<{ player: string }> {
  met ??= post<{ player: string }>('/api/player', {})
  met.catch(() => (met = null))
  return met
}
export const forgetMeeting = () => (met = null)
