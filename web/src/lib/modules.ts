// Where the genres' modules are, and how they come into the browser's own store: one after another while nobody waits
// for one, so that on a slow network the puzzle somebody chose comes first and the others are there later.
const found = import.meta.glob<string>('@nazo/wasm/*.wasm', { query: '?url', import: 'default', eager: true })
const addresses = Object.fromEntries(
  Object.entries(found).map(([path, address]) => [/([^/]+)\.wasm$/.exec(path)![1], address]),
)

/** The genres that have one. */
export const modules = Object.keys(addresses)
/** Those that are played here: they are kept first. */
const played = new Set<string>()
export function addressOf(genre: string): string {
  played.add(genre)
  return addresses[genre]
}

/** The service worker looks here too, and throws away what is of another build. */
const shelf = 'nazo-modules'
const quiet = 2000 // milliseconds in which nobody waited for a module
let waiting = 0
let timer: ReturnType<typeof setTimeout> | undefined
let keeping: AbortController | null = null

/** Somebody waits for this: whatever else is on its way stops. */
export async function waitFor<T>(something: Promise<T>): Promise<T> {
  ++waiting
  clearTimeout(timer)
  keeping?.abort()
  try {
    return await something
  } finally {
    --waiting
  }
}

/** Keeps one module; nothing happens where it is kept already. */
async function keep(cache: Cache, address: string, signal?: AbortSignal) {
  if (await cache.match(address)) return
  const answer = await fetch(address, { signal, priority: 'low' } as RequestInit)
  if (answer.ok) await cache.put(address, answer)
}
/** Keeps all of them, now. Where the browser has no store (a plain http address) there is nothing to do. */
export async function keepModules(signal?: AbortSignal): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(shelf)
  for (const genre of new Set([...played, ...modules])) await keep(cache, addresses[genre], signal)
}
/** Keeps all of them as soon as nobody has waited for one for a moment. */
export function keepModulesLater() {
  clearTimeout(timer)
  if (waiting > 0 || !import.meta.env.PROD) return
  timer = setTimeout(() => {
    keeping = new AbortController()
    void keepModules(keeping.signal).catch(() => undefined)
  }, quiet)
}
