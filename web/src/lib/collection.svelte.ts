// The maker's own shelf, kept in this browser. Other tabs have it open, too: it is read again before it is changed, and
// when one of them has changed it.
import { hashOf } from './game.svelte'
import { keep, keptJson } from './storage'

export interface Item {
  id: string
  genre: string
  text: string
  title: string
  solution: string
  difficulty: number | null
}

const shelf = 'nazo.collection'
const most = 500
const read = () => keptJson<Item[]>(shelf, [])
let items = $state.raw<Item[]>(read())
function write(changed: Item[]) {
  items = changed
  keep(shelf, JSON.stringify(items))
}
globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === shelf || key === null) items = read()
})
const same = (genre: string, text: string) => (item: Item) => item.genre === genre && item.text === text

/** An item that was taken away, and where it stood. */
export interface Removed {
  item: Item
  at: number
}

export const collection = {
  get items() {
    return items
  },
  find: (genre: string, text: string) => items.find(same(genre, text)),
  has: (genre: string, text: string) => collection.find(genre, text) !== undefined,
  /** A new one comes first; one that is there keeps its place, takes the new title, and forgets nothing. */
  add(given: Omit<Item, 'id'>) {
    const { genre, text, title } = given
    const now = read()
    const before = now.find(same(genre, text))
    const id = before?.id ?? hashOf(genre + text)
    const solution = given.solution || before?.solution || ''
    const difficulty = given.difficulty ?? before?.difficulty ?? null
    const item = { id, genre, text, title, solution, difficulty }
    write(before ? now.map((other) => (other === before ? item : other)) : [item, ...now].slice(0, most))
  },
  /** Puts what another shelf has behind what is here. */
  join(others: Item[]) {
    const now = read()
    const known = new Set(now.map(({ id }) => id))
    // What it is called is of its own text: nobody else may say so.
    const named = others.map((item) => ({ ...item, id: hashOf(item.genre + item.text) }))
    const fresh = named.filter(({ id }) => !known.has(id) && known.add(id))
    if (fresh.length > 0) write([...now, ...fresh].slice(0, most))
  },
  remove(id: string): Removed | null {
    const now = read()
    const at = now.findIndex((item) => item.id === id)
    if (at < 0) return null
    write(now.filter((item) => item.id !== id))
    return { item: now[at], at }
  },
  putBack({ item, at }: Removed) {
    const now = read().filter(({ id }) => id !== item.id)
    write([...now.slice(0, at), item, ...now.slice(at)])
  },
}
