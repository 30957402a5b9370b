/**
 * Pods, their members and their messages: a few pods have most of the messages. The counters of members and messages match
 * the rows.
 */
import { MEETING_FREQUENCIES, POD } from '#contract/words.ts'
import { FIRST_DAY, LAST_DAY, LOGINS, type Plan } from './plan.ts'
import { makeRandom, mixed, spread, strideOf } from './random.ts'
import { lastCheckIns, roundTables } from './rounds.ts'
import { at, ids, line, type Table } from './rows.ts'
import { makeTitle } from './words.ts'

/** How many pods each member who can sign in has created. */
const PODS_PER_LOGIN = 4
const HOUR = 3600_000
const DAY = 24 * HOUR
const STREAM = { pod: 21, words: 22, who: 23, name: 24 }

export interface Pods {
  creator: Uint32Array
  capacity: Uint8Array
  size: Uint8Array
  messages: Uint32Array
}

/** Yields the tables so that every row comes after the rows that it refers to. */
export function* podTables(plan: Plan): Generator<Table> {
  const { pods = 0, messages = 0 } = plan.amounts
  if (pods === 0) return
  const made = planOf(plan, pods, messages)
  yield { name: 'pods', columns: POD_ROW, lines: podRows(plan, made) }
  yield { name: 'pod_members', columns: 'pod_id, user_id, joined_at', lines: memberRows(plan, made) }
  yield { name: 'topics', columns: 'topic, seq', lines: topicRows(plan, made) }
  yield {
    name: 'pod_messages',
    columns: 'id, pod_id, user_id, content, seq, created_at',
    lines: messageRows(plan, made),
  }
  yield { name: 'facts', columns: 'kind, actor_id, data, created_at', lines: factRows(plan, made) }
  yield* roundTables(plan, made)
}

function planOf({ key, amounts }: Plan, count: number, messages: number): Pods {
  const random = makeRandom(key.seed, key.run, STREAM.pod)
  const made: Pods = {
    creator: new Uint32Array(count),
    capacity: new Uint8Array(count),
    size: new Uint8Array(count),
    messages: spread(messages, count),
  }
  const logins = Math.min(LOGINS, amounts.members)
  for (let pod = 0; pod < count; pod++) {
    const { min, max } = POD.capacity
    const capacity = min + Math.floor((max - min + 1) * random())
    const randomMember = Math.floor(amounts.members * random())
    made.capacity[pod] = capacity
    made.creator[pod] = pod < logins * PODS_PER_LOGIN ? pod % logins : randomMember
    made.size[pod] = Math.min(amounts.members, 1 + Math.floor(capacity * random()))
  }
  return made
}

const createdAt = ({ key }: Plan, pod: number) =>
  FIRST_DAY + (mixed([key.seed, key.run, STREAM.pod, pod]) / 2 ** 32) * (LAST_DAY - FIRST_DAY - 30 * DAY)

/** The first member is the creator; all members are different. */
export const memberAt = ({ amounts: { members } }: Plan, { creator }: Pods, pod: number, place: number) =>
  (creator[pod]! + place * strideOf(members)) % members
export const joinedPodAt = (plan: Plan, pod: number, place: number) => createdAt(plan, pod) + place * HOUR

/** The messages of a pod are spread evenly from one day after it was created to the last day. */
function sentAt(plan: Plan, pod: number, place: number, of: number): number {
  const from = createdAt(plan, pod) + DAY
  return from + ((place + 1) / (of + 1)) * (LAST_DAY - from)
}

const POD_ROW =
  'id, name, description, capacity, current_members, creator_id, is_private, meeting_frequency, last_activity_at, created_at'
function* podRows(plan: Plan, made: Pods): Generator<string> {
  const { creator, capacity, size, messages } = made
  const checkedIn = lastCheckIns(plan, made)
  const [id, user, random] = [ids(plan, 'pod'), ids(plan, 'user'), makeRandom(plan.key.seed, plan.key.run, STREAM.name)]
  const { run } = plan.key
  for (let pod = 0; pod < size.length; pod++) {
    // words contain no digits, so that names are distinct across runs
    const number = run === 1 ? `${pod + 1}` : `${pod + 1}r${run}`
    const name = `${makeTitle(random)
      .slice(0, POD.name.max - 1 - number.length)
      .trim()} ${number}`
    const often = MEETING_FREQUENCIES[Math.floor(random() * (MEETING_FREQUENCIES.length + 1))] ?? null
    const [then, messageCount] = [createdAt(plan, pod), messages[pod]!]
    const last =
      messageCount > 0 ? sentAt(plan, pod, messageCount - 1, messageCount) : joinedPodAt(plan, pod, size[pod]! - 1)
    yield line(
      ...[
        id(pod),
        name,
        `${makeTitle(random)}. ${makeTitle(random)}.`,
        capacity[pod]!,
        size[pod]!,
        user(creator[pod]!),
      ],
      ...[random() < 0.4 ? 't' : 'f', often, at(Math.max(last, checkedIn[pod]!)), at(then)],
    )
  }
}

function* memberRows(plan: Plan, made: Pods): Generator<string> {
  const [id, user] = [ids(plan, 'pod'), ids(plan, 'user')]
  for (let pod = 0; pod < made.size.length; pod++)
    for (let place = 0; place < made.size[pod]!; place++)
      yield line(id(pod), user(memberAt(plan, made, pod, place)), at(joinedPodAt(plan, pod, place)))
}

function* topicRows(plan: Plan, { messages }: Pods): Generator<string> {
  const id = ids(plan, 'pod')
  for (let pod = 0; pod < messages.length; pod++) if (messages[pod]! > 0) yield line(`pod:${id(pod)}`, messages[pod]!)
}

/** The messages of each pod in order: the ordinal among all messages, and the author. */
function* messagesOf(plan: Plan, made: Pods) {
  const who = makeRandom(plan.key.seed, plan.key.run, STREAM.who)
  let ordinal = 0
  for (let pod = 0; pod < made.size.length; pod++) {
    const count = made.messages[pod]!
    for (let place = 0; place < count; place++) {
      const by = memberAt(plan, made, pod, Math.floor(who() * made.size[pod]!))
      yield { ordinal: ordinal++, pod, place, by, time: sentAt(plan, pod, place, count) }
    }
  }
}

function* messageRows(plan: Plan, made: Pods): Generator<string> {
  const [id, message, user] = [ids(plan, 'pod'), ids(plan, 'message'), ids(plan, 'user')]
  const random = makeRandom(plan.key.seed, plan.key.run, STREAM.words)
  for (const { ordinal, pod, place, by, time } of messagesOf(plan, made))
    yield line(message(ordinal), id(pod), user(by), `${makeTitle(random)}.`, place + 1, at(time))
}

/** The facts that the operations would have written. */
function* factRows(plan: Plan, made: Pods): Generator<string> {
  const [id, message, user] = [ids(plan, 'pod'), ids(plan, 'message'), ids(plan, 'user')]
  for (let pod = 0; pod < made.size.length; pod++) {
    const data = `{"pod_id":"${id(pod)}"}`
    for (let place = 0; place < made.size[pod]!; place++) {
      const kind = place === 0 ? 'pod.created' : 'pod.joined'
      yield line(kind, user(memberAt(plan, made, pod, place)), data, at(joinedPodAt(plan, pod, place)))
    }
  }
  for (const { ordinal, pod, by, time } of messagesOf(plan, made)) {
    const data = `{"room":"pod","room_id":"${id(pod)}","message_id":"${message(ordinal)}"}`
    yield line('message.sent', user(by), data, at(time))
  }
}
