import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ForgotScreen } from '../account/account.tsx'

export const Route = createFileRoute('/forgot')({
  head: ({ match }) => ({
    meta: [{ title: `Forgot password? - ${match.context.place?.brand.name}` }, { name: 'robots', content: 'noindex' }],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: ForgotScreen,
})
