/**
 * Words of members in mails that wait to be sent. Every kind of mail says here what it quotes. The mails of members are written
 * again when they are sent, so words that were removed meanwhile are in none of them.
 */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addNotice, type MailSource } from '#server/kernel/jobs/jobs.ts'
import { administratorOf, decided } from './administrator.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { departs, sentMails } from './sent-mails.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { db } = world
await world.readFacts()
const [ana, ben, cal] = (await Promise.all(['ana', 'ben', 'cal'].map((name) => world.member({ name })))) as [
  Person,
  Person,
  Person,
]
/** Stands for words of a member: a name, a title, a reason, or what he said. */
const WORDS = /kestrel/i

/** A waiting mail with the words in it, and how they go. */
interface Waiting {
  source: MailSource
  to: Person
  /** as their author, an administrator or the deletion of an account removes the words */
  removed(): Promise<unknown>
  /** true: the mail has something to say without the words */
  stillComes?: boolean
}

let count = 0
const kestrelPod = async (members = [ana, ben, cal]) => world.pod({ members, name: `Kestrel pod ${++count}` })
const deleted = (pod: { id: string }) => () => world.as(ana).pods.deletePod({ id: pod.id })
const ofPod =
  (kind: string, data: (pod: { id: string }) => object | Promise<object>, to = ben) =>
  async (): Promise<Waiting> => {
    const pod = await kestrelPod()
    return { source: { kind, data: { pod_id: pod.id, ...(await data(pod)) } }, to, removed: deleted(pod) }
  }
async function askedOfSeason(pod: { id: string }) {
  await giveRhythm(world, pod, { season_rounds: 6 })
  await sql`update rhythms set season_round = 5 where pod_id = ${pod.id}`.execute(db)
  await openRound(world, pod)
  await closeRound(world, pod)
  return { season: 1 }
}
const requestTo = async (pod: { id: string }) => {
  const { rows } = await sql<{ id: string }>`
    insert into pod_join_requests (pod_id, requester_id, status, reviewed_at)
    values (${pod.id}, ${ben.id}, 'rejected', now()) returning id`.execute(db)
  return { request_id: rows[0]!.id }
}

/** A pod with an ordinary name, two rounds, and what was said in the first one. */
async function saidInRound() {
  const pod = await world.pod({ members: [ana, ben, cal] })
  await giveRhythm(world, pod)
  const round_id = await openRound(world, pod)
  const { id } = await world.as(ana).rounds.checkIn({
    round_id,
    outcome: 'kept',
    win: 'A kestrel',
    ask: 'A kestrel?',
    commitment: { cue: null, action: 'See a kestrel' },
  })
  await world.as(ben).rounds.takeAsk({ id, words: 'My kestrel' })
  await closeRound(world, pod)
  const removed = () => world.as(ana).rounds.deleteCheckIn({ id })
  return { pod, id, round_id, next: await openRound(world, pod), removed }
}

async function changedEvent(fields: string[]): Promise<Waiting> {
  const { id } = await world.event({ by: ana, title: 'Kestrel walk' })
  await world.as(ben).events.attendEvent({ id, going: true })
  if (fields.includes('cancelled_at')) await world.as(ana).events.cancelEvent({ id })
  const removed = () => decided(world, { admin: chief, by: cal, decision: 'remove' }, 'event', { id })
  // after a removal another mail says that the event will not take place
  return {
    stillComes: fields.includes('cancelled_at'),
    source: { kind: 'event.changed', data: { event_id: id, fields } },
    to: ben,
    removed,
  }
}
const chief = await administratorOf(world)

async function network(kind: string, data: (group: { id: string }) => Promise<object>): Promise<Waiting> {
  const group = await world.publicNetwork({ members: [ana, ben], name: `Kestrel network ${++count}` })
  const source = { kind, data: { group_id: group.id, ...(await data(group)) } }
  // as an administrator of the operator takes a name away
  const removed = () => sql`update groups set status = 'rejected' where id = ${group.id}`.execute(db)
  return { source, to: ben, removed }
}

const RHYTHM = { weekday: 7, time: '20:00', time_zone: 'UTC', weeks: 2 as const }

/** What the mail quotes; a sentence: why it has no words that somebody may remove. */
const KINDS: Record<string, string | (() => Promise<Waiting>)> = {
  verify: 'It names the reader alone.',
  'already-registered': 'It names nobody.',
  reset: 'It names nobody.',
  'password-changed': 'It names nobody.',
  'account-deleted': 'It names nobody.',
  'confirm-email': 'It names the reader alone.',
  'email-changed': 'It names the reader alone.',
  'email-to-change': 'It names the reader alone.',
  'new-device': 'It names the reader alone.',
  'question-answered': 'It has no words of the question or the answer.',
  doctor: 'It is about the program.',
  trouble: 'It is about the program.',
  well: 'It is about the program.',
  'word-from-administrators':
    'An administrator writes to one member, who keeps it; the log of the administrators has it too.',
  'pod-request-approved': ofPod('pod_request.answered', async (pod) => ({
    ...(await requestTo(pod)),
    decision: 'approved',
  })),
  'pod-request-declined': ofPod('pod_request.answered', async (pod) => ({
    ...(await requestTo(pod)),
    decision: 'declined',
  })),
  'pod-handed-over': ofPod('pod.handed_over', () => ({ to: ben.id })),
  'pod-taken-out': ofPod('pod.taken_out', async ({ id }) => {
    await world.as(ana).pods.takeOutPodMember({ id, member_id: ben.id, reason: 'A kestrel' })
    return { user_id: ben.id }
  }),
  'pod-invitation': ofPod('pod_invitation.sent', async ({ id }) => {
    await sql`delete from pod_members where pod_id = ${id} and user_id = ${ben.id}`.execute(db)
    const { rows } = await sql<{ id: string }>`insert into pod_invitations (pod_id, user_id, state)
      values (${id}, ${ben.id}, 'sent') returning id`.execute(db)
    return { invitation_id: rows[0]!.id, user_id: ben.id }
  }),
  'pod-trial-ended': ofPod('trial.ended', () => ({ user_id: ben.id })),
  'round-place-ended': ofPod('round.place_ended', () => ({ user_id: ben.id })),
  'round-place-kept': ofPod('round.place_kept', async (pod) => {
    await giveRhythm(world, pod)
    for (let n = 0; n < 2; n++) {
      const round_id = await openRound(world, pod)
      for (const who of [ana, cal]) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    await sql`insert into round_places (pod_id, user_id, kept_until) values (${pod.id}, ${ben.id}, now() + interval '9 days')
      on conflict (pod_id, user_id) do update set kept_until = excluded.kept_until`.execute(db)
    return { user_id: ben.id }
  }),
  'round-host': async () => {
    const pod = await kestrelPod([ana, ben])
    await giveRhythm(world, pod)
    const round_id = await openRound(world, pod)
    await sql`update rounds set host_id = ${ben.id} where id = ${round_id}`.execute(db)
    return { source: { kind: 'round.hosted', data: { round_id, host_id: ben.id } }, to: ben, removed: deleted(pod) }
  },
  'round-write': async () => {
    const quiet = await world.member({ name: 'kestrel' })
    const pod = await world.pod({ members: [ana, ben, quiet] })
    await giveRhythm(world, pod)
    let round_id = ''
    for (let n = 0; n < 2; n++) {
      round_id = await openRound(world, pod)
      for (const who of [ana, ben]) await world.as(who).rounds.checkIn({ round_id, outcome: 'kept' })
      await closeRound(world, pod)
    }
    const { rows } = await sql<{ asked_id: string }>`
      select asked_id from write_requests where pod_id = ${pod.id}`.execute(db)
    const to = [ana, ben].find(({ id }) => id === rows[0]?.asked_id)!
    const removed = () => departs(world, quiet)
    return { source: { kind: 'round.asked', data: { round_id, pod_id: pod.id, asked_id: to.id } }, to, removed }
  },
  recap: async () => {
    const { round_id, removed } = await saidInRound()
    return { source: { kind: 'recap', data: { round_id } }, to: cal, removed }
  },
  'check-in-open': async () => {
    const { next, removed } = await saidInRound()
    return { stillComes: true, source: { kind: 'round.opened', data: { round_id: next } }, to: ana, removed }
  },
  'check-in-reminder': async () => {
    const { next, removed } = await saidInRound()
    return { stillComes: true, source: { kind: 'round.reminded', data: { round_id: next } }, to: ana, removed }
  },
  'ask-taken': async () => {
    const { id, removed } = await saidInRound()
    return { source: { kind: 'ask.taken', data: { check_in_id: id, is_first: true } }, to: ana, removed }
  },
  'season-asked': ofPod('season.asked', askedOfSeason),
  'season-reminder': ofPod('season.reminded', askedOfSeason),
  'rhythm-changed': ofPod('rhythm.set', async (pod) => {
    await giveRhythm(world, pod)
    await world.as(ana).rounds.setRhythm({ pod_id: pod.id, ...RHYTHM })
    return { has_rhythm: true, changed_by: ana.id }
  }),
  'rounds-ending': ofPod('rhythm.end_asked', async (pod) => {
    await giveRhythm(world, pod)
    await world.as(ana).rounds.endRhythm({ pod_id: pod.id })
    return { by: ana.id }
  }),
  'rounds-kept': ofPod('rhythm.kept', async (pod) => {
    await giveRhythm(world, pod)
    return { by: ana.id, way: 'objected' }
  }),
  'rounds-ended': ofPod('rhythm.set', () => ({ has_rhythm: false, by: ana.id, way: 'agreed' })),
  'pod-ended': async () => {
    const pod = await kestrelPod()
    await sql`update pods set status = 'ended', ended_at = now() where id = ${pod.id}`.execute(db)
    const removed = () => sql`update pods set status = 'deleted' where id = ${pod.id}`.execute(db)
    return { source: { kind: 'pod.ended', data: { pod_id: pod.id } }, to: ben, removed }
  },
  'group-request': () => network('group_request.answered', async () => ({ requester_id: ben.id, is_in: true })),
  'group-taken-out': () =>
    network('group.taken_out', async ({ id }) => {
      await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${ana.id}`.execute(db)
      await world.as(ana).groups.takeOutGroupMember({ id, member_id: ben.id, reason: 'A kestrel' })
      return { user_id: ben.id }
    }),
  'group-suggestion': async () => {
    const { rows } = await sql<{ id: string }>`
      insert into group_creation_requests (group_name, description, user_id, status, reason, reviewed_at)
      values ('Kestrel network', 'Of birds.', ${ben.id}, 'rejected', 'A kestrel', now()) returning id`.execute(db)
    const removed = () => sql`delete from group_creation_requests where id = ${rows[0]!.id}`.execute(db)
    return { source: { kind: 'group_suggestion.answered', data: { suggestion_id: rows[0]!.id } }, to: ben, removed }
  },
  'event-changed': () => changedEvent(['title']),
  'event-cancelled': () => changedEvent(['cancelled_at']),
  // the report keeps the name of the place for the administrators, as long as there is the report
  danger: async () => {
    const pod = await kestrelPod()
    const id = randomUUID()
    await world.as(ana).chat.sendMessage({ room: 'pod', room_id: pod.id, id, content: 'Here.' })
    await world.as(ben).reports.reportThing({ kind: 'message', id, reason: 'danger' })
    const { rows } = await sql<{ id: string }>`select id from report_cases where subject_id = ${id}`.execute(db)
    const removed = () => sql`delete from report_cases where subject_id = ${id}`.execute(db)
    return { source: { kind: 'danger', data: { cases: rows.map((one) => one.id) } }, to: chief, removed }
  },
}

/** Written as `kind: 'name'` where a mail has its subject. */
function kindsInSources(): string[] {
  const found = globSync('src/server/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/kind: '([a-z-]+)',(?=[^}]{0,120}?\bsubject[:,])/g)])
  return [...new Set(found.map(([, kind]) => kind!))].sort()
}

test('every kind of mail says here what it quotes', () => {
  expect(kindsInSources()).toEqual(Object.keys(KINDS).sort())
})

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

const written = Object.entries(KINDS).flatMap(([kind, made]) =>
  typeof made === 'string' ? [] : [[kind, made] as const],
)

describe('after the words are removed they are in no mail', () => {
  test.each(written)('%s', async (kind, make) => {
    const { source, to, removed, stillComes = false } = await make()
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    const notice = {
      ...{ kind, subject: 'The kestrel, as it was', paragraphs: [] },
      ...{ link: { path: '/', label: 'Open' }, reason: 'You are here.' },
    }
    await addNotice({ db }, { member: to.id, notice, source })
    const before = (await sentMails(world)).filter((mail) => mail.to === to.email)
    expect(before, 'it has the words while they are there').toMatchObject([{ kind }])
    expect(JSON.stringify(before)).toMatch(WORDS)
    expect(JSON.stringify(before), 'it is written when it is sent').not.toContain('as it was')
    await addNotice({ db }, { member: to.id, notice, source })
    await removed()
    const after = (await sentMails(world)).filter((mail) => mail.to === to.email)
    expect(JSON.stringify(after)).not.toMatch(WORDS)
    expect(after.filter((mail) => mail.kind === kind)).toHaveLength(stillComes ? 1 : 0)
  })
})
