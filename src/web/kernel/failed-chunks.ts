/** Chunks that did not load: each page is one, loaded when it is first opened. */

/** the browsers' messages of a failed import() */
const IMPORT_FAILED = /dynamically imported module|module script/i

export const isChunkError = (error: unknown) => IMPORT_FAILED.test(String(error))

/**
 * If a page's chunk does not load, the router reloads the page once, in case a newer version was deployed. Without a
 * network that would show the browser's own error and lose the page. So the router's mark of a reload is set, and it
 * shows the page's error instead. When the network is back, the mark is removed.
 */
export function keepPageWhenOffline() {
  const marked = new Set<string>()
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine) return
    const key = `tanstack_router_reload:${payload.message}`
    marked.add(key)
    sessionStorage.setItem(key, '1')
  })
  window.addEventListener('online', () => {
    for (const key of marked) sessionStorage.removeItem(key)
    marked.clear()
  })
}

/** A chunk that failed to load stays failed while this page lives: reloads the page, if the server answers. */
export async function reloadPage(): Promise<void> {
  const answers = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  if (answers) window.location.reload()
}
