/** The panel with help lines: a life at stake, a way of speaking, other languages, and what is open. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { HelpLine } from '#contract/care.ts'
import type { Care } from '#contract/care-words.ts'
import { helpLinesQuery } from '#web/care/care.ts'
import { CarePanel } from '#web/care/care.tsx'
import { communityQuery, Reader, viewerQuery } from '#web/kernel/viewer.ts'
import { aLine } from './care-makers.ts'
import { aPlace } from './makers.ts'
import { open } from './screen.tsx'

// the page says that it is Tuesday, 20:00 in London, where the browser of the tests is
const on = (days: number[], from: string, to: string): HelpLine['hours'] => ({
  zone: 'Europe/London',
  spans: [{ days, from, to }],
})
const LINES = [
  aLine({ kind: 'listening', hours: 'always' }),
  aLine({ name: 'Shout', phone: null, text_to: '85258', text_word: 'SHOUT', hours: on([2], '18:00', '22:00') }),
  aLine({ name: 'Men', kind: 'abuse', phone: '0808 801 0327', hours: on([1, 2, 3, 4, 5], '09:00', '17:00') }),
  aLine({ name: 'Refuge', kind: 'abuse', phone: '0808 2000 247', hours: 'always' }),
  aLine({ name: 'NHS 111', kind: 'health', phone: '111', hours: 'always' }),
  aLine({ country: 'DE', name: 'TelefonSeelsorge', kind: 'listening', phone: '0800 111 0 111', languages: ['de'] }),
]

async function show(care: Partial<Care>, { onClose }: { onClose?: () => void } = {}) {
  await open('/about', { size: { width: 320, height: 700 } })
  await cleanup()
  const client = new QueryClient()
  client.setQueryData(viewerQuery.queryKey, null)
  client.setQueryData(communityQuery.queryKey, aPlace())
  client.setQueryData(helpLinesQuery().queryKey, { items: LINES })
  const whole: Care = { level: 'panel', now: false, swallowed: false, kind: 'self', language: 'en', ...care }
  const Panel = () => (
    <main>
      <CarePanel care={whole} {...(onClose && { onClose })} />
    </main>
  )
  const router = createRouter({ routeTree: createRootRoute({ component: Panel, notFoundComponent: Panel }) })
  await render(
    <QueryClientProvider client={client}>
      <Reader>
        <RouterProvider router={router as never} />
      </Reader>
    </QueryClientProvider>,
  )
}

// the toasts are a region, too
const region = page.getByRole('region', { name: /^(?!Notifications)/ })
const link = (name: string | RegExp) => page.getByRole('link', { name })

test('where a life is at stake, the emergency number of the country stands first and largest', async () => {
  await show({ now: true, swallowed: true, kind: 'health' })
  await expect.element(region).toHaveAccessibleName('Call now. Stay with them.')
  const number = link('Call 999')
  await expect.element(number).toHaveAttribute('href', 'tel:999')
  expect(page.getByRole('link').elements()[0]).toBe(number.element())
  const heights = page
    .getByRole('link')
    .elements()
    .map((one) => one.getBoundingClientRect().height)
  expect(Math.max(...heights)).toBe(number.element().getBoundingClientRect().height)
  await expect.element(region).toMatchTextContent('Put the phone on speaker. They tell you what to do.')
  await expect.element(page.getByRole('heading', { name: 'Something was swallowed?' })).toBeVisible()
  await expect.element(link(/^Call NHS 111/).first()).toHaveAttribute('href', 'tel:111')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('where nothing was swallowed, no line for poison stands between the emergency number and the others', async () => {
  await show({ now: true, kind: 'health' })
  await expect.element(link('Call 999')).toBeVisible()
  await expect.element(link(/^Call NHS 111/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Something was swallowed?' })).not.toBeInTheDocument()
})

test('one line to call and one to write to stand in view, the rest under "More lines"', async () => {
  await show({})
  await expect.element(link(/^Call Samaritans/)).toBeVisible()
  const write = link(/Text SHOUT to 85258$/)
  await expect.element(write).toHaveAttribute('href', 'sms:85258?&body=SHOUT')
  expect(write.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await expect.element(link(/^Call Refuge/)).not.toBeInTheDocument()
  await userEvent.click(page.getByText('More lines'))
  await expect.element(link(/^Call Refuge/)).toBeVisible()
})

test('a line says whether it is open, and until when', async () => {
  await show({ kind: 'partner' })
  // the line for men is shut in the evening
  await expect.element(link(/^Call Refuge/)).toBeVisible()
  await expect.element(link(/^Call Men/)).not.toBeInTheDocument()
  await userEvent.click(page.getByText('More lines'))
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(item('Refuge')).toMatchTextContent('Open day and night')
  await expect.element(item('Shout')).toMatchTextContent('Open now, until 22:00')
  await expect.element(item('Men')).toMatchTextContent('Shut now, opens Wed')
})

test('for a way of speaking there is one quiet line, which opens the panel by keyboard', async () => {
  await show({ level: 'line' })
  await expect.element(page.getByText('If this is not a way of speaking: here is who listens.')).toBeVisible()
  await expect.element(region).not.toBeInTheDocument()
  await expect.element(link(/^Help lines/)).toHaveAttribute('href', '/help-lines')
  page.getByRole('button', { name: 'Show who listens' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'You do not have to carry this alone' })).toHaveFocus()
  await expect.element(link(/^Call Samaritans/)).toBeVisible()
})

test.each([
  ['de', 'Du musst das nicht allein tragen', 'In deinem Land kennen wir keine Nummer, bei der man Deutsch spricht.'],
  ['es', 'No tienes que cargar con esto solo', 'En tu país no conocemos ningún teléfono que atienda en español.'],
  ['fr', 'Tu n’as pas à porter cela seul', 'Dans ton pays, nous ne connaissons aucun numéro où l’on parle français.'],
  ['pl', 'Nie musisz dźwigać tego sam', 'W twoim kraju nie znamy numeru, pod którym rozmawia się po polsku.'],
] as const)('a text in the language "%s" is answered in it', async (language, title, none) => {
  await show({ language }, { onClose: () => {} })
  await expect.element(region).toHaveAccessibleName(title)
  await expect.element(region).toHaveAttribute('lang', language)
  await expect.element(region).toMatchTextContent(none)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
