// Every genre the page knows, found by its folder. Everything else on the page asks here and names no genre.
import { get } from '../lib/api'
import { facts, genres } from '../lib/engine'
import { i18n } from '../lib/i18n.svelte'
import { texts } from '../lib/texts'
import type { Facts } from '../lib/types'
import type { Board, Drawing, Editor, FileReader, GenreCard, GenreErrors, GenreWords, Structure } from './shape'

const folderOf = (path: string) => path.split('/')[1]
/** A table that knows its own names alone: an address may ask for one called "constructor". */
const table = <T>(entries: [string, T][]): Record<string, T> =>
  Object.assign(Object.create(null), Object.fromEntries(entries))
const byFolder = <T>(found: Record<string, T>) =>
  table(Object.entries(found).map(([path, part]) => [folderOf(path), part]))

const cards = byFolder(import.meta.glob<GenreCard>('./*/genre.ts', { eager: true, import: 'default' }))
const wordLoaders = byFolder(import.meta.glob<GenreWords>('./*/words.ts', { import: 'default' }))
const errorLoaders = byFolder(import.meta.glob<GenreErrors>('./*/errors.ts', { import: 'default' }))
const boardLoaders = byFolder(import.meta.glob<Board>('./*/Board.svelte', { import: 'default' }))
const editorLoaders = byFolder(import.meta.glob<Editor>('./*/Editor.svelte', { import: 'default' }))
const drawingLoaders = byFolder(import.meta.glob<Drawing>('./*/drawing.ts', { import: 'default' }))
const fileLoaders = byFolder(import.meta.glob<FileReader>('./*/files.ts', { import: 'default' }))
const structureLoaders = byFolder(import.meta.glob<Structure>('./*/Structure.svelte', { import: 'default' }))

// ── which genres there are ──

/** Titles of genres without a folder, from the server. */
let strangers = $state.raw<Record<string, string>>(table([]))
const last = Number.MAX_SAFE_INTEGER
const orderOf = (genre: string) => cards[genre]?.order ?? last
export const inOrder = (genres: string[]) => [...genres].sort((a, b) => orderOf(a) - orderOf(b) || a.localeCompare(b))

/** What the genres that are loaded say of themselves. */
export const loadedFacts = () => inOrder(genres().map(({ genre }) => genre)).map((genre) => facts(genre)!)
export const registered = inOrder(Object.keys(cards))
/** Those of the registry, and those the server has told of. */
export const allGenres = () => [...registered, ...inOrder(Object.keys(strangers))]

/** Asks the server which genres it has. */
export async function meetGenres(): Promise<void> {
  const { genres } = await get<{ genres: Facts[] }>('/api/genres')
  const unknown = genres.filter(({ genre }) => !(genre in cards))
  strangers = table(unknown.map(({ genre, title }) => [genre, title]))
}

// ── what they are called ──

const here = () => (i18n.language === 'en' ? 0 : 1)
export const cardOf = (genre: string): GenreCard | undefined => cards[genre]
export const titleOf = (genre: string) =>
  cards[genre]?.title[here()] ?? facts(genre)?.title ?? strangers[genre] ?? genre
export const howOf = (genre: string) => cards[genre]?.how[here()] ?? facts(genre)?.about ?? ''
export const keysOf = (genre: string) => (cards[genre]?.keys ?? texts.keys_plain)[here()]

const circle = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0'
export const markOf = (genre: string) => cards[genre]?.mark ?? { path: circle, color: 'var(--ink)' }

/** Titles of the starter collection are "SHELF · NUMBER". */
const shelved = (title: string) => /^(.+) · (\d+)$/.exec(title)?.slice(1) ?? ['', '']
/** The shelf of the starter collection that a puzzle of this title is from; empty if it is from none. */
export const shelfOf = (title: string) => shelved(title)[0]
/** The shelves that these titles are from, in the order of the genre's card. */
export function shelvesAmong(genre: string, titles: string[]): string[] {
  const there = new Set(titles.map(shelfOf).filter(Boolean))
  const known = Object.keys(cards[genre]?.shelves ?? {})
  return [...known.filter((shelf) => there.has(shelf)), ...[...there].filter((shelf) => !known.includes(shelf))]
}
/** The name of such a shelf in the reader's language. */
export function shelfTitle(genre: string, shelf: string): string {
  const shelves = cards[genre]?.shelves ?? {}
  return i18n.language === 'ja' && Object.hasOwn(shelves, shelf) ? shelves[shelf] : shelf
}
/** A puzzle's title in the reader's language, as far as there is one. */
export function titled(genre: string, title: string): string {
  const [shelf, number] = shelved(title)
  return shelf ? `${shelfTitle(genre, shelf)} · ${number}` : title
}

// ── words that are loaded when they are needed ──

const askAgainAfter = 10_000 // milliseconds
/** Stands where Japanese words are on their way: no English flashes up meanwhile. */
export const coming = '…'

/** Parts that a Japanese reader needs: null while they are coming; undefined for an English reader, for a genre without
 * them, and where they could not be had. */
function lazily<Part>(loaders: Record<string, () => Promise<Part>>): (genre: string) => Part | null | undefined {
  let loaded = $state.raw<Record<string, Part | undefined>>({})
  const asked = new Set<string>()
  return (genre) => {
    if (i18n.language === 'en' || !loaders[genre]) return undefined
    if (!asked.has(genre)) {
      asked.add(genre)
      const settle = (part?: Part) => (loaded = { ...loaded, [genre]: part })
      loaders[genre]().then(settle, () => {
        settle()
        setTimeout(() => asked.delete(genre), askAgainAfter)
      })
    }
    return genre in loaded ? loaded[genre] : null
  }
}
/** The Japanese words of a genre. */
export const wordsOf = lazily(wordLoaders)
/** What a genre objects to, in Japanese. */
export const errorsOf = lazily(errorLoaders)

type Named = 'features' | 'options' | 'codes' | 'presets' | 'examples'
/** The name of a feature, an option, a finding's code … in the reader's language. */
export function nameOf(genre: string, what: Named, name: string): string {
  const words = wordsOf(genre)
  return words === null ? coming : (words?.[what][name] ?? name.replaceAll('_', ' '))
}

// ── boards and drawings ──

const plainBoard = () => import('../boards/Plain.svelte').then((part) => part.default as Board)
export const boardOf = (genre: string): Promise<Board> => (boardLoaders[genre] ?? plainBoard)()
export const structureOf = (genre: string): Promise<Structure> | null => structureLoaders[genre]?.() ?? null

/** Can puzzles of this genre be drawn by hand? */
export const canDraw = (genre: string, text = '') =>
  genre in editorLoaders && !(text && cards[genre]?.undrawable?.(text))
/** What draws them: the surface, and what can be done with a whole drawing. */
export async function editorOf(genre: string): Promise<{ Editor: Editor; drawing: Drawing }> {
  const [Editor, drawing] = await Promise.all([editorLoaders[genre](), drawingLoaders[genre]()])
  return { Editor, drawing }
}
/** What turns XML files of a genre into its texts, if it has such files. */
export const fileReaderOf = (genre: string): Promise<FileReader> | undefined => fileLoaders[genre]?.()
