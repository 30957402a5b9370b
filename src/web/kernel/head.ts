/** What a page says about itself to the tab, to search engines and to whoever gets its link. */
import type { ComponentProps } from 'react'
import type { Place } from './viewer.ts'

export interface About {
  /** undefined while the page's data is not there */
  title: string | undefined
  description?: string | undefined
  /** the one address under which the page is known, from "/" */
  canonical?: string | undefined
  type?: 'website' | 'article' | 'profile'
  /** what belongs to the type, e.g. "article:section" */
  details?: Record<string, string | undefined>
  /** private, empty, not there, or a part of what another address shows whole: not for search engines */
  hidden?: boolean
  /** beside a link to the page, 1200 by 630; the place's own picture if the page has none. The path is one from "/". */
  picture?: { path: string; alt: string } | undefined
  /** the page's own feed beside that of the whole place */
  feed?: { path: string; title: string } | undefined
  /** schema.org, for search engines */
  structured?: object[] | undefined
}

type Meta = ComponentProps<'meta'>
type HeadLink = ComponentProps<'link'>

export function headOf(place: Place | undefined, about: About): { meta: Meta[]; links: HeadLink[] } {
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
      // the router draws this one as a script of data, with every < escaped; its types do not know
      ...(about.structured ?? []).map((data) => ({ 'script:ld+json': data }) as Meta),
    ],
    links: linksOf(place, about),
  }
}

/** A page's own style sheets, beside that of all pages. */
export const withStyles = (head: ReturnType<typeof headOf>, sheets: readonly string[]) => ({
  ...head,
  links: [...head.links, ...sheets.map((href) => ({ rel: 'stylesheet', href }))],
})

const NOINDEX: Meta = { name: 'robots', content: 'noindex' }
const og = (property: string, content: string): Meta => ({ property, content })

const titleOf = (title: string | undefined, brand: string) =>
  title === undefined ? brand : title.startsWith(`${brand} - `) ? title : `${title} - ${brand}`

/** Signs that no page can hold are left out; React escapes the rest. */
const spoken = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim()

function namesOf(title: string, { type = 'website', description }: About): Meta[] {
  const words = description ? spoken(description) : ''
  return [
    og('og:title', title),
    og('og:type', type),
    ...(words ? [{ name: 'description', content: words }, og('og:description', words)] : []),
  ]
}

function pictureTags(place: Place, picture: About['picture']): Meta[] {
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

function linksOf({ publicUrl, brand }: Place, { canonical, feed }: About): HeadLink[] {
  const feeds = [...(feed ? [feed] : []), { path: '/feed.xml', title: brand.name }]
  return [
    ...(canonical === undefined ? [] : [{ rel: 'canonical', href: publicUrl + canonical }]),
    ...feeds.map(({ path, title }) => ({ rel: 'alternate', type: 'application/atom+xml', title, href: path })),
  ]
}
