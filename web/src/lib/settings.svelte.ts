// What a player has chosen for all boards, kept in this browser.
import { keep, kept } from './storage'

const read = (name: string) => kept(`nazo.${name}`)
const write = (name: string, value: string) => keep(`nazo.${name}`, value)

let sound = $state(read('sound') === 'on')
let coach = $state(read('coach') !== 'off')
/** Anything a board lets choose, by its name. */
let chosen = $state<Record<string, string | null>>({})

export const settings = {
  get sound() {
    return sound
  },
  set sound(to: boolean) {
    sound = to
    write('sound', to ? 'on' : 'off')
  },
  get coach() {
    return coach
  },
  set coach(to: boolean) {
    coach = to
    write('coach', to ? 'on' : 'off')
  },
  choice(name: string): string | null {
    return name in chosen ? chosen[name] : read(`choice.${name}`)
  },
  choose(name: string, value: string) {
    chosen[name] = value
    write(`choice.${name}`, value)
  },
}

/** The coach shows the first move of a kind once. */
export const wasCoached = (genre: string) => read(`coached.${genre}`) !== null || read(`known.${genre}`) !== null
export const noteCoached = (genre: string) => write(`coached.${genre}`, '1')
