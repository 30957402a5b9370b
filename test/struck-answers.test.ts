/**
 * Guarantee 72: whatever members do while the assistant answers, and in whatever order, a stored answer quotes only what its
 * source contains and what its asker may see. A quotation that was taken back says why.
 */
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { runStriking, verifyAnswers } from '#server/assistant/assistant.ts'
import { noLive } from '#server/kernel/live/hub.ts'
import { runReaders } from '#server/kernel/stream/readers.ts'
import { readers } from '#server/reactions.ts'
import { administratorOf } from './administrator.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { type Quoted, storeAnswer, takeBack } from './stored-answers.ts'
import { type Made, makeWorld, type Network, type Person } from './world.ts'

const world = await makeWorld()
const { db } = world
const people = await world.members(10)
const admin = await administratorOf(world)

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1e6))
let state = seed
/** The same numbers for the same seed (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}
const below = (count: number) => Math.floor(random() * count)
const oneOf = <One>(list: readonly One[]) => list[below(list.length)]!

let words = 0
const sentence = () => `Try number ${++words} on the ${oneOf(['left', 'right', 'other'])} side.`

interface Written extends Made {
  by: Person
  sentences: string[]
  /** where it was written: for a comment, its post */
  post: Made
}
const posts: Written[] = []
const comments: Written[] = []
const networks: Network[] = []
const owner = new Map<string, Person>()
for (const person of people.slice(0, 3)) {
  const network = await world.publicNetwork({ members: people })
  await sql`update group_members set role = 'admin' where group_id = ${network.id} and user_id = ${person.id}`.execute(
    db,
  )
  networks.push(network)
  owner.set(network.id, person)
}

async function writePost(): Promise<void> {
  const by = oneOf(people)
  const sentences = [sentence(), sentence(), sentence()]
  const network = oneOf([null, null, ...networks])
  const { id: category_id } = await world.seeded('New Dads')
  const text = { type: 'text', title: 'Nights', content: sentences.join(' '), category_id } as const
  const { id } = await world.as(by).posts.createPost({ ...text, ...(network && { group_id: network.id }) })
  posts.push({ id, by, sentences, post: { id } })
}

async function writeComment(): Promise<void> {
  const [by, { post }] = [oneOf(people), oneOf(posts)]
  const sentences = [sentence(), sentence()]
  const { id } = await world.as(by).comments.createComment({ post_id: post.id, content: sentences.join('\n\n') })
  comments.push({ id, by, sentences, post })
}

/** Quotations that were read but are not in an answer yet: their source may change before the answer. */
const readBefore: Quoted[] = []

async function read(): Promise<void> {
  const isComment = random() < 0.6
  const { id, post } = oneOf(isComment ? comments : posts)
  const { rows } = await sql<{ content: string; revision: Date; author_id: string | null; group_id: string | null }>`
    select t.content, t.updated_at as revision, t.author_id, p.group_id
    from ${sql.table(isComment ? 'comments' : 'posts')} t join posts p on p.id = ${post.id} where t.id = ${id}`.execute(
    db,
  )
  const [found] = rows
  if (!found) return
  const { content, ...then } = found
  const [quote = ''] = oneOf([...content.matchAll(/try number.*?\./gi)])
  readBefore.push({ post, quote, read: then, ...(isComment && { comment: { id } }) })
}

async function answer(): Promise<void> {
  for (let n = 0; n < 3; n++) await read()
  const quotations = Array.from({ length: 1 + below(3) }, () =>
    readBefore.splice(random() < 0.7 ? -1 : below(readBefore.length), 1),
  )
  const found = quotations.flat()
  if (found.length > 0) await storeAnswer(world, oneOf(people), found)
}

/** Keeps some of the text and replaces some, sometimes with other capital letters. */
function changed(source: Written): string {
  const [first, ...rest] = source.sentences
  const kept = random() < 0.5 ? [sentence(), first!] : [first!, sentence()]
  source.sentences = [...(random() < 0.5 ? kept : [sentence()]), ...(random() < 0.6 ? rest : [])]
  const content = source.sentences.join(' ')
  return random() < 0.3 ? content.toUpperCase() : content
}

const blocked: { by: Person; id: string }[] = []
const removed: { kind: 'post' | 'comment'; id: string }[] = []
const OPERATIONS: [weight: number, operation: () => Promise<unknown>][] = [
  [24, answer],
  [
    18,
    () => {
      const post = oneOf(posts)
      return world.as(post.by).posts.editPost({ id: post.id, content: changed(post) })
    },
  ],
  [
    18,
    () => {
      const comment = oneOf(comments)
      return world.as(comment.by).comments.editComment({ id: comment.id, content: changed(comment) })
    },
  ],
  [6, writePost],
  [8, writeComment],
  [
    2,
    () => {
      const [post] = posts.splice(below(posts.length), 1)
      return world.as(post!.by).posts.deletePost({ id: post!.id })
    },
  ],
  [
    3,
    () => {
      const [comment] = comments.splice(below(comments.length), 1)
      return world.as(comment!.by).comments.deleteComment({ id: comment!.id })
    },
  ],
  [
    4,
    () => {
      const kind = oneOf(['post', 'comment'] as const)
      const { id } = oneOf(kind === 'post' ? posts : comments)
      removed.push({ kind, id })
      return world.as(admin).admin.removeThing({ kind, id, reason: 'Unkind.' })
    },
  ],
  [
    4,
    async () => {
      const [thing] = removed.splice(below(removed.length), 1)
      if (thing) await world.as(admin).admin.restoreThing(thing)
    },
  ],
  [
    4,
    () => {
      const [by, { id }] = [oneOf(people), oneOf(people)]
      blocked.push({ by, id })
      return world.as(by).blocks.blockMember({ user_id: id })
    },
  ],
  [
    4,
    async () => {
      const [pair] = blocked.splice(below(blocked.length), 1)
      if (pair) await world.as(pair.by).blocks.unblockMember({ user_id: pair.id })
    },
  ],
  [1, () => world.as(oneOf(people)).assistant.setQuotable({ is_quotable: false })],
  [6, () => world.as(oneOf(people)).assistant.setQuotable({ is_quotable: true })],
  [
    3,
    () => {
      const { id } = oneOf(networks)
      const wish = { group_id: id, is_quotable: random() < 0.7 }
      return world.as(owner.get(id)!).assistant.setGroupQuotable(wish)
    },
  ],
  [
    4,
    () => {
      const { id } = oneOf(networks)
      return world.as(owner.get(id)!).groups.editGroup({ id, is_public: random() < 0.8 })
    },
  ],
  [
    2,
    async () => {
      const by = world.as(oneOf(people)).assistant
      const { items } = await by.listQuestions({})
      if (items.length > 0) await by.deleteQuestion({ id: oneOf(items).id })
    },
  ],
]
const TICKETS = OPERATIONS.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation))

/**
 * The rooms' refusals of actions that came too late: the item does not exist any more, is not visible to him, or is removed.
 */
async function tried(operation: () => Promise<unknown>): Promise<void> {
  try {
    await operation()
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error
  }
}

interface Stands {
  question_id: string
  nth: number
  asker_id: string
  post_id: string
}

/**
 * Checks each remaining quotation against the rooms themselves: its asker can open the thread, the words are in the author's
 * text as he wrote it, and neither the author, nor the author of the post above, nor their network forbids quoting.
 */
async function mustBeTrue(): Promise<number> {
  const { rows: standing } = await sql<Stands & { is_true: boolean }>`
    select s.question_id, s.nth, s.asker_id, s.post_id, coalesce(
      strpos(lower(regexp_replace(case when s.comment_id is null then p.content else k.content end, '[[:space:]]+', ' ', 'g')),
        lower(s.quote)) > 0
      and k.removed_at is null and (s.comment_id is null or k.post_id = p.id) and (g.id is null or g.is_public)
      and not exists (select from profiles_private x where x.id in (p.author_id, k.author_id) and not x.is_quotable)
      and coalesce(g.is_quotable, true)
      and not exists (select from blocks b where s.asker_id in (b.blocker_id, b.blocked_id)
        and (k.author_id in (b.blocker_id, b.blocked_id) and k.author_id <> s.asker_id)), false) as is_true
    from assistant_sentences s left join posts p on p.id = s.post_id left join comments k on k.id = s.comment_id
      left join groups g on g.id = p.group_id
    where s.struck is null`.execute(db)
  expect(standing.filter(({ is_true }) => !is_true)).toEqual([])
  const threads = new Map(standing.map((one) => [`${one.asker_id} ${one.post_id}`, one]))
  for (const { asker_id, post_id } of threads.values()) {
    const post = await world.as({ id: asker_id }).posts.getPost({ id: post_id })
    expect(post.removed).toBeUndefined()
  }
  return standing.length
}

/** Every page of every member's answers shows what is stored. */
async function mustBeShown(): Promise<Map<string, number>> {
  const reasons = new Map<string, number>()
  for (const person of people)
    for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
      const { items, next } = await world.as(person).assistant.listQuestions({ after })
      for (const { struck, text, quotation } of items.flatMap(({ sentences }) => sentences)) {
        expect([text === null, quotation === null]).toEqual([struck !== null, struck !== null])
        if (struck) reasons.set(struck, (reasons.get(struck) ?? 0) + 1)
      }
      after = next ?? undefined
    }
  return reasons
}

guarantee(
  '72',
  'after this many edits, deletions, removals, blocks and switches, four at a time, no stored answer contains a sentence that its source refutes, and each retracted sentence states the reason',
  { short: 600, full: 10_000 },
  async (operations) => {
    console.log(`TEST_SEED=${seed}`)
    for (let n = 0; n < 40; n++) await writePost()
    for (let n = 0; n < 80; n++) await writeComment()
    const parts = { db, live: noLive, log: world.log }
    const running = [runReaders(parts, readers), runStriking(parts)]
    try {
      let left = operations
      const one = async () => {
        while (left-- > 0) await tried(oneOf(TICKETS))
      }
      await Promise.all([one(), one(), one(), one()])
    } finally {
      for (const { stop } of running) await stop()
    }
    await takeBack(world)
    const { refuted, standing, struck } = await verifyAnswers(db)
    expect(refuted).toEqual([])
    expect(standing).toBeGreaterThan(0)
    expect(await mustBeTrue()).toBe(standing)
    const shown = await mustBeShown()
    expect(Object.fromEntries(shown)).toEqual(struck)
    // the number is random, and at least six were reached
    expect(Object.keys(struck).length).toBeGreaterThan(3)
    // the only log lines are retries of transactions that conflicted
    expect(world.lines.filter(({ level }) => level === 'error')).toEqual([])
  },
)
