/** A part of a page whose HTML the server caches (fragments.ts, docs/decisions/044). In the browser it is its children. */
import type { ReactElement } from 'react'
import { page } from './page.ts'

interface CachedProps {
  /** Everything that the children's HTML depends on, beside the URL of the page. Called on the server only. */
  by: () => readonly unknown[]
  /** One element, without `useId` and without another `Cached` in it. With the nonce in its HTML it is rendered each time. */
  children: ReactElement
}

export function CachedFragment({ by, children }: CachedProps) {
  // replaced by the build: the browser's script has none of what follows
  const place = import.meta.env.SSR && page()?.drawn?.fragments.place(by())
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
