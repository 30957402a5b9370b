/** The mails to the operator about what the doctor finds wrong. */
import { oneLine } from '#contract/names.ts'
import type { Mail } from '../jobs/jobs.ts'
import type { News, Trouble } from './troubles.ts'

const REASON = 'You get this because you look after this site (ALERT_MAIL_TO).'

const minuteWords = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const begunWords = ({ wrongSince, sentences }: Trouble) => [`Since ${minuteWords(wrongSince!)}:`, ...sentences]
const overWords = ({ wellSince, sentences }: Trouble) => [`Well since ${minuteWords(wellSince!)}:`, ...sentences]

/** `name`: that of the site, `site`: its address, null if it has none. */
export function troubleMail(
  { name, site }: { name: string; site: string | null },
  { begun, over, still }: News,
): Omit<Mail, 'to'> {
  const where = site ? `${name} at ${site}` : name
  const stillWords = still.length > 0 ? ['This was told before, and is still wrong:', ...still.flatMap(begunWords)] : []
  const overPart = over.length > 0 ? ['This was wrong, and is well again:', ...over.flatMap(overWords)] : []
  if (begun.length > 0)
    return {
      kind: 'trouble',
      subject: oneLine(`Something is wrong with ${where}`),
      paragraphs: [
        `The doctor of ${where} has found this wrong for fifteen minutes:`,
        ...begun.flatMap(begunWords),
        ...stillWords,
        ...overPart,
        'Run the doctor for everything that it knows: fatherkin doctor if you have the service, npm run doctor otherwise. You get one more mail when this is over.',
      ],
      reason: REASON,
    }
  return {
    kind: 'well',
    subject: oneLine(`${still.length > 0 ? 'Something' : 'All'} is well again with ${where}`),
    paragraphs: [...overPart, ...stillWords],
    reason: REASON,
  }
}
