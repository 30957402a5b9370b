/** What a page says about itself to the tab, to search engines and to whoever gets its link. */
import type { ComponentProps } from 'react'
import type { Place } from './viewer.ts'

interface About {
  /** undefined while the page's data is not there */
  title: string | undefined
  description?: string | undefined
  /** the one address under which the page is known, from "/" */
  canonical?: string | undefined
  type?: 'website' | 'article' | 'profile'
  /** private, empty or not there: not for search engines */
  hidden?: boolean
  /** schema.org, for search engines */
  structured?: object | undefined
}

type Meta = ComponentProps<'meta'>

export function headOf(place: Place | undefined, about: About) {
  const brand = place?.brand.name ?? ''
  const title =
    about.title === undefined
      ? brand
      : about.title.startsWith(`${brand} - `)
        ? about.title
        : `${about.title} - ${brand}`
  const url = about.canonical === undefined || !place ? undefined : place.publicUrl + about.canonical
  return {
    meta: [
      { title },
      { property: 'og:title', content: title },
      { property: 'og:type', content: about.type ?? 'website' },
      ...(about.description
        ? [
            { name: 'description', content: about.description },
            { property: 'og:description', content: about.description },
          ]
        : []),
      ...(url ? [{ property: 'og:url', content: url }] : []),
      ...(about.hidden ? [{ name: 'robots', content: 'noindex' }] : []),
      // the router draws this one as a script of data, with every < escaped; its types do not know
      ...(about.structured ? [{ 'script:ld+json': about.structured } as Meta] : []),
    ] satisfies Meta[],
    links: url ? [{ rel: 'canonical', href: url }] : [],
  }
}
