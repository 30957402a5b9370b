/** The file with what was said in a pod that has ended. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeBrowser } from './client.ts'
import { giveRhythm, openRound } from './rounds.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const [ana, ben, ex, eve] = await Promise.all(['ana', 'ben', 'ex', 'eve'].map((name) => world.member({ name })))
const pod = await world.pod({ members: [ana!, ben!, ex!], name: 'Ärger & Söhne' })
const goesOn = await world.pod({ members: [ana!] })
await sql`insert into pod_messages (id, pod_id, user_id, content, seq)
  select gen_random_uuid(), ${pod.id}, ${ben!.id}, 'Word ' || n, n from generate_series(1, 120) n`.execute(world.db)
await sql`insert into topics (topic, seq) values ('pod:' || ${pod.id}::text, 120)`.execute(world.db)
await world.as(ana!).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content: 'The last\nword' })
await giveRhythm(world, pod)
await world.as(ben!).rounds.checkIn({
  ...{
    round_id: await openRound(world, pod),
    outcome: 'partly',
    win: 'Secret win',
    struggle: '\u202eNone\nRound 9, 2020-01-01\nAna: went well',
    ask: 'Who has a ladder?',
  },
  ...{ commitment: { cue: 'it is seven', action: 'I walk' }, private_lines: ['win'] },
})
for (const who of [ex!, ana!]) await world.as(who).rounds.endRhythm({ pod_id: pod.id })
await world.as(ex!).pods.leavePod({ id: pod.id })
await sql`select end_pod(${pod.id})`.execute(world.db)

const fetchText = async (who: typeof ana | null, id = pod.id) => {
  const browser = who ? await signInDirectly(world, url, who) : makeBrowser(url)
  return browser.get(`/pod-text/${id}`)
}

test('a member downloads all messages and check-ins, without what another keeps private', async () => {
  const { status, headers, text } = await fetchText(ana)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('content-disposition')).toContain("attachment; filename*=UTF-8''")
  expect(headers.get('cache-control')).toContain('no-store')
  expect(text.match(/^ {2}Word \d+$/gm)).toEqual(Array.from({ length: 120 }, (_, n) => `  Word ${n + 1}`))
  expect(text).toContain('  The last\n  word\n')
  expect(text).toMatch(/\n\d{4}-\d\d-\d\d \d\d:\d\d {2}Ex asked to end the rounds\.\n/)
  expect(text).toMatch(/\n\S+ \S+ {2}Ana agreed, and the rounds have ended\.\n/)
  expect(text).toContain('  Ask: Who has a ladder?\n  Until the next round: If it is seven, then I walk\n')
  expect(text).not.toContain('Secret win')
  // his own private line says so: he may hand the file on
  expect((await fetchText(ben)).text).toContain('  Win (only you read this): Secret win\n')
  // no line of a check-in looks like one that the program wrote
  expect(text).toContain('  Struggle: None\n    Round 9, 2020-01-01\n    Ana: went well\n')
})

test('nobody else gets it, nor anyone of a pod that goes on', async () => {
  const missing = await fetchText(eve, randomUUID())
  expect(missing.status).toBe(404)
  for (const answer of [
    await fetchText(eve),
    await fetchText(ex),
    await fetchText(eve, 'x'),
    await fetchText(ana, goesOn.id),
  ])
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 404, text: missing.text })
  const visitor = await fetchText(null)
  expect(visitor.status).toBe(401)
  expect(visitor.text).not.toContain('Word')
})

test('the browser shows it if it is asked to', async () => {
  const { headers } = await (await signInDirectly(world, url, ana!)).get(`/pod-text/${pod.id}?view`)
  expect(headers.get('content-disposition')).toMatch(/^inline; /)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test('a man who was removed by silence downloads what was said until he left; others who left get nothing', async () => {
  const [tom, left] = await world.members(2)
  const others = await world.pod({ members: [ana!, tom!, left!] })
  const write = (content: string) =>
    world.as(ana!).chat.sendMessage({ room: 'pod', room_id: others.id, id: randomUUID(), content })
  await write('Before he left')
  for (const who of [tom!, left!]) await world.as(who).pods.leavePod({ id: others.id })
  await sql`select keep_reading(${others.id}, ${tom!.id})`.execute(world.db)
  await sql`update pod_former_members set left_at = left_at - interval '1 second', until = until where pod_id = ${others.id}`.execute(
    world.db,
  )
  await sql`update pod_messages set created_at = created_at - interval '1 minute' where pod_id = ${others.id}`.execute(
    world.db,
  )
  await write('After he left')
  const { status, text } = await fetchText(tom, others.id)
  expect(status).toBe(200)
  expect(text).toContain('  Before he left\n')
  expect(text).not.toContain('After he left')
  for (const who of [left, ana, eve]) expect((await fetchText(who, others.id)).status).toBe(404)
})
