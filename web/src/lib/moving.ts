// Everything of a player to another device, as a code: records, games that are not over, and the maker's own shelf.
// What is there already stays; what a code brings is looked through before any of it is kept, for a code comes from
// anywhere.
import { collection, type Item } from './collection.svelte'
import { finishedPuzzles } from './game.svelte'
import { randomKey } from './outbox'
import { allRecords, joinRecords, sane } from './records.svelte'
import { packed, unpacked } from './share'
import { gamePrefix, keep, keepIfRoom, kept, keptJson, names } from './storage'

/** A game as game.svelte.ts keeps it; of it only what must be right is looked at here. */
interface Going {
  play: string
  started: number
  seconds: number
  moves: string[]
  undone: string[]
  events: unknown[]
  outcome: string
}
interface Latest {
  genre: string
  key: string
  title: string
  over: boolean
}

const most_letters = 12_000_000
const most_games = 200
const latestShelf = 'nazo.latest'

const isText = (what: unknown): what is string => typeof what === 'string'
const isNumber = (what: unknown): what is number => typeof what === 'number' && Number.isFinite(what)
const areTexts = (what: unknown): what is string[] => Array.isArray(what) && what.every(isText)
const isEvent = (what: unknown) =>
  Array.isArray(what) && isText(what[0]) && isNumber(what[1]) && (what.length < 3 || isText(what[2]))
const isGoing = (what: any): what is Going =>
  isText(what?.play) &&
  isNumber(what.started) &&
  isNumber(what.seconds) &&
  areTexts(what.moves) &&
  areTexts(what.undone) &&
  Array.isArray(what.events) &&
  what.events.every(isEvent) &&
  what.outcome === 'unfinished'
const isItem = (what: any): what is Item =>
  [what?.id, what?.genre, what?.text, what?.title, what?.solution].every(isText) &&
  (what.difficulty === null || isNumber(what.difficulty))
const isLatest = (what: any): what is Latest => [what?.genre, what?.key, what?.title].every(isText)

/** A puzzle's key or the sum of its text. Games of a study have its name before it: they belong to its participant. */
const isPlace = (place: string) => /^[\w-]+$/.test(place)

/** The games that have begun and are not over, the newest first, by their places. */
function going(): [string, Going][] {
  return names()
    .filter((name) => name.startsWith(gamePrefix) && isPlace(name.slice(gamePrefix.length)))
    .map((name): [string, Going | null] => [name.slice(gamePrefix.length), keptJson<Going | null>(name, null)])
    .filter((entry): entry is [string, Going] => isGoing(entry[1]) && entry[1].events.length > 0)
    .sort(([, a], [, b]) => b.started - a.started)
    .slice(0, most_games)
}

/** Is there anything to take along? */
export const anythingToMove = () =>
  Object.keys(allRecords().bests).length > 0 || collection.items.length > 0 || going().length > 0

/** Everything as a code that another browser can take in. */
export async function codeOf(): Promise<string> {
  const games = Object.fromEntries(going())
  const all = { ...allRecords(), games, shelf: collection.items, latest: keptJson(latestShelf, null) }
  return `nazo1.${await packed(JSON.stringify(all))}`
}

/** What a code holds: alone, in a link, in a message, or broken into lines. An error if there is no code in it. */
async function opened(given: string): Promise<any> {
  const whole = given.replace(/[\s\u00ad\u200b]+/g, '')
  for (const text of [whole, given]) {
    const [, body] = /nazo1\.([\w-]+)/.exec(text) ?? []
    const found = body && (await unpacked(body, most_letters).then(JSON.parse, () => null))
    if (found) return found
  }
  throw new Error('this is no code')
}

/** Joins what a code holds with what is here: the better of both. An error if it is no code. */
export async function takeCode(code: string): Promise<void> {
  const brought = await opened(code)
  joinRecords(sane(brought))
  const solved = new Set([...finishedPuzzles(), ...Object.keys(allRecords().bests)])
  keep('nazo.finished', JSON.stringify([...solved].slice(-2000)))
  const shelf: unknown[] = Array.isArray(brought.shelf) ? brought.shelf : []
  collection.join(shelf.filter(isItem))
  const games = Object.entries((brought.games ?? {}) as Record<string, unknown>).slice(0, most_games)
  for (const [place, game] of games) if (isPlace(place) && isGoing(game)) takeGame(gamePrefix + place, game)
  const here = keptJson<Latest | null>(latestShelf, null)
  const latest: unknown = brought.latest
  if (isLatest(latest) && !latest.over && (!here || here.over) && kept(gamePrefix + latest.key))
    keep(latestShelf, JSON.stringify(latest))
}

/** A game of another device stands here unless this one has gone further in it, or is done with it. */
function takeGame(name: string, game: Going) {
  const here = keptJson<Partial<Going> | null>(name, null)
  if (here && (here.outcome !== 'unfinished' || (here.events?.length ?? 0) >= game.events.length)) return
  // From here on it is a play of this device: the other one may go on with its own.
  keepIfRoom(name, JSON.stringify({ ...game, play: here?.play ?? randomKey() }))
}
