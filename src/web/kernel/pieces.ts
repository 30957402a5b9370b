/** Pieces of the program that did not come: one for each page, fetched when it is first opened. */

/** what the browsers say of an import() that failed */
const NO_PIECE = /dynamically imported module|module script/i

export const isPiece = (error: unknown) => NO_PIECE.test(String(error))

/**
 * Where a page's piece does not come the router loads the whole page anew, once, in case a newer version was put online.
 * Without a network that ends in the browser's own error, and everything that was here is gone: it is told that it has done
 * so already, and shows the page's failure instead. With the network it may do so again.
 */
export function stayWhenOffline() {
  const told = new Set<string>()
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return
    const key = `tanstack_router_reload:${payload.message}`
    told.add(key)
    sessionStorage.setItem(key, '1')
  })
  window.addEventListener('online', () => {
    for (const key of told) sessionStorage.removeItem(key)
    told.clear()
  })
}

/** A piece that did not come stays away as long as this page lives: it is loaded anew, once the server answers. */
export async function loadAnew(): Promise<void> {
  const answers = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (answers) window.location.reload()
}
