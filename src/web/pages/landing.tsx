/** The front page. */
import { createFileRoute } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { Suspense } from 'react'
import { headOf } from '../kernel/head.ts'
import { askForLanding, LateLanding } from '../landing/landing.ts'
import { Landing } from '../landing/landing.tsx'
import { placeData } from './structured.ts'

export const Route = createFileRoute('/')({
  // Not on arrival: the page is there by then. Answers what search engines read of it, which no other page has to carry.
  loader: async () => {
    if (typeof window !== 'undefined') await askForLanding()
    return 'Where fathers ask what they cannot ask at work, answer what they learned the hard way, and keep each other to it.'
  },
  head: ({ match, loaderData }) => {
    const { place } = match.context
    return headOf(place, {
      title: place && `${place.brand.name} - Connect, Share, Grow`,
      description: loaderData,
      canonical: '/',
      structured: place && placeData(place),
    })
  },
  component: Page,
})

const drawn = createIsomorphicFn()
  .server(() => <Landing />)
  .client(() => <LateLanding />)

/** The same at every drawing: nothing that happens around it makes React look for what has not come yet. */
const PAGE = <Suspense>{drawn()}</Suspense>

function Page() {
  return PAGE
}
