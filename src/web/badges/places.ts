/** The place that a visit to an address opens: the page of a tab itself; for networks, also every page inside it. */
import { type BadgePlace, PLACES } from '#contract/badge-words.ts'
import { URLS, type Url, urlAt } from '#contract/url-words.ts'

const pageAt = (pathname: string) => urlAt(pathname.replace(/\/+$/, ''))

/** Search results are not the feed. */
export function placeAt({ pathname, search }: { pathname: string; search: object }): BadgePlace | undefined {
  const page = pageAt(pathname)
  const place = PLACES.find((name) => name === page?.spot)
  if (place === 'feed' && 'q' in search) return undefined
  return page?.isSpot || place === 'groups' ? place : undefined
}

/** A network's own page, where its messages are read. */
export const isNetwork = (pathname: string) => isPage(pathname, URLS.group)

export const isFirstSteps = (pathname: string) => isPage(pathname, URLS.welcome)

const isPage = (pathname: string, url: Url) => pageAt(pathname) === url
