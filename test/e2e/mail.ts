/** Reads the mails that the program wrote to its outbox. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { until } from '#test/client.ts'
import type { Instance } from './server.ts'

export type Kind =
  | 'verify'
  | 'reset'
  | 'already-registered'
  | 'password-changed'
  | 'new-device'
  | 'pod-request-approved'
  | 'pod-handed-over'
  | 'confirm-email'
  | 'check-in-open'
  | 'recap'
  | 'round-write'
  | 'round-place-kept'
  | 'season-asked'
  | 'rhythm-changed'
  | 'rounds-ending'

/** The link in the newest mail of this kind to this address, after this many have arrived. */
export async function mailedLink({ outbox }: Instance, kind: Kind, to: string, count = 1, link = /https?:\/\/\S+/) {
  const newest = await until(`${count} mails of the kind ${kind} have come to ${to}`, async () => {
    const names = existsSync(outbox) ? await readdir(outbox) : []
    return names
      .filter((name) => name.endsWith(`-${kind}-${to}.eml`))
      .sort()
      .at(count - 1)
  })
  const { text = '' } = await PostalMime.parse(await readFile(join(outbox, newest)))
  const found = link.exec(text)?.[0]
  if (!found) throw new Error(`The mail ${newest} has no such link`)
  return found
}
