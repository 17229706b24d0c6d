// Where in the workshop we are: the address as a state, and links that change it without loading the page again.

let address = $state({ path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash })

function read() {
  address = { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash }
}
addEventListener('popstate', read)

export const route = {
  get path() {
    return address.path
  },
  get query() {
    return address.query
  },
  get hash() {
    return address.hash
  },
}

/** Goes to another place of the workshop. */
export function go(to: string, how: 'push' | 'replace' = 'push') {
  if (how === 'push') history.pushState(null, '', to)
  else history.replaceState(null, '', to)
  read()
  if (how === 'push') scrollTo(0, 0)
}

/** For the whole page: plain clicks on links that stay here are answered without a reload. */
export function takeLinks(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element | null)?.closest?.('a')
  if (
    !link ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download') ||
    link.pathname.startsWith('/api/')
  )
    return
  event.preventDefault()
  go(link.pathname + link.search + link.hash)
}

/** The values of the {names} if the path fits: match('/play/{genre}/{key}', route.path). */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.replace(/\/$/, '').split('/')
  if (wanted.length !== given.length) return null
  const words: Record<string, string> = {}
  for (let i = 0; i < wanted.length; ++i) {
    if (wanted[i].startsWith('{')) {
      try {
        words[wanted[i].slice(1, -1)] = decodeURIComponent(given[i])
      } catch {
        return null
      }
    } else if (wanted[i] !== given[i]) return null
  }
  return words
}
