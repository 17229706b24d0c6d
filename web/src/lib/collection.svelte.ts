// The maker's own shelf, kept in this browser.
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
let items = $state.raw<Item[]>(keptJson<Item[]>(shelf, []))

export const collection = {
  get items() {
    return items
  },
  has: (genre: string, text: string) => items.some((item) => item.id === hashOf(genre + text)),
  add(item: Omit<Item, 'id'>) {
    const id = hashOf(item.genre + item.text)
    items = [{ ...item, id }, ...items.filter((other) => other.id !== id)].slice(0, most)
    keep(shelf, JSON.stringify(items))
  },
  /** Puts what another shelf has behind what is here. */
  join(others: Item[]) {
    const known = new Set(items.map(({ id }) => id))
    // What it is called is of its own text: nobody else may say so.
    const named = others.map((item) => ({ ...item, id: hashOf(item.genre + item.text) }))
    const fresh = named.filter(({ id }) => !known.has(id) && known.add(id))
    if (fresh.length === 0) return
    items = [...items, ...fresh].slice(0, most)
    keep(shelf, JSON.stringify(items))
  },
  remove(id: string) {
    items = items.filter((item) => item.id !== id)
    keep(shelf, JSON.stringify(items))
  },
}
