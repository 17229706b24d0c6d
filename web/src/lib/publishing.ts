// Collections that others play: what the server keeps of them, and how they come there.
import { get, meet, post, request } from './api'
import type { Brief } from './types'

export interface Collection {
  key: string
  title: string
  author: string
  about: string
  published: boolean
  taken_down: boolean
  why: string
  mine: boolean
  created: number
  changed: number
  puzzles: Brief[]
}

/** A puzzle on its way into a collection: one of the server's, or one that only this browser has. */
export interface Entry {
  id: string
  genre: string
  title: string
  key?: string
  text?: string
  solution?: string
  /** Of one that the server has: is a solution kept with it? */
  has_solution?: boolean
}

export interface Draft {
  key: string
  title: string
  author: string
  about: string
  entries: Entry[]
}

/** As many as one collection may have. */
export const mostPuzzles = 60

const adminHeaders = (): Record<string, string> => {
  const token = sessionStorage.getItem('nazo.admin')
  return token ? { 'X-Nazo-Admin': token } : {}
}
const path = (key: string) => `/api/collections/${encodeURIComponent(key)}`

export const collectionOf = (key: string) => request<Collection>(path(key), { headers: adminHeaders() })
export const myCollections = async () => (await get<{ collections: Collection[] }>('/api/collections')).collections

/** Sent again it is the same collection: the key was drawn when the draft was begun. */
export async function save(draft: Draft, published: boolean): Promise<Collection> {
  await meet()
  const puzzles = draft.entries.map(({ key, genre, text, title, solution }) =>
    key ? { key, title } : { genre, text, title, solution: solution ?? '' },
  )
  const { key, title, author, about } = draft
  return post<Collection>('/api/collections', { key, title, author, about, published, puzzles })
}
export const remove = (key: string) => request(path(key), { method: 'DELETE' })

export const booklet = (key: string, form: 'booklet' | 'sheet', solutions = false) =>
  `${path(key)}/booklet.pdf?form=${form}${solutions ? '&solutions=1' : ''}`

export interface Fared {
  puzzle: string
  solved: number
  gave_up: number
  unfinished: number
  median_seconds: number | null
  median_mark: number | null
}
export const fared = async (key: string) => (await get<{ puzzles: Fared[] }>(`${path(key)}/plays`)).puzzles

export interface Stuck {
  puzzle: string
  plays: number
  solved: number
  gave_up: number
  unfinished: number
  skipped: number
  steps: { move: string; found: number; seconds: number | null; undone: number; failed: number }[]
}
export const stuckAt = (key: string, puzzle: string) => get<Stuck>(`${path(key)}/plays/${encodeURIComponent(puzzle)}`)
