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
let items = $state.raw<Item[]>(keptJson<Item[]>(shelf, []))

export const collection = {
  get items() {
    return items
  },
  has: (genre: string, text: string) => items.some((item) => item.id === hashOf(genre + text)),
  add(item: Omit<Item, 'id'>) {
    const id = hashOf(item.genre + item.text)
    items = [{ ...item, id }, ...items.filter((other) => other.id !== id)].slice(0, 500)
    keep(shelf, JSON.stringify(items))
  },
  remove(id: string) {
    items = items.filter((item) => item.id !== id)
    keep(shelf, JSON.stringify(items))
  },
}
