/** The end of a season while members answer, leave, join and write, with several processes that open and close rounds. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { SEASON_ANSWERS } from '#contract/season-words.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { closeRound, comeToNextRound, giveRhythm, openRound } from '#test/rounds.ts'
import { isAllowed, makeWorld } from '#test/world.ts'

const world = await makeWorld()
const { db } = world

/** What may never be, whatever happens at the same time. */
async function mustBeTrue(): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select 'a season that was decided without its fact' as what from seasons s join pods p on p.id = s.pod_id
      where s.decided_at is not null and (select count(*) from facts f where f.data ->> 'pod_id' = s.pod_id::text
        and (f.kind = 'season.decided' and f.data ->> 'season' = s.season::text
          or f.kind = 'pod.ended' and s.outcome in ('end', 'quiet'))) <> 1
    union all select 'an answer to a question that is decided' from season_answers a
      join seasons s on s.pod_id = a.pod_id and s.season = a.season where s.decided_at is not null
    union all select 'an answer of nobody' from season_answers a where not exists (
      select from pod_members m where m.pod_id = a.pod_id and m.user_id = a.user_id)
    union all select 'a pod that has ended with a rhythm, an open round or a request' from pods p
      where p.status = 'ended' and (exists (select from rhythms r where r.pod_id = p.id)
        or exists (select from rounds r where r.pod_id = p.id and r.closed_at is null)
        or exists (select from pod_join_requests r where r.pod_id = p.id and r.status = 'pending'))
    union all select 'a message after the end' from pods p join pod_messages m on m.pod_id = p.id
      where p.status = 'ended' and m.created_at > p.ended_at + interval '1 second'
    union all select 'a wrong number of members' from pods p
      where p.current_members <> (select count(*) from pod_members m where m.pod_id = p.id and m.is_active)
        or p.current_members > p.capacity`.execute(db)
  expect(rows).toEqual([])
  // a deadlock would have been retried, and logged
  expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
}

/** The next round opens at the next look. */
const makeDue = (pod_id: string) =>
  sql`update rhythms set weekday = extract(isodow from d.at), local_time = d.at::time(0), next_on = d.at::date, next_at = now() - interval '1 millisecond'
    from (select now() at time zone 'UTC' as at) d where pod_id = ${pod_id}`.execute(db)

/** Whether the first season of the pod is decided. */
async function isDecided(pod_id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select decided_at is not null as is from seasons where pod_id = ${pod_id} and season = 1`.execute(db)
  return rows[0]!.is
}

guarantee(
  '20',
  'members answer, leave, join and write while the season is decided; it is decided once',
  { short: 8, full: 200 },
  async (rounds) => {
    const people = await world.members(6)
    for (let n = 0; n < rounds; n++) {
      const pod = await world.pod({ members: people.slice(0, 4) })
      await giveRhythm(world, pod, { season_rounds: 6 })
      // every second time nobody has been heard of for three rounds, and nobody has answered before one more round, which closes now
      await sql`update rhythms set season_round = ${n % 2 ? 2 : 5} where pod_id = ${pod.id}`.execute(db)
      for (let past = 0; past < (n % 2 ? 4 : 1); past++) {
        await openRound(world, pod)
        await closeRound(world, pod)
      }
      if (n % 2) {
        await comeToNextRound(world, pod)
        expect(await isDecided(pod.id), 'there is one more round').toBe(false)
        await sql`update rounds set opens_at = now() - interval '3 days', closes_at = now() - interval '1 millisecond' where pod_id = ${pod.id}
          and closed_at is null`.execute(db)
      } else await makeDue(pod.id)
      const does: (() => Promise<unknown>)[] = [
        ...people.map((who, at) => () => {
          const answer = SEASON_ANSWERS[(at + n) % SEASON_ANSWERS.length]!
          return world.as(who).seasons.answerSeason({ pod_id: pod.id, season: 1, answer })
        }),
        ...people.slice(0, 4).map((who) => () => {
          const message = { room: 'pod' as const, room_id: pod.id, id: randomUUID(), content: `Word ${n}` }
          return world.as(who).chat.sendMessage(message)
        }),
        () => world.as(people[1 + (n % 3)]!).pods.leavePod({ id: pod.id }),
        () => world.as(people[4]!).pods.joinPod({ id: pod.id }),
        () => world.as(people[5]!).pods.joinPod({ id: pod.id }),
        () => turnRounds(db),
        () => turnRounds(db),
        () => turnRounds(db),
      ]
      const order = does.map((_, at) => (at * 7 + n) % does.length)
      await Promise.all(order.map((at) => isAllowed(Promise.resolve().then(does[at]!))))
      await mustBeTrue()
      expect(await isDecided(pod.id)).toBe(true)
    }
  },
)
