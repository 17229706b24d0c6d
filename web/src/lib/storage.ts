// What this browser keeps for the page. A browser may forbid that or be full: then it is kept until the page is closed,
// and games that are over make room for what is not. Nothing here ever throws.

export const gamePrefix = 'nazo.game.'
export const puzzlePrefix = 'nazo.puzzle.'

/** What the browser would not take. */
const held = new Map<string, string>()

export function kept(name: string): string | null {
  const here = held.get(name)
  if (here !== undefined) return here
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
/** What is kept as JSON; `none` where there is nothing, or nothing that can be read. */
export function keptJson<T>(name: string, none: T): T {
  try {
    return (JSON.parse(kept(name) ?? 'null') as T | null) ?? none
  } catch {
    return none
  }
}
export function names(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...held.keys()])]
  } catch {
    return [...held.keys()]
  }
}
export function drop(name: string) {
  held.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // It never was there.
  }
}

/** Keeps something, whatever has to go for it. */
export function keep(name: string, value: string) {
  while (!keepIfRoom(name, value))
    if (!makeRoom(name)) {
      held.set(name, value)
      return
    }
}
/** Keeps something only where there is room: false if there is none. */
export function keepIfRoom(name: string, value: string): boolean {
  try {
    localStorage.setItem(name, value)
    held.delete(name)
    return true
  } catch {
    return false
  }
}

const atOnce = 10
/** Lets go of what is missed least: the oldest games that are over, then puzzles that can be fetched again. */
function makeRoom(besides: string): boolean {
  const there = names().filter((name) => name !== besides && !held.has(name))
  const games = there
    .filter((name) => name.startsWith(gamePrefix))
    .map((name) => ({ name, ...keptJson(name, { outcome: 'unfinished', started: 0 }) }))
    .filter(({ outcome }) => outcome !== 'unfinished')
    .sort((a, b) => a.started - b.started)
    .map(({ name }) => name)
  const puzzles = there.filter((name) => name.startsWith(puzzlePrefix))
  const going = [...games, ...puzzles].slice(0, atOnce)
  going.forEach(drop)
  return going.length > 0
}
