/** The viewer's own profile; a visitor is asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ProfileScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/profile')({
  head: ({ match }) => ({
    meta: headOf(match.context.place, { title: 'Profile', hidden: true }).meta,
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: ProfileScreen,
})
