/**
 * What was said in a pod that has ended, as one text for a member: its check-ins and its messages, as he may read them. It is
 * read page by page with the same functions as the screens, so it holds no private line of anyone else.
 */
import { sql } from 'kysely'
import type { Message } from '#contract/chat.ts'
import { OUTCOME_WORDS } from '#contract/round-words.ts'
import type { CheckIn, Commitment, Round } from '#contract/rounds.ts'
import { SAY_SEASON } from '#contract/season-words.ts'
import { seasonFaults } from '#contract/seasons.ts'
import { listMessages } from '../chat/chat.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { isInPod, listRounds } from '../rounds/rounds.ts'

interface PodText {
  /** of the file */
  name: string
  text: AsyncGenerator<string>
}

/** Throws if the member is not in the pod, or if it has not ended. The text is read while it is sent. */
export async function podText(ctx: Ctx, pod_id: string): Promise<PodText> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEASON.signIn)
  const { rows } = await sql<{ name: string; slug: string; ended_at: Date }>`
    select p.name, p.slug, p.ended_at from pods p
    where p.id = ${pod_id}::uuid and p.status = 'ended' and ${isInPod(pod_id, viewer)}`.execute(ctx.db)
  const pod = rows[0] ?? refuse(seasonFaults.notFound)
  return { name: `${pod.slug}.txt`, text: pieces(ctx, pod_id, pod) }
}

async function* pieces(ctx: Ctx, pod_id: string, { name, ended_at }: { name: string; ended_at: Date }) {
  yield `${name}\n\nWhat you said to each other until ${dayOf(ended_at)}. Times are in UTC.\n`
  let isFirst = true
  for (let after: string | null | undefined; after !== null; ) {
    const { items, next } = await listRounds(ctx, { pod_id, ...(after ? { after } : {}) })
    if (items.length > 0) yield `${isFirst ? '\n\nROUNDS, the latest first\n' : ''}${items.map(roundText).join('')}`
    isFirst = false
    after = next
  }
  yield '\n\nTHE CONVERSATION\n'
  for (let after: string | null = '0'; after !== null; ) {
    const { items, later } = await listMessages(ctx, { room: 'pod', room_id: pod_id, after })
    // what a recap says stands above, with its round
    yield items
      .filter(({ round_id }) => round_id === null)
      .map(messageText)
      .join('')
    after = later
  }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')
/** Of what a member wrote: without characters that turn the direction of text or are not shown, and with each line indented. */
const indented = (words: string, by = '  ') =>
  words.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '').replaceAll(/^/gm, by)
const nameOf = (user: Message['user']) => (user ? (user.display_name ?? user.username) : 'A dad who has left')

const messageText = ({ user, content, created_at }: Message) =>
  `\n${minuteOf(created_at)}  ${nameOf(user)}\n${indented(content)}\n`

const roundText = ({ number, opens_at, check_ins }: Round) =>
  `\nRound ${number}, ${dayOf(opens_at)}\n${check_ins.map(checkInText).join('')}`

/** About the commitment of the last round if the reader sees it, otherwise about the time since then, as on the screen. */
const outcomeText = ({ outcome, about }: CheckIn) =>
  OUTCOME_WORDS[outcome][about === null ? 'time' : 'commitment'].toLowerCase()
const commitmentText = ({ cue, action }: Commitment) => (cue === null ? action : `If ${cue}, then ${action}`)

function checkInText(checkIn: CheckIn): string {
  const { user, win, struggle, ask, commitment } = checkIn
  const lines = [
    ['Win', win],
    ['Struggle', struggle],
    ['Ask', ask],
    ['Until the next round', commitment && commitmentText(commitment)],
  ].flatMap(([name, words]) => (words ? [`  ${name}: ${indented(words, '    ').trimStart()}\n`] : []))
  return `${nameOf(user)}: ${outcomeText(checkIn)}\n${lines.join('')}`
}
