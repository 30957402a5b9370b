/** The viewer's account and its security. Visitors are asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { devicesQuery, noticesQuery } from '../account/account.ts'
import { SettingsScreen } from '../account/account.tsx'
import { standingQuery } from '../assistant/assistant.ts'
import { QuotableSetting } from '../assistant/assistant.tsx'
import { blocksQuery } from '../blocks/blocks.ts'
import { BlockedMembers } from '../blocks/blocks.tsx'
import { calendarFeedQuery } from '../events/events.ts'
import { CalendarFeed } from '../events/events.tsx'
import { headOf } from '../kernel/head.ts'
import { Part } from '../ui/part.tsx'

export const Route = createFileRoute('/settings')({
  // never throws: a list that did not load shows its own error
  loader: async ({ context: { queryClient, viewer } }) => {
    if (viewer)
      await Promise.all([
        queryClient.prefetchQuery(devicesQuery()),
        queryClient.prefetchQuery(noticesQuery()),
        queryClient.prefetchQuery(calendarFeedQuery()),
        queryClient.prefetchQuery(standingQuery()),
        queryClient.prefetchInfiniteQuery(blocksQuery()),
      ])
  },
  head: ({ match }) => ({
    meta: headOf(match.context.place, { title: 'Settings', hidden: true }).meta,
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: Page,
})

function Page() {
  return (
    <SettingsScreen>
      <Part>
        <CalendarFeed />
      </Part>
      <Part>
        <QuotableSetting />
      </Part>
      <Part>
        <BlockedMembers />
      </Part>
    </SettingsScreen>
  )
}
