/** Whatever a pod has been through, it does not end against the wish of half of its members. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { SeasonAnswer } from '#contract/season-words.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import { guarantee } from '#test/guarantees/guarantee.ts'
import { giveRhythm } from '#test/rounds.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const { db } = world
/** Twelve men, and others after some histories: each history leaves dead rows of its men, which the next one reads past. */
let people = await world.members(12)
const HISTORIES_OF_ONE = 200

/** One member's last weeks in the pod, and what he says at the end of the season. */
interface Man {
  id: string
  /** whether he came to the last four rounds, the latest one last */
  came: boolean[]
  /** he has been on a pause for all these rounds */
  isPaused: boolean
  answer: SeasonAnswer | null
}

/** Numbers from 0 to 1, the same in each run. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function makeHistory(seed: number): Man[] {
  const random = randomFrom(seed)
  // in some pods nearly all want to end, in others nobody; in some nobody comes
  const [wishesEnd, comes, speaks, rests] = [random(), random(), random(), random() / 3]
  const size = 3 + Math.floor(random() * 10)
  // "open two places" is no answer in a pod into which two more men do not fit
  const others = size > 10 ? (['on', 'smaller', 'on'] as const) : (['on', 'smaller', 'open'] as const)
  return people.slice(0, size).map(({ id }) => {
    const isPaused = random() < rests
    return {
      ...{ id, isPaused },
      came: [0, 1, 2, 3].map(() => !isPaused && random() < comes),
      answer: random() >= speaks ? null : random() < wishesEnd ? 'end' : others[Math.floor(random() * 3)]!,
    }
  })
}

/** The pod has had four rounds, its season is over, and the next round is due. */
async function live(men: Man[]): Promise<string> {
  const pod = await world.pod({ members: people.slice(0, men.length), capacity: 12 })
  await giveRhythm(world, pod, { season_rounds: 6 })
  await sql`update pod_members set joined_at = now() - interval '60 days' where pod_id = ${pod.id}`.execute(db)
  for (const nth of [0, 1, 2, 3]) {
    const weeks = 4 - nth
    const came = men.filter((man) => man.came[nth]).map(({ id }) => id)
    const paused = men.filter(({ isPaused }) => isPaused).map(({ id }) => id)
    await sql`
      with made as (
        insert into rounds (pod_id, number, season, season_round, opens_at, closes_at, closed_at)
        select ${pod.id}, ${nth + 1}, 1, ${nth + 3}, d.opens, d.opens + interval '3 days', d.opens + interval '3 days'
        from (select now() - make_interval(weeks => ${weeks}) as opens) d returning id)
      insert into round_results (round_id, user_id, result)
      select made.id, m.id, case when m.id = any (${came}::uuid[]) then 'came'
          when m.id = any (${paused}::uuid[]) then 'paused' else 'missed' end
      from made, unnest(${men.map(({ id }) => id)}::uuid[]) m (id)`.execute(db)
  }
  for (const { id } of men.filter(({ isPaused }) => isPaused))
    await sql`insert into round_places (pod_id, user_id, paused_at, signed_at)
      values (${pod.id}, ${id}, now() - interval '6 weeks', now() - interval '6 weeks')`.execute(db)
  await sql`insert into seasons (pod_id, season, asked_at) values (${pod.id}, 1, now() - interval '4 days')`.execute(db)
  for (const { id, answer } of men)
    if (answer) {
      const { rows } = await sql`select answer_season(${pod.id}, ${id}, 1, ${answer}) as end`.execute(db)
      expect(rows).toEqual([{ end: 'said' }])
    }
  await sql`update rhythms set season_round = 6, weekday = extract(isodow from d.at), next_on = d.at::date, next_at = now() - interval '1 millisecond',
      local_time = d.at::time(0)
    from (select now() at time zone 'UTC' as at) d where pod_id = ${pod.id}`.execute(db)
  await turnRounds(db)
  const { rows } = await sql<{ status: string }>`select status from pods where id = ${pod.id}`.execute(db)
  const [{ status }] = rows as [{ status: string }]
  // the next history begins with the same men
  await sql`update pods set status = 'deleted' where id = ${pod.id}`.execute(db)
  await sql`delete from pod_members where pod_id = ${pod.id}`.execute(db)
  return status
}

guarantee(
  '20',
  'a pod ends only if those who say so are more than all who say otherwise, come to its rounds or are on a pause',
  { short: 60, full: 10_000 },
  async (histories) => {
    const seen = { ended: 0, active: 0 }
    for (let n = 1; n <= histories; n++) {
      if (n % HISTORIES_OF_ONE === 0) people = await world.members(12)
      const men = makeHistory(n)
      const status = await live(men)
      const ends = men.filter(({ answer }) => answer === 'end').length
      const goOn = men.filter(({ answer, came, isPaused }) =>
        answer ? answer !== 'end' : isPaused || came.slice(1).includes(true),
      ).length
      const expected = ends > goOn && ends > 0 ? 'ended' : 'active'
      expect({ n, status }, JSON.stringify(men)).toEqual({ n, status: expected })
      seen[expected]++
    }
    // both happen, so the test could fail
    expect(seen.ended).toBeGreaterThan(histories / 20)
    expect(seen.active).toBeGreaterThan(histories / 4)
  },
)
