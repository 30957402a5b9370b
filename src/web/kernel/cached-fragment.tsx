/** A part of a page whose HTML the server caches (fragments.ts, docs/decisions/044). In the browser it is its children. */
import type { ReactElement } from 'react'
import { page } from './page.ts'

interface CachedProps {
  /**
   * Everything that the children's HTML depends on, beside the URL of the page. Called on the server only. Null if the
   * children cannot be cached this time.
   */
  by: () => readonly unknown[] | null
  /** Without `useId`. It may contain other cached fragments. With the nonce in its HTML it is rendered each time. */
  children: ReactElement | ReactElement[]
}

export function CachedFragment({ by, children }: CachedProps) {
  // replaced by the build: the browser's script has none of what follows
  const key = import.meta.env.SSR && by()
  const place = key && page()?.drawn?.fragments.place(key)
  if (!place) return children
  if (place.isCached) return <cached-html at={place.index} />
  return (
    <>
      <cached-html from={place.index} />
      {children}
      <cached-html to={place.index} />
    </>
  )
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'cached-html': { at?: number; from?: number; to?: number }
    }
  }
}
