/** Work behind the pages: jobs, mails, and the readers of facts. */
import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { MailPort } from '../jobs/jobs.ts'
import { jobFigures } from '../jobs/jobs.ts'
import { parkedFacts, readerDelays } from '../stream/stream.ts'
import { durationWords, type Finding, good, look, reasonOf, wrong } from './finding.ts'

/** In seconds. Thousands of notices at once take a quarter of an hour (decision 052). */
const JOB_SECONDS = { look: 900, wrong: 3600 }
/** In seconds. A reader reads every half a second. */
const READER_SECONDS = 60

export async function checkJobs(db: Kysely<DB>): Promise<Finding[]> {
  const { due, dead, oldest_seconds } = await jobFigures(db)
  const waiting = `The oldest of ${due} due jobs waits for ${durationWords(oldest_seconds)}`
  const findings =
    oldest_seconds > JOB_SECONDS.wrong
      ? [wrong(`${waiting}. Is the program running, and does the mail server answer?`)]
      : oldest_seconds > JOB_SECONDS.look
        ? [look(`${waiting}.`)]
        : [good('No job waits for long.')]
  if (dead > 0)
    findings.push(
      look(`Jobs that have failed for good: ${dead}. They are deleted after a week. The log says why each failed.`),
    )
  return findings
}

export async function checkReaders(db: Kysely<DB>, names: readonly string[]): Promise<Finding[]> {
  const behind = (await readerDelays(db, names)).filter(({ delay_seconds }) => delay_seconds > READER_SECONDS)
  const findings = behind.map(({ name, delay_seconds }) =>
    wrong(`The reader ${name} is ${durationWords(delay_seconds)} behind. Is the program running? The log says why.`),
  )
  const parked = await parkedFacts(db)
  if (parked > 0)
    findings.push(look(`Facts that are parked, because reading them always failed: ${parked}. The log says why.`))
  return findings.length > 0 ? findings : [good('The readers of facts keep up.')]
}

export interface FollowedMail {
  to: string
  /** Asks the operator for the number in the mail, and returns what he types; null: nobody can be asked */
  readNumber: (() => Promise<string>) | null
}

/** With `follow` it sends one mail, and follows it until it has arrived. */
export async function checkMail(mail: MailPort, hasServer: boolean, follow: FollowedMail | null): Promise<Finding[]> {
  if (!hasServer)
    return [look('There is no mail server (SMTP_URL): mails are files in the outbox, and members get none.')]
  try {
    await mail.check()
  } catch (error) {
    return [wrong(`The mail server does not accept the program (${reasonOf(error)}). Check SMTP_URL.`)]
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
        `The mail server did not take the mail (${reasonOf(error)}). Check MAIL_FROM, and whether it may send there.`,
      ),
    ]
  }
  return [good('The mail server took a mail.'), await arrival(number, follow)]
}

const IF_LOST = 'Look into the folder for spam, and check SPF and DKIM of your domain.'

async function arrival(number: string, { readNumber }: FollowedMail): Promise<Finding> {
  if (!readNumber) return look(`Look whether the mail arrives. If it does not: ${IF_LOST}`)
  const from = Date.now()
  const typed = (await readNumber()).trim()
  if (typed === number) return good(`The mail arrived within ${durationWords((Date.now() - from) / 1000)}.`)
  return wrong(typed ? `${typed} is not the number in the mail.` : `The mail did not arrive. ${IF_LOST}`)
}
