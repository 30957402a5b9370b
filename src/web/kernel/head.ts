/** The metadata of a page for the browser's tab, for search engines and for link previews. */
import type { ComponentProps } from 'react'
import type { CommunityInfo } from './viewer.ts'

export interface About {
  /** undefined until the page's data has loaded */
  title: string | undefined
  description?: string | undefined
  /** the canonical address of the page, from "/" */
  canonical?: string | undefined
  type?: 'website' | 'article' | 'profile'
  /** properties of the type, for example "article:section" */
  details?: Record<string, string | undefined>
  /** not for search engines: private, empty, missing, or a part of what another address shows completely */
  hidden?: boolean
  /**
   * the picture of the link preview, 1200 by 630 pixels; the community's picture if the page has none. The path starts
   * with "/".
   */
  picture?: { path: string; alt: string } | undefined
  /** the page's own feed, beside that of the whole community */
  feed?: { path: string; title: string } | undefined
  /** schema.org data, for search engines */
  structured?: object[] | undefined
}

type Meta = ComponentProps<'meta'>
type HeadLink = ComponentProps<'link'>

export function headOf(place: CommunityInfo | undefined, about: About): { meta: Meta[]; links: HeadLink[] } {
  const brand = place?.brand.name ?? ''
  const title = spoken(titleOf(about.title, brand))
  if (about.hidden || !place) return { meta: [{ title }, ...namesOf(title, about), NOINDEX], links: [] }
  return {
    meta: [
      { title },
      ...namesOf(title, about),
      ...(about.canonical === undefined ? [] : [og('og:url', place.publicUrl + about.canonical)]),
      ...Object.entries(about.details ?? {}).flatMap(([name, value]) => (value ? [og(name, spoken(value))] : [])),
      ...pictureTags(place, about.picture),
      // the router renders this as a script of data with every "<" escaped; its types do not know that
      ...(about.structured ?? []).map((data) => ({ 'script:ld+json': data }) as Meta),
    ],
    links: linksOf(place, about),
  }
}

/** The page's own style sheets, in addition to the shared one. */
export const withStyles = (head: ReturnType<typeof headOf>, sheets: readonly string[]) => ({
  ...head,
  links: [...head.links, ...sheets.map((href) => ({ rel: 'stylesheet', href }))],
})

const NOINDEX: Meta = { name: 'robots', content: 'noindex' }
const og = (property: string, content: string): Meta => ({ property, content })

const titleOf = (title: string | undefined, brand: string) =>
  title === undefined ? brand : title.startsWith(`${brand} - `) ? title : `${title} - ${brand}`

/** Removes control characters and lone surrogates, which a page cannot contain; React escapes the rest. */
const spoken = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim()

function namesOf(title: string, { type = 'website', description }: About): Meta[] {
  const words = description ? spoken(description) : ''
  return [
    og('og:title', title),
    og('og:type', type),
    ...(words ? [{ name: 'description', content: words }, og('og:description', words)] : []),
  ]
}

function pictureTags(place: CommunityInfo, picture: About['picture']): Meta[] {
  const { path, alt } = picture ?? { path: '/preview.png', alt: place.brand.name }
  const url = place.publicUrl + path
  return [
    og('og:image', url),
    og('og:image:type', 'image/png'),
    og('og:image:width', '1200'),
    og('og:image:height', '630'),
    og('og:image:alt', spoken(alt)),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: url },
    { name: 'twitter:image:alt', content: spoken(alt) },
  ]
}

function linksOf({ publicUrl, brand }: CommunityInfo, { canonical, feed }: About): HeadLink[] {
  const feeds = [...(feed ? [feed] : []), { path: '/feed.xml', title: brand.name }]
  return [
    ...(canonical === undefined ? [] : [{ rel: 'canonical', href: publicUrl + canonical }]),
    ...feeds.map(({ path, title }) => ({ rel: 'alternate', type: 'application/atom+xml', title, href: path })),
  ]
}
