/** The viewer's own profile; a visitor is asked to sign in. */
import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ProfileScreen } from '../account/account.tsx'

export const Route = createFileRoute('/profile')({
  head: ({ match }) => ({
    meta: [{ title: `Profile - ${match.context.place?.brand.name}` }, { name: 'robots', content: 'noindex' }],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: ProfileScreen,
})
