/**
 * What was said in a pod, as one text: for the members of a pod that has ended, and for a man who was removed because the pod had
 * heard nothing of him, until the moment when he left. It holds check-ins and messages as he may read them. It is read page by
 * page with the functions of the rooms, so it holds no private line of anyone else.
 */
import { sql } from 'kysely'
import type { Message } from '#contract/chat.ts'
import type { PageOf } from '#contract/kernel.ts'
import { isNameless, SAY_NOTES } from '#contract/note-words.ts'
import { commitmentWords, OUTCOME_WORDS } from '#contract/round-words.ts'
import type { CheckIn } from '#contract/rounds.ts'
import { SAY_SEASON } from '#contract/season-words.ts'
import { seasonFaults } from '#contract/seasons.ts'
import { listMessages, listMessagesOfFormer } from '../chat/chat.ts'
import { type Ctx, mustBeMember } from '../kernel/ctx.ts'
import { refuse } from '../kernel/refuse.ts'
import { leftAtColumn, mayReadAsFormer } from '../pods/pods.ts'
import { type ClosedRound, isInPod, listRounds, listRoundsOfFormer } from '../rounds/rounds.ts'

interface PodText {
  /** of the file */
  name: string
  text: AsyncGenerator<string>
}

/** Where the text comes from. Each page asks again whether the reader may read it. */
interface Source {
  rounds: (after: string | null) => Promise<PageOf<ClosedRound>>
  messages: (after: string) => Promise<PageOf<Message>>
}

/** Throws if the viewer is not in the pod, or if it has not ended, unless he still reads it. The text is read while it is sent. */
export async function podText(ctx: Ctx, pod_id: string): Promise<PodText> {
  const { id: viewer } = mustBeMember(ctx, SAY_SEASON.signIn)
  const isIn = isInPod(pod_id, viewer)
  const { rows } = await sql<{ name: string; slug: string; is_in: boolean; said_until: Date }>`
    select p.name, p.slug, ${isIn} as is_in,
      case when ${isIn} then p.ended_at else ${leftAtColumn(sql`p.id`, viewer)} end as said_until
    from pods p where p.id = ${pod_id}::uuid
      and ((p.status = 'ended' and ${isIn}) or (not ${isIn} and ${mayReadAsFormer(sql`p.id`, viewer, sql`'-infinity'`)}))`.execute(
    ctx.db,
  )
  const pod = rows[0] ?? refuse(seasonFaults.notFound)
  const source = pod.is_in ? memberSource(ctx, pod_id) : formerSource(ctx, pod_id)
  return { name: `${pod.slug}.txt`, text: pieces(source, pod) }
}

const memberSource = (ctx: Ctx, pod_id: string): Source => ({
  rounds: (after) => listRounds(ctx, { pod_id, ...(after === null ? {} : { after }) }),
  async messages(after) {
    const { items, later } = await listMessages(ctx, { room: 'pod', room_id: pod_id, after })
    return { items, next: later }
  },
})

const formerSource = (ctx: Ctx, pod_id: string): Source => ({
  rounds: (after) => listRoundsOfFormer(ctx, { pod_id, ...(after === null ? {} : { after }) }),
  messages: (after) => listMessagesOfFormer(ctx, pod_id, Number(after)),
})

async function* pieces({ rounds, messages }: Source, { name, said_until }: { name: string; said_until: Date }) {
  yield `${name}\n\nWhat you said to each other until ${dayOf(said_until)}. Times are in UTC.\n`
  let isFirst = true
  for (let after: string | null | undefined; after !== null; ) {
    const { items, next } = await rounds(after ?? null)
    if (items.length > 0) yield `${isFirst ? '\n\nROUNDS, the latest first\n' : ''}${items.map(roundText).join('')}`
    isFirst = false
    after = next
  }
  yield '\n\nTHE CONVERSATION\n'
  for (let after: string | null = '0'; after !== null; ) {
    const { items, next } = await messages(after)
    // what a recap says stands above, with its round
    yield items
      .filter(({ round_id }) => round_id === null)
      .map(messageText)
      .join('')
    after = next
  }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const minuteOf = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')
/** Of what a member wrote: without characters that turn the direction of text or are not shown, and with each line indented. */
const indented = (words: string, by = '  ') =>
  words.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '').replaceAll(/^/gm, by)
const nameOf = (user: Message['user']) => (user ? (user.display_name ?? user.username) : 'A dad who has left')

function messageText({ user, note, content, created_at }: Message): string {
  if (!note) return `\n${minuteOf(created_at)}  ${nameOf(user)}\n${indented(content)}\n`
  const words = isNameless(note) ? SAY_NOTES.ended : `${nameOf(note.by)} ${content}`
  return `\n${minuteOf(created_at)}  ${words}\n`
}

const roundText = ({ number, opens_at, check_ins }: ClosedRound) =>
  `\nRound ${number}, ${dayOf(opens_at)}\n${check_ins.map(checkInText).join('')}`

/** About the commitment of the last round if the reader sees it, otherwise about the time since then, as on the screen. */
const outcomeText = ({ outcome, about }: CheckIn) =>
  OUTCOME_WORDS[outcome][about === null ? 'time' : 'commitment'].toLowerCase()

/** Marks the reader's own private lines: he may give the file to somebody else. */
const markOf = (key: string, private_lines: readonly string[]) =>
  private_lines.includes(key) ? ' (only you read this)' : ''

function checkInText(checkIn: CheckIn): string {
  const { user, win, struggle, ask, taking, commitment, private_lines } = checkIn
  const lines = [
    ['win', 'Win', win],
    ['struggle', 'Struggle', struggle],
    ['ask', 'Ask', ask],
    ['taking', 'Taken by', taking && [nameOf(taking.user), taking.words].filter(Boolean).join(': ')],
    ['commitment', 'Until the next round', commitment && commitmentWords(commitment)],
  ].flatMap(([key, name, words]) =>
    words ? [`  ${name}${markOf(key!, private_lines)}: ${indented(words, '    ').trimStart()}\n`] : [],
  )
  return `${nameOf(user)}: ${outcomeText(checkIn)}\n${lines.join('')}`
}
