/** Shared by tests of the assistant: a community with threads that answer a question, and ways to ask. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AnswerEvent } from '#contract/assistant.ts'
import type { Made, Person, World } from './world.ts'

export const TEETH = 'How do you brush the teeth of a toddler who screams?'
export const UNANSWERED = 'Which submarine sandwich is best in Reykjavik?'

export interface Answered {
  post: Made
  comment: Made
  /** the authors of the post and of the answer */
  ben: Person
  cal: Person
}

const OTHERS = [
  ['Garden shed', 'The roof of the shed leaks since the storm.'],
  ['Second job', 'Has anybody taken a second job on weekends?'],
  ['School run', 'The school run takes an hour by bus.'],
  ['Bike seats', 'We bought a seat for the front of the bike.'],
  ['Camping', 'It rained for three days and they loved it.'],
]

/** TEETH is answered by a comment in one thread; other threads have other subjects. */
export async function makeAnswered(world: World): Promise<Answered> {
  const [ben, cal] = [await world.member({ name: 'ben' }), await world.member({ name: 'cal' })]
  for (const [title, content] of OTHERS) await world.post({ by: ben, title: title!, content: content! })
  const post = await world.post({
    ...{ by: ben, type: 'question', title: 'Toddler will not brush his teeth' },
    content: 'Our toddler screams as soon as he sees the brush and his teeth.',
  })
  const content = 'We let our toddler brush our teeth first. After a week he asked for his turn.'
  const comment = await world.comment({ by: cal, on: post, content })
  await world.readFacts()
  return { post, comment, ben, cal }
}

export async function collectEvents(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const received: AnswerEvent[] = []
  for await (const event of events) received.push(event)
  return received
}

/** How many questions the member has used; the ledger must say the same. */
export async function usedBy(world: World, { id }: Pick<Person, 'id'>): Promise<number> {
  const { rows } = await sql<{ used: number; rows: number }>`
    select coalesce(sum(u.used), 0)::int as used, (select count(*)::int from assistant_ledger l
      where l.member_id = ${id} and l.state <> 'returned') as rows
    from assistant_usage u where u.member_id = ${id}`.execute(world.db)
  const [found] = rows
  expect(found!.used).toBe(found!.rows)
  return found!.used
}
