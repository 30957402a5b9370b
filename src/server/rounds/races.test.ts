/** Guarantee 20 for rounds: everything that members and the clock do to the rounds of a pod, at the same moment. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { turnRounds } from '#server/rounds/rounds.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { closeRound, giveRhythm, openRound } from '#test/rounds.ts'
import { isAllowed, makeWorld, type Person } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
const of = (who: Person) => world.as(who).rounds

/** What must hold for every pod at every moment. */
async function mustBeTrue(): Promise<void> {
  const { rows } = await sql<{ what: string; id: string }>`
    select 'a wrong number of members' as what, p.id from pods p left join pod_members m on m.pod_id = p.id and m.is_active
      group by p.id having p.current_members <> count(m.*)
    union all select 'a gap in the numbers', r.pod_id from rounds r group by r.pod_id having max(r.number) <> count(*)
    union all select 'two open rounds', r.pod_id from rounds r where r.closed_at is null group by r.pod_id having count(*) > 1
    union all select 'a round without its fact', r.id from rounds r
      where (select count(*) from facts f where f.kind = 'round.opened' and f.data ->> 'round_id' = r.id::text) <> 1
        or (select count(*) from facts f where f.kind = 'round.closed' and f.data ->> 'round_id' = r.id::text)
          <> (r.closed_at is not null)::int
    union all select 'a check-in without a result', c.id from check_ins c join rounds r on r.id = c.round_id
      join pod_members m on m.pod_id = r.pod_id and m.user_id = c.user_id
      where r.closed_at is not null and not exists (
        select from round_results x where x.round_id = r.id and x.user_id = c.user_id and x.result = 'came')
    union all select 'a check-in after the round closed', c.id from check_ins c join rounds r on r.id = c.round_id
      where r.closed_at < c.created_at - interval '1 second'
    union all select 'a host who is not in the pod', r.id from rounds r where r.closed_at is null and r.host_id is not null
      and not exists (select from pod_members m where m.pod_id = r.pod_id and m.user_id = r.host_id)
    union all select 'a place without a membership', w.pod_id from round_places w
      where not exists (select from pod_members m where m.pod_id = w.pod_id and m.user_id = w.user_id)`.execute(db)
  expect(rows).toEqual([])
  // a deadlock would have been retried, and logged
  expect(world.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
}

guarantee(
  '20',
  'members check in, change it, pause, leave, hand the pod over and set its rhythm while rounds open and close',
  { short: 12, full: 200 },
  async (rounds) => {
    const people = await world.members(6)
    const [maker, ...others] = people as [Person, ...Person[]]
    let pod = await world.pod({ members: people, capacity: 12 })
    await giveRhythm(world, pod)
    for (let n = 0; n < rounds; n++) {
      const round_id = await openRound(world, pod)
      const sent = await Promise.all(
        others.map((who) => of(who).checkIn({ round_id, outcome: 'kept', win: `Win ${n}` })),
      )
      const leaver = others[n % others.length]!
      await sql`update rounds set closes_at = now() + interval '30 milliseconds', half_at = now() - interval '1 millisecond' where id = ${round_id}`.execute(
        db,
      )
      const does: (() => Promise<unknown>)[] = [
        ...others.map(
          (who, at) => () =>
            of(who).checkIn({
              round_id,
              outcome: 'partly',
              win: 'Changed',
              seen_at: sent[at]!.updated_at.toISOString(),
            }),
        ),
        () => of(maker).checkIn({ round_id, outcome: 'rough' }),
        () => of(maker).checkIn({ round_id, outcome: 'rough' }),
        () => of(maker).setPause({ pod_id: pod.id, reason: 'travel' }),
        () => of(maker).endPause({ pod_id: pod.id }),
        () => of(others[1]!).takeHost({ round_id }),
        () => of(leaver).takeHost({ round_id }),
        () => of(others[1]!).declineHost({ round_id }),
        () => of(others[2]!).stayInPod({ pod_id: pod.id }),
        () => of(others[0]!).deleteCheckIn({ id: sent[0]!.id }),
        () => world.as(leaver).pods.leavePod({ id: pod.id }),
        () => of(maker).setRhythm({ pod_id: pod.id, weekday: 1 + (n % 7), time: '20:00', time_zone: 'UTC', weeks: 1 }),
        () => turnRounds(db),
        () => turnRounds(db),
        ...(n % 4 === 3 ? [() => world.as(maker).pods.handOverPod({ id: pod.id, to: others[(n + 1) % 5]!.id })] : []),
      ]
      const order = does.map((_, at) => (at * 11 + n) % does.length)
      await Promise.all(order.map((at) => isAllowed(Promise.resolve().then(does[at]!))))
      // check-ins that came too late are refused, and the round closes
      await closeRound(world, pod)
      await mustBeTrue()
      if (n % 4 === 3) {
        pod = await world.pod({ members: people, capacity: 12 })
        await giveRhythm(world, pod)
      } else await isAllowed(world.as(leaver).pods.joinPod({ id: pod.id }))
    }
  },
)
