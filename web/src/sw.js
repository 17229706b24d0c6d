// The service worker: keeps this build's files and the pictures of puzzles that were seen, so that the page opens and
// puzzles go on without a connection.
const files = __FILES__
const modules = __MODULES__ // kept by the page itself on a shelf of their own
const moduleShelf = 'nazo-modules'
const shelf = `nazo-${files
  .join()
  .split('')
  .reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) | 0, 7)}`
const pictures = 'nazo-pictures'
const mostPictures = 400
const patience = 2500 // milliseconds a server may take before the kept page is shown

/** A few at a time: what somebody waits for meanwhile goes first. */
async function keepAll(cache) {
  for (let at = 0; at < files.length; at += 3) await cache.addAll(files.slice(at, at + 3))
}
addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shelf)
      .then(keepAll)
      .then(() => skipWaiting()),
  )
})
/** What other builds have left behind. */
async function tidy() {
  const old = (await caches.keys()).filter((name) => ![shelf, moduleShelf, pictures].includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  const kept = await caches.open(moduleShelf)
  for (const request of await kept.keys())
    if (!modules.includes(new URL(request.url).pathname)) await kept.delete(request)
}
addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => clients.claim()))
})
/** The page from the server; from here where the server cannot be reached or makes wait. */
async function page(request) {
  const fresh = fetch(request)
  fresh.catch(() => undefined)
  const late = new Promise((done) => setTimeout(done, patience))
  const answer = await Promise.race([fresh, late]).catch(() => undefined)
  return answer ?? (await caches.match('/')) ?? fresh
}
/** A puzzle's picture hardly ever changes: one of the last day is as good as new, an older one where none can be had.
 * The oldest go when there are many. */
async function picture(event) {
  const { request } = event
  const there = await caches.open(pictures)
  const kept = await there.match(request)
  if (kept && Date.now() - Date.parse(kept.headers.get('Date')) < 86_400_000) return kept
  const answer = await fetch(request).catch((error) => {
    if (kept) return kept
    throw error
  })
  if (answer !== kept && answer.ok) event.waitUntil(there.put(request, answer.clone()).then(() => fewer(there)))
  return answer
}
async function fewer(there) {
  const all = await there.keys()
  for (const old of all.slice(0, Math.max(0, all.length - mostPictures))) await there.delete(old)
}
addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (/^\/api\/puzzles\/[^/]+\/picture\.svg$/.test(url.pathname)) event.respondWith(picture(event))
  else if (url.pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})
