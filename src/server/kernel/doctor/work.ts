/** Work behind the pages: jobs, mails, and the readers of facts. */
import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { MailPort } from '../jobs/jobs.ts'
import { jobFigures } from '../jobs/jobs.ts'
import { parkedFacts, readerDelays } from '../stream/stream.ts'
import { amount, durationWords, type Finding, good, listWords, look, reasonOf, wrong } from './finding.ts'

/** In seconds. Thousands of notices at once take a quarter of an hour (decision 052). */
const JOB_SECONDS = { look: 900, wrong: 3600 }
/** In seconds. A reader reads every half a second. */
const READER_SECONDS = 60

export async function checkJobs(db: Kysely<DB>): Promise<Finding[]> {
  const { due, dead, oldest_seconds } = await jobFigures(db)
  const waiting = `Mails and other work of the program wait: ${amount(due, 'job')} due, the oldest for ${durationWords(oldest_seconds)}`
  const findings =
    oldest_seconds > JOB_SECONDS.wrong
      ? [wrong(`${waiting}. If the mail server answers, restart the program; its log says what failed.`)]
      : oldest_seconds > JOB_SECONDS.look
        ? [look(`${waiting}. After many rounds at once that is normal; if it grows, look into the log.`)]
        : [good('No mail waits for long.')]
  if (dead > 0)
    findings.push(
      look(
        `${amount(dead, 'job')} failed for good, such as a mail to an address that does not exist: nobody got it. The log says why, docs/alerts.md ("FatherkinJobsStuck") how to run it again. After a week it is deleted.`,
      ),
    )
  return findings
}

export async function checkReaders(db: Kysely<DB>, names: readonly string[]): Promise<Finding[]> {
  const behind = (await readerDelays(db, names)).filter(({ delay_seconds }) => delay_seconds > READER_SECONDS)
  const findings = behind.length > 0 ? [lateReaders(behind)] : []
  const parked = await parkedFacts(db)
  if (parked > 0)
    findings.push(
      look(
        `What follows from ${amount(parked, 'action')} of members was given up, such as a mail that could not be written. Nothing else waits for it. Report the line "a fact is parked: it always fails" of the log as an issue.`,
      ),
    )
  return findings.length > 0
    ? findings
    : [good('Mails, search and the log of administrators follow at once what members do.')]
}

/** One sentence: several are late from the same cause. */
function lateReaders(behind: { name: string; delay_seconds: number }[]): Finding {
  const longest = Math.max(...behind.map(({ delay_seconds }) => delay_seconds))
  const names = listWords(behind.map(({ name }) => name))
  return wrong(
    `What follows from the actions of members is up to ${durationWords(longest)} late (${names}; docs/alerts.md, "FatherkinReaderBehind", says what they miss). Restart the program; if it stays late, its log says why.`,
  )
}

export interface FollowedMail {
  to: string
  /** Asks the operator for the number in the mail, and returns what he types; null: nobody can be asked */
  readNumber: (() => Promise<string>) | null
}

/** With `follow` it sends one mail, and follows it until it has arrived. */
export async function checkMail(
  mail: MailPort,
  smtpUrl: string | null,
  follow: FollowedMail | null,
): Promise<Finding[]> {
  if (!smtpUrl)
    return [
      look(
        'There is no mail server: members get no mail, and cannot confirm their addresses. Mails are files in OUTBOX_DIR. Set SMTP_URL, and restart.',
      ),
    ]
  try {
    await mail.check()
  } catch (error) {
    return [
      wrong(
        `The mail server ${serverOf(smtpUrl)} does not take mails from the program (${reasonOf(error)}): members get none, and new ones cannot sign in. Correct SMTP_URL and restart, or wait for the server.`,
      ),
    ]
  }
  if (!follow)
    return [good('The mail server accepts the program. With -- --mail-to ADDRESS the doctor sends one mail.')]
  const number = String(randomInt(100_000, 1_000_000))
  try {
    await mail.deliver({
      ...{ kind: 'doctor', to: follow.to, subject: 'A mail from the doctor' },
      paragraphs: ['This mail shows that your instance can send mails.', `The doctor asks for this number: ${number}`],
      reason: 'You get this because an operator of this site asked for it.',
    })
  } catch (error) {
    return [
      wrong(
        `The mail server did not take the mail (${reasonOf(error)}). Check whether MAIL_FROM may send by this server, and whether the address of the mail exists.`,
      ),
    ]
  }
  return [good('The mail server took a mail.'), await arrival(number, follow)]
}

/** Host and port alone: the rest may be a password. */
function serverOf(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}

const IF_LOST = 'look into the folder for spam, and check SPF and DKIM of your domain.'

async function arrival(number: string, { readNumber }: FollowedMail): Promise<Finding> {
  if (!readNumber) return look(`Look whether the mail arrives. If it does not, ${IF_LOST}`)
  const from = Date.now()
  const typed = (await readNumber()).trim()
  if (typed === number) return good(`The mail arrived within ${durationWords((Date.now() - from) / 1000)}.`)
  return wrong(
    typed
      ? `${typed} is not the number in the mail. Run the doctor again, and type that of its newest mail.`
      : `The mail did not arrive: ${IF_LOST}`,
  )
}
