/** The plans as a member and a visitor see them. Nothing is paid anywhere. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { Viewer } from '#contract/account.ts'
import { type PaidTier, SAY_PLANS } from '#contract/plans-words.ts'
import { isSessionEnded } from '#web/kernel/session-state.ts'
import { communityQuery, Reader, viewerQuery } from '#web/kernel/viewer.ts'
import { PlanDialog } from '#web/plans/plans.tsx'
import { aPlace, aViewer } from './makers.ts'
import { signedOut } from './post-makers.ts'
import { DESK, news, open, PHONE } from './screen.tsx'
import { TROUBLES } from './trouble.ts'

const dialog = page.getByRole('dialog', { name: 'Choose Your Plan' })
const line = (tier: string) => dialog.getByRole('listitem').filter({ hasText: tier })
const choose = (tier: string) => dialog.getByRole('button', { name: `Choose ${tier}` })
const opener = page.getByRole('button', { name: 'Upgrade' })

/** A page with a button that opens the dialog, as the assistant has one. */
async function openPlans({ viewer, current, size = DESK }: { viewer?: Viewer; current?: string; size?: typeof DESK }) {
  const registered = new Set<PaidTier>()
  const screen = await open('/about', {
    ...{ viewer, size },
    answers: {
      plans: {
        registerInterest({ selected_tier }) {
          const is_duplicate = registered.has(selected_tier)
          registered.add(selected_tier)
          return { selected_tier, is_duplicate }
        },
      },
    },
  })
  await cleanup()
  const client = new QueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer ?? null)
  client.setQueryData(communityQuery.queryKey, aPlace())
  function Opener() {
    const [isOpen, setOpen] = useState(false)
    return (
      <main>
        <button type="button" onClick={() => setOpen(true)}>
          Upgrade
        </button>
        <PlanDialog open={isOpen} onOpenChange={setOpen} current={current} />
      </main>
    )
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Opener }) })
  await render(
    <QueryClientProvider client={client}>
      <Reader>
        <RouterProvider router={router as never} />
      </Reader>
    </QueryClientProvider>,
  )
  await opener.click()
  return screen
}

test.each([
  ['a desktop', DESK],
  ['a phone', PHONE],
])(
  'at %s the four plans show their price and queries; Free is the current plan and cannot be chosen',
  async (_where, size) => {
    await openPlans({ viewer: aViewer(), size })
    for (const [tier, price, queries] of [
      ['Free', '$0/mo', '5 queries/month'],
      ['Basic Dad', '$3/mo', '50 queries/month'],
      ['Wise Dad', '$6/mo', '150 queries/month'],
      ['Superdad', '$10/mo', 'unlimited queries'],
    ] as const) {
      await expect.element(line(tier)).toMatchTextContent(price)
      await expect.element(line(tier)).toMatchTextContent(queries)
    }
    await expect.element(dialog.getByRole('button', { name: 'Current Plan (Free)' })).toBeDisabled()
  },
)

test('the member’s current plan is marked, and Free cannot be chosen either', async () => {
  await openPlans({ viewer: aViewer(), current: 'Wise Dad' })
  await expect.element(dialog.getByRole('button', { name: 'Current Plan (Wise Dad)' })).toBeDisabled()
  await expect.element(line('Free').getByRole('button')).toBeDisabled()
  await expect.element(choose('Basic Dad')).toBeEnabled()
})

test('choosing a plan registers interest, reports it and closes; choosing it again reports that it is known, and closes', async () => {
  const screen = await openPlans({ viewer: aViewer() })
  await choose('Wise Dad').click()
  await expect.element(news("Interest registered for Wise Dad! We'll be in touch soon.")).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await choose('Wise Dad').click()
  await expect.element(news("You've already registered interest in Wise Dad")).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(screen.asked('plans.registerInterest')).toEqual([{ selected_tier: 'Wise Dad' }, { selected_tier: 'Wise Dad' }])
})

test('a visitor is asked to sign in, and nothing is sent', async () => {
  const screen = await openPlans({})
  await choose('Superdad').click()
  await expect.element(news('Please sign in to register interest')).toBeVisible()
  await expect.element(dialog).toBeVisible()
  expect(screen.asked('plans.registerInterest')).toEqual([])
})

test('a member whose session has ended meanwhile is asked to sign in, and the next press sends nothing', async () => {
  const screen = await openPlans({ viewer: aViewer() })
  screen.answer({ account: { getViewer: null } })
  screen.failNext('plans.registerInterest', { fault: signedOut(SAY_PLANS.signIn) })
  const says = news('Please sign in to register interest')
  await choose('Superdad').click()
  const signInLink = says.getByRole('link', { name: 'Sign In' })
  await expect.element(signInLink).toHaveAttribute('href', expect.stringMatching(/^\/auth\?next=/))
  await expect.poll(isSessionEnded).toBe(true)
  await says.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(says).not.toBeInTheDocument()
  await choose('Superdad').click()
  await expect.element(signInLink).toBeVisible()
  await expect.element(dialog).toBeVisible()
  expect(screen.asked('plans.registerInterest')).toHaveLength(1)
})

test('a failure is reported, leaves the dialog open, and can be retried', async () => {
  const screen = await openPlans({ viewer: aViewer() })
  for (const { trouble, says } of TROUBLES) {
    screen.failNext('plans.registerInterest', trouble)
    await choose('Basic Dad').click()
    await expect.element(news(says('Failed to register interest. Please try again.'))).toBeVisible()
    await expect.element(dialog).toBeVisible()
  }
  await choose('Basic Dad').click()
  await expect.element(news('Interest registered for Basic Dad!')).toBeVisible()
})

test('nothing in the dialog asks for money', async () => {
  await openPlans({ viewer: aViewer() })
  await expect.element(dialog.getByText(/Nothing is sold yet/)).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
})
