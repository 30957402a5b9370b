/** Who mails come from, and who gets those about trouble. */
import type { Kysely } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import { type Finding, good, listWords, look, wrong } from './finding.ts'

/** A name without a dot, and the ends that no site on the internet has (RFC 6761, RFC 6762, and that of private networks). */
const NO_SITE = /^[^.]*$|\.(?:localhost|local|localdomain|internal|lan|invalid)$/

/** Without a mail server, mails are files on this machine. */
export function checkSender({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Finding[] {
  const address = /([^\s<>]+)>?$/.exec(mailFrom)?.[1] ?? mailFrom
  const domain = address.replace(/^.*@/, '').toLowerCase()
  if (!smtpUrl || !NO_SITE.test(domain)) return []
  return [
    wrong(
      `Mails are sent from ${address}, which is an address of no site: other mail servers refuse them, or put them into the folder for spam. Set MAIL_FROM='Dads of Example <dads@dads.example>' with an address of your own domain, and restart.`,
    ),
  ]
}

/** `recipients`: reads to whom the program mails what is wrong. */
export async function checkRecipients(
  { alerts }: Pick<Config, 'alerts'>,
  recipients: (db: Kysely<DB>) => Promise<string[]>,
  db: Kysely<DB>,
): Promise<Finding> {
  if (!alerts) return look('Nobody gets mails about trouble, because of ALERT_MAIL_TO=off.')
  const addresses = await recipients(db)
  if (addresses.length === 0)
    return look(
      'Nobody gets mails about trouble: there is no administrator with a verified address. Make somebody one (npm run admin -- EMAIL), let him open the link in the mail that verifies his address, or set ALERT_MAIL_TO and restart.',
    )
  return good(`Mails about trouble go to ${listWords(addresses.map(shortened))}.`)
}

/** What the doctor says ends up in logs: "c…@example.org". */
const shortened = (address: string) => address.replace(/^(.).*@/, '$1…@')
