import { createFileRoute } from '@tanstack/react-router'
import styles from '../account/account.css?url'
import { ForgotScreen } from '../account/account.tsx'
import { headOf } from '../kernel/head.ts'

export const Route = createFileRoute('/forgot')({
  head: ({ match }) => ({
    meta: headOf(match.context.place, { title: 'Forgot password?', hidden: true }).meta,
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: ForgotScreen,
})
