// The service worker: keeps this build's files and pictures seen, so that the page opens and puzzles go on without a
// connection.
const files = __FILES__
const shelf = `nazo-${files
  .join()
  .split('')
  .reduce((hash, c) => (hash * 31 + c.charCodeAt(0)) | 0, 7)}`

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shelf)
      .then((cache) => cache.addAll(files))
      .then(() => skipWaiting()),
  )
})
addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== shelf).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  )
})
addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('/').then((kept) => kept ?? Response.error())))
  else if (url.pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})
