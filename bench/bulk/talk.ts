/** The messages of members in networks: a few networks have most of them. */
import { FIRST_DAY, LAST_DAY, type Plan } from './plan.ts'
import { makeRandom, spread } from './random.ts'
import { at, ids, line, type Table } from './rows.ts'
import { makeTitle } from './words.ts'

const PART = { words: 31, who: 32 }

/** In an order in which every row comes after the rows that it refers to. */
export function* talkTables(plan: Plan): Generator<Table> {
  const { talk = 0 } = plan.amounts
  if (talk === 0) return
  const said = saidIn(plan, talk)
  yield { name: 'topics', columns: 'topic, seq', lines: topicRows(plan, said) }
  yield {
    name: 'group_messages',
    columns: 'id, group_id, user_id, content, seq, created_at, updated_at',
    lines: messageRows(plan, said),
  }
  yield { name: 'facts', columns: 'kind, actor_id, data, created_at', lines: factRows(plan, said) }
}

/** Per network; a network without members has no messages. */
function saidIn({ amounts, groups }: Plan, talk: number): Uint32Array {
  const said = spread(talk, amounts.groups)
  const [first] = [...said.keys()].filter((group) => groups.size[group]! > 0)
  for (const [group, count] of said.entries()) {
    if (groups.size[group]! > 0 || first === undefined) continue
    said[first]! += count
    said[group] = 0
  }
  return said
}

function* topicRows(plan: Plan, said: Uint32Array): Generator<string> {
  const id = ids(plan, 'group')
  for (const [group, count] of said.entries()) if (count > 0) yield line(`group:${id(group)}`, count)
}

/** The messages of each network in order: the ordinal among all messages, and the author. Evenly spread up to the last day. */
function* messagesOf({ key, memberships }: Plan, said: Uint32Array) {
  const who = makeRandom(key.seed, key.run, PART.who)
  let ordinal = 0
  for (const [group, count] of said.entries()) {
    const [from, to] = [memberships.from[group]!, memberships.from[group + 1]!]
    for (let place = 0; place < count; place++) {
      const by = memberships.member[from + Math.floor(who() * (to - from))]!
      yield {
        ordinal: ordinal++,
        group,
        place,
        by,
        time: FIRST_DAY + ((place + 1) / (count + 1)) * (LAST_DAY - FIRST_DAY),
      }
    }
  }
}

function* messageRows(plan: Plan, said: Uint32Array): Generator<string> {
  const [id, group, user] = [ids(plan, 'talk'), ids(plan, 'group'), ids(plan, 'user')]
  const random = makeRandom(plan.key.seed, plan.key.run, PART.words)
  for (const { ordinal, group: of, place, by, time } of messagesOf(plan, said))
    yield line(id(ordinal), group(of), user(by), `${makeTitle(random)}.`, place + 1, at(time), at(time))
}

/** The facts that the operations would have written. */
function* factRows(plan: Plan, said: Uint32Array): Generator<string> {
  const [id, group, user] = [ids(plan, 'talk'), ids(plan, 'group'), ids(plan, 'user')]
  for (const { ordinal, group: of, by, time } of messagesOf(plan, said)) {
    const data = `{"room":"group","room_id":"${group(of)}","message_id":"${id(ordinal)}"}`
    yield line('message.sent', user(by), data, at(time))
  }
}
