// What the player did and the server does not know yet. Kept in the browser until the server has confirmed it: a reload
// or a lost connection loses nothing, and because everything has a key of its own nothing is counted twice.
import { ApiError, forgetMeeting, meet, post } from './api'
import { keep, keptJson } from './storage'

interface Letter {
  key: string
  path: string
  body: unknown
}

const shelf = 'nazo.outbox'
const most = 500

const read = () => keptJson<Letter[]>(shelf, [])
const write = (letters: Letter[]) => keep(shelf, JSON.stringify(letters.slice(-most)))

export const waitingLetters = () => read().length

/** Puts something into the outbox; a letter of the same key takes the older one's place. */
export function sendLater(key: string, path: string, body: unknown) {
  write([...read().filter((letter) => letter.key !== key), { key, path, body }])
  dispatchEvent(new Event('nazo-outbox'))
  void deliver()
}

const pause = 15
let wait = pause

/** Sends what waits, in order. Stops at the first passing trouble (then false); what the server refuses for good is
 * dropped. */
async function sendAll(): Promise<boolean> {
  try {
    for (let letters = read(); letters.length > 0; letters = read()) {
      const [letter] = letters
      await meet()
      try {
        await post(letter.path, letter.body)
      } catch (error) {
        // A cookie that is gone is met again: the play is not at fault.
        if (error instanceof ApiError && error.status === 401) forgetMeeting()
        const forGood = error instanceof ApiError && !error.passing && error.status !== 401
        if (!forGood) throw error
        console.warn(`dropped ${letter.path}: ${(error as Error).message}`)
      }
      const sent = JSON.stringify(letter)
      write(read().filter((other) => JSON.stringify(other) !== sent))
    }
    return true
  } catch (error) {
    wait = (error instanceof ApiError ? error.retryAfter : null) ?? pause
    return false
  }
}

let delivering: Promise<void> | null = null
/** One delivery at a time; after trouble it is tried again in a while. */
export function deliver(): Promise<void> {
  // What follows `then` never runs before the assignment, also when there was nothing to send.
  delivering ??= sendAll().then((done) => {
    delivering = null
    dispatchEvent(new Event('nazo-outbox'))
    if (!done) setTimeout(() => void deliver(), wait * 1000)
    else if (read().length > 0) void deliver()
  })
  return delivering
}

if (typeof addEventListener === 'function' && typeof window !== 'undefined') {
  addEventListener('online', () => void deliver())
}

export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
