/**
 * The program that is played: its procedures, its SQL functions and its clock work. This folder is also copied into an older
 * checkout and runs there; what that checkout does not have is in this file only.
 */
import { randomUUID } from 'node:crypto'
import { createRouterClient, ORPCError } from '@orpc/server'
import { type Kysely, sql } from 'kysely'
import type { SeasonAnswer, SeasonOutcome } from '#contract/season-words.ts'
import type { DB } from '#db/types.ts'
import { type CallContext, router } from '#server/api.ts'
import { turnRounds } from '#server/rounds/rounds.ts'
import type { Person, Subject } from '#test/makers.ts'
import type { Api } from '#test/world.ts'

interface Parts {
  /** one session, whose clock is set by `setClock` */
  db: Kysely<DB>
  setClock(moment: Date): Promise<void>
  /** the context of a call of this member */
  ctx(man: Person): CallContext
  makePod(input: { members: Person[]; capacity: number }): Promise<Subject>
}

export interface CheckIn {
  pod_id: string
  man_id: string
  has_ask: boolean
}

export interface Beat {
  weeks: 1 | 2 | 4
  weekday: number
  hour: number
  seasonRounds: number
}

/** What has happened in all pods since the last look. */
export interface News {
  opened: { pod_id: string; number: number; opens_at: Date }[]
  /** the pods that have a question now */
  asked: { pod_id: string; season: number; is_round_open: boolean }[]
  decided: { pod_id: string; outcome: SeasonOutcome; decided_at: Date }[]
  removed: { pod_id: string; man_id: string; at: Date }[]
}

export type Engine = ReturnType<typeof makeEngine>

export function makeEngine({ db, setClock, ctx, makePod }: Parts) {
  const apis = new Map<string, Api>()
  const as = (man: Person): Api => {
    const api = apis.get(man.id) ?? createRouterClient(router, { context: ctx(man) })
    apis.set(man.id, api)
    return api
  }
  /** Before that, one man stopped the rounds of all at once. */
  const canObject = 'keepRhythm' in router.rounds
  let lastFact = 0
  let lastLook = new Date(0)

  const rhythm = (pod_id: string, { weeks, weekday, hour, seasonRounds }: Beat) => ({
    ...{ pod_id, weeks, weekday, time_zone: 'UTC', season_rounds: seasonRounds },
    time: `${String(hour).padStart(2, '0')}:00`,
  })

  const hasRhythm = async (pod_id: string) => {
    const { rows } = await sql`select from rhythms where pod_id = ${pod_id}`.execute(db)
    return rows.length > 0
  }

  const isEndAsked = async (pod_id: string) => {
    if (!canObject) return false
    const { rows } = await sql`select from rhythm_endings where pod_id = ${pod_id} and objected_at is null`.execute(db)
    return rows.length > 0
  }

  return {
    setClock,
    /** The form of a season's last check-in asks how the pod goes on, since the same change. */
    asksInForm: canObject,
    /** Does everything that is due by the clock. */
    turn: () => turnRounds(db),

    /** Returns when something is due next; null if nothing is. */
    async nextDue(): Promise<Date | null> {
      const newer = sql`, (select min(remind_at) from rounds where closed_at is null), (select min(remind_at) from seasons),
        (select min(ends_at) from rhythm_endings where objected_at is null)`
      const { rows } = await sql<{ due: Date | null }>`
        select least((select min(next_at) from rhythms), (select min(closes_at) from rounds where closed_at is null),
          (select min(half_at) from rounds where closed_at is null), (select min(kept_until) from round_places),
          (select min(paused_until) from round_places where paused_until > now()) ${canObject ? newer : sql``}) as due`.execute(
        db,
      )
      return rows[0]!.due
    },

    async begin(men: Person[], beat: Beat): Promise<string> {
      const { id } = await makePod({ members: men, capacity: 12 })
      await as(men[0]!).rounds.setRhythm(rhythm(id, beat))
      return id
    },

    async look(now: Date): Promise<News> {
      const { rows: opened } = await sql<News['opened'][number]>`
        select pod_id, number, opens_at from rounds where closed_at is null and opens_at > ${lastLook}`.execute(db)
      const { rows: asked } = await sql<News['asked'][number]>`
        select s.pod_id, s.season,
          exists (select from rounds r where r.pod_id = s.pod_id and r.closed_at is null) as is_round_open
        from seasons s where s.decided_at is null`.execute(db)
      const { rows: decided } = await sql<News['decided'][number]>`
        select pod_id, outcome, decided_at from seasons where decided_at > ${lastLook}`.execute(db)
      const { rows: facts } = await sql<{ id: number; kind: string; pod_id: string; man_id: string; at: Date }>`
        select id, kind, data->>'pod_id' as pod_id, data->>'user_id' as man_id, created_at as at
        from facts where id > ${lastFact} order by id`.execute(db)
      lastFact = facts.at(-1)?.id ?? lastFact
      lastLook = now
      return { opened, asked, decided, removed: facts.filter(({ kind }) => kind === 'round.place_ended') }
    },

    /** The function that the procedure calls, for many men in one statement. Returns those who have checked in. */
    async checkIn(all: CheckIn[]): Promise<CheckIn[]> {
      if (all.length === 0) return []
      const { rows } = await sql<CheckIn & { end: string }>`
        select a.pod_id, a.man_id, a.has_ask, check_in(r.id, a.man_id, jsonb_build_object('outcome', 'kept', 'win', 'A win.',
          'ask', case when a.has_ask then 'Who can help?' end, 'private_lines', '[]'::jsonb), null) as end
        from unnest(${all.map(({ pod_id }) => pod_id)}::uuid[], ${all.map(({ man_id }) => man_id)}::uuid[],
            ${all.map(({ has_ask }) => has_ask)}::boolean[]) a (pod_id, man_id, has_ask)
          join rounds r on r.pod_id = a.pod_id and r.closed_at is null`.execute(db)
      return rows.filter(({ end }) => end === 'sent')
    },

    write: (man: Person, pod_id: string) =>
      isDone(as(man).chat.sendMessage({ room: 'pod', room_id: pod_id, id: randomUUID(), content: 'Still here.' })),

    /** He does the first of these that is possible: takes an ask, writes to a quiet man, says what became of his ask, hosts. */
    async help(man: Person, pod_id: string): Promise<boolean> {
      const { rows } = await sql<{ ask: string | null; own: string | null; is_asked: boolean; round: string | null }>`
        with asks as (select c.id, c.user_id from check_ins c join rounds r on r.id = c.round_id
          where r.pod_id = ${pod_id} and c.ask is not null and not exists (select from check_in_asks k where k.check_in_id = c.id)
          order by r.number desc, c.id)
        select (select id from asks where user_id <> ${man.id} limit 1) as ask,
          (select id from asks where user_id = ${man.id} limit 1) as own,
          exists (select from write_requests where pod_id = ${pod_id} and asked_id = ${man.id} and done_at is null) as is_asked,
          (select id from rounds where pod_id = ${pod_id} and closed_at is null and host_id is distinct from ${man.id}) as round`.execute(
        db,
      )
      const { ask, own, is_asked, round } = rows[0]!
      const { takeAsk, answerWriteRequest, settleAsk, takeHost } = as(man).rounds
      return (
        (ask !== null && (await isDone(takeAsk({ id: ask })))) ||
        (is_asked && (await isDone(answerWriteRequest({ pod_id, answer: 'done' })))) ||
        (own !== null && (await isDone(settleAsk({ id: own, answer: 'happened' })))) ||
        (round !== null && (await isDone(takeHost({ round_id: round }))))
      )
    },

    pause: (man: Person, pod_id: string, until: Date | null) =>
      isDone(as(man).rounds.setPause({ pod_id, reason: 'travel', until: until?.toISOString() ?? null })),
    endPause: (man: Person, pod_id: string) => isDone(as(man).rounds.endPause({ pod_id })),
    answer: (man: Person, pod_id: string, season: number, answer: SeasonAnswer) =>
      isDone(as(man).seasons.answerSeason({ pod_id, season, answer })),
    leave: (man: Person, pod_id: string) => isDone(as(man).pods.leavePod({ id: pod_id })),

    /** Returns false if there are no rounds. */
    stopRounds: async (man: Person, pod_id: string) =>
      (await hasRhythm(pod_id)) && isDone(as(man).rounds.endRhythm({ pod_id })),
    /** Another man would stop the rounds, and this one agrees. */
    agree: async (man: Person, pod_id: string) =>
      (await isEndAsked(pod_id)) && isDone(as(man).rounds.endRhythm({ pod_id })),
    /** Another man would stop the rounds, and this one objects; or they have been stopped, and he begins them again. */
    keepRounds: async (man: Person, pod_id: string, beat: Beat) => {
      if (await isEndAsked(pod_id)) return isDone(as(man).rounds.keepRhythm({ pod_id }))
      return !(await hasRhythm(pod_id)) && isDone(as(man).rounds.setRhythm(rhythm(pod_id, beat)))
    },

    /** The pod is not played any longer: nothing opens or closes in it. Returns how many men checked in to each of its rounds. */
    async retire(pod_id: string): Promise<{ hasRhythm: boolean; came: Record<string, number> }> {
      const wasRunning = await hasRhythm(pod_id)
      const { rows } = await sql<{ number: number; came: number }>`
        select r.number, count(x.user_id) as came from rounds r
          left join round_results x on x.round_id = r.id and x.result = 'came'
        where r.pod_id = ${pod_id} group by r.number`.execute(db)
      await sql`update pods set status = 'deleted' where id = ${pod_id}`.execute(db)
      return { hasRhythm: wasRunning, came: Object.fromEntries(rows.map(({ number, came }) => [number, came])) }
    },
  }
}

/** Returns false if the call is refused. */
async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) return false
    throw error
  }
}
