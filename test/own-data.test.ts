/** A member's copy of his own data: all of it, nothing of others, and at most a page in memory at a time. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldAll } from '#server/karma/karma.ts'
import { ownData } from '#server/own-data/own-data.ts'
import { NOT_COPIED, PARTS } from '#server/own-data/parts.ts'
import { administratorOf } from './administrator.ts'
import { makeBrowser, signIn } from './client.ts'
import { isFull } from './guarantees/guarantee.ts'
import { closeRound, giveRhythm, openRound } from './rounds.ts'
import { storeAnswer, takeBack } from './stored-answers.ts'
import { daysAhead, makeWorld } from './world.ts'

const world = await makeWorld()
const { db } = world
const { url } = await world.serve({ pages: 'stub' })
const PASSWORD = 'the quick brown kettle'
const leo = await world.member({ name: 'leo', password: PASSWORD })
const [ana, ben] = await Promise.all(['ana', 'ben'].map((name) => world.member({ name })))
const browser = await signIn(url, leo)

type Copy = Record<string, Record<string, unknown>[]>
async function copyOf(): Promise<Copy> {
  const answer = await browser.call('/own-data', { password: PASSWORD })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="fatherkin-my-data.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return answer.json as Copy
}

test('every table that refers to a member is in the copy of his data, or named with the reason why it is not', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct t.relname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.confrelid in ('"user"'::regclass, 'profiles'::regclass)
    union select unnest(array['user', 'profiles'])`.execute(db)
  const known = [...PARTS.flatMap(({ tables }) => tables), ...Object.keys(NOT_COPIED)]
  expect(rows.length).toBeGreaterThan(30)
  // these refer to him without a foreign key
  const loose = ['admin_log', 'facts', 'karma_changes', 'rate_limits', 'topic_events', 'topics']
  // and these by his membership of the pod
  loose.push('pod_trials', 'round_places', 'season_answers', 'trial_doubts')
  expect([...rows.map(({ name }) => name), ...loose].sort()).toEqual([...new Set(known as string[])].sort())
})

test('the copy needs the password, and is rate limited', async () => {
  expect(await makeBrowser(url).call('/own-data', { password: PASSWORD })).toMatchObject({ status: 401 })
  const wrong = await browser.call('/own-data', { password: 'a wrong sentence here' })
  expect(wrong).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
  expect(wrong.text).not.toContain(leo.email)
  const strict = await world.serve({ pages: 'stub', env: { RATE_LIMITS: 'on' } })
  const again = await signIn(strict.url, leo)
  const answers = []
  for (let n = 0; n < 7; n++) answers.push((await again.call('/own-data', { password: PASSWORD })).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('it contains everything of his, and of others only what is needed to read it', async () => {
  const category = await world.category()
  const network = await world.privateNetwork({ members: [leo, ana!] })
  const [own, other] = [
    await world.post({ by: leo, category, title: 'Mine' }),
    await world.post({ by: ana!, category, title: 'Secret of hers' }),
  ]
  const hidden = await world.postIn(network, { by: leo, category, title: 'Inside' })
  await world.comment({ by: leo, on: other, content: 'My comment.' })
  const hers = await world.comment({ by: ana!, on: own, content: 'A comment of hers.' })
  const poll = await world.poll({ by: ana!, category })
  await world.as(leo).votes.castPostVote({ post_id: other.id, direction: 'up' })
  await world.as(leo).votes.castCommentVote({ comment_id: hers.id, direction: 'down' })
  await world.as(leo).polls.castPollVote({ post_id: poll.id, option_id: poll.poll!.options[1]!.id })
  const pod = await world.pod({ members: [leo, ana!], name: 'Night Owls' })
  for (const [room, room_id] of [
    ['pod', pod.id],
    ['group', network.id],
  ] as const) {
    await world.as(leo).chat.sendMessage({ room, room_id, id: randomUUID(), content: `Mine in the ${room}.` })
    await world.as(ana!).chat.sendMessage({ room, room_id, id: randomUUID(), content: 'Words of hers.' })
  }
  await giveRhythm(world, pod)
  const round_id = await openRound(world, pod)
  const said = { win: 'A win of mine.', struggle: 'Only for me.', private_lines: ['struggle' as const] }
  await world.as(leo).rounds.checkIn({ round_id, outcome: 'partly', ...said, commitment: { action: 'Walk.' } })
  await world.as(ana!).rounds.checkIn({ round_id, outcome: 'kept', win: 'A win of hers.', ask: 'An ask of hers.' })
  await world.as(ana!).rounds.setPause({ pod_id: pod.id, reason: 'newborn' })
  await closeRound(world, pod)
  await world.as(leo).rounds.setPause({ pod_id: pod.id, reason: 'custody' })
  const looks = { stages: ['baby' as const], time_zone: 'UTC', weeks: 1 as const, aims: ['sober' as const] }
  await world.as(leo).seekers.lookForPod(looks)
  await world.as(leo).seekers.openDoor({ pod_id: pod.id, places: 2 })
  const further = await world.pod({ members: [ana!] })
  await giveRhythm(world, further)
  await world.as(ana!).seekers.openDoor({ pod_id: further.id, places: 2 })
  await world.as(ana!).seekers.inviteSeeker({ pod_id: further.id, member_id: leo.id })
  const passes = await world.pod({ members: [ana!] })
  await giveRhythm(world, passes)
  await world.as(ana!).seekers.openDoor({ pod_id: passes.id, places: 1 })
  await world.as(ana!).seekers.passOver({ pod_id: passes.id, member_id: leo.id })
  await sql`insert into seasons (pod_id, season) values (${pod.id}, 1)`.execute(db)
  for (const [who, answer] of [
    [leo, 'smaller'],
    [ana!, 'end'],
  ] as const)
    await world.as(who).seasons.answerSeason({ pod_id: pod.id, season: 1, answer })
  const event = await world.event({ by: ana!, title: 'Swim' })
  await world.as(leo).events.attendEvent({ id: event.id, going: true })
  const kites = await world.event({ by: leo, title: 'Kites', event_date: daysAhead(2) })
  await world.as(leo).events.createEventComment({ id: kites.id, comment_id: randomUUID(), content: 'Bring string.' })
  await sql`update profiles_private set first_name = 'Leopold', date_of_birth = '1971-03-29' where id = ${leo.id}`.execute(
    db,
  )
  await sql`update profiles_private set first_name = 'Anastasia' where id = ${ana!.id}`.execute(db)
  await sql`insert into connections (requester_id, addressee_id, status, accepted_at) values (${leo.id}, ${ana!.id}, 'accepted', now())`.execute(
    db,
  )
  await sql`insert into connections (requester_id, addressee_id, status, declines, declined_at)
    values (${leo.id}, ${ben!.id}, 'declined', 1, now())`.execute(db)
  await world.as(leo).reports.reportThing({ kind: 'comment', id: hers.id, reason: 'unkind', note: 'Read it twice.' })
  const [out, outOf] = [
    await world.pod({ members: [ana!, leo], name: 'Early Birds' }),
    await world.publicNetwork({ members: [ana!, leo] }),
  ]
  await sql`update group_members set role = 'admin' where group_id = ${outOf.id} and user_id = ${ana!.id}`.execute(db)
  await world.as(ana!).pods.takeOutPodMember({ id: out.id, member_id: leo.id, reason: 'You were late.' })
  await sql`select keep_reading(${out.id}, ${leo.id})`.execute(db)
  await world.as(ana!).groups.takeOutGroupMember({ id: outOf.id, member_id: leo.id })
  await sql`insert into blocks values (${leo.id}, ${ben!.id}), (${ana!.id}, ${leo.id})`.execute(db)
  await sql`insert into user_interests values (${leo.id}, 'Cooking')`.execute(db)
  await sql`insert into user_goals values (${leo.id}, 'Share parenting experiences')`.execute(db)
  await foldAll(db)
  const copy = await copyOf()
  expect(copy).toMatchObject({
    account: [{ id: leo.id, email: leo.email, email_verified: true }],
    profile: [{ username: leo.username, display_name: leo.display_name }],
    private_profile_and_settings: [
      { first_name: 'Leopold', date_of_birth: '1971-03-29', local_mode_enabled: true, wants_mails: true },
    ],
    interests: [{ interest_name: 'Cooking' }],
    goals: [{ goal_name: 'Share parenting experiences' }],
    reports: [{ kind: 'comment', subject_id: hers.id, reason: 'unkind', note: 'Read it twice.' }],
    karma: [{ kin: 1 }],
    comments: [{ content: 'My comment.', post_id: other.id }],
    votes_on_posts: [{ post_id: other.id, vote: 'up' }],
    votes_on_comments: [{ comment_id: hers.id, vote: 'down' }],
    votes_in_polls: [{ post_id: poll.id, option: 'Our bed' }],
    network_messages: [{ content: 'Mine in the group.' }],
    pod_messages: [{ content: 'Mine in the pod.' }],
    networks: [{ network_id: network.id, name: network.name, role: 'member' }],
    pods: [{ pod_id: pod.id, name: 'Night Owls', made_by_you: true }],
    check_ins: [{ pod_id: pod.id, round: 1, outcome: 'partly', ...said, commitment_action: 'Walk.' }],
    rounds: [{ pod_id: pod.id, round: 1, result: 'came' }],
    own_settings_of_pods: [{ pod_id: pod.id, reminders: 'mail', pause_reason: 'custody' }],
    looking_for_a_pod: [looks],
    pod_invitations: [{ pod_id: further.id, state: 'sent' }],
    places_opened: [{ pod_id: pod.id, places: 2 }],
    answers_about_seasons: [{ pod_id: pod.id, season: 1, answer: 'smaller' }],
    taken_out_of_pods: [{ pod_id: out.id, name: 'Early Birds', reason: 'You were late.' }],
    pods_still_read: [{ pod_id: out.id, name: 'Early Birds' }],
    taken_out_of_networks: [{ network_id: outOf.id, reason: null }],
    blocked: [{ username: ben!.username }],
    events: [{ title: 'Kites' }],
    event_comments: [{ content: 'Bring string.' }],
  })
  expect(copy.posts!.map(({ id }) => id).sort()).toEqual([own.id, hidden.id].sort())
  // Ana has blocked him: of her event he has only the fact that he had joined it
  expect(copy.events_attended).toHaveLength(2)
  expect(copy.events_attended!.flatMap(({ title }) => title ?? [])).toEqual(['Kites'])
  const kin = new Map(copy.kin!.map(({ username, status }) => [username, status]))
  expect(kin).toEqual(
    new Map([
      [ana!.username, 'accepted'],
      [ben!.username, 'pending'],
    ]),
  )
  const text = JSON.stringify(copy)
  for (const secret of [
    'Secret of hers',
    'A comment of hers',
    'Words of hers',
    'A win of hers',
    'An ask of hers',
    'newborn',
    'Anastasia',
    ana!.email,
    ben!.email,
  ])
    expect(text.includes(secret), secret).toBe(false)
  // no secret key
  const { rows } = await sql<{ password: string }>`select password from account where "userId" = ${leo.id}`.execute(db)
  expect(text).not.toContain(rows[0]!.password)
  expect(text).not.toContain(decodeURIComponent(browser.cookies.get('fk.session_token')!).split('.')[0])
})

test('it calls a round without his check-in that, and does not judge', async () => {
  const pod = await world.pod({ members: [leo] })
  await giveRhythm(world, pod)
  for (let n = 1; n <= 3; n++) {
    await openRound(world, pod)
    await closeRound(world, pod)
  }
  const rounds = (await copyOf()).rounds!.filter(({ pod_id }) => pod_id === pod.id)
  // two graces, then one that counts
  expect(rounds.map(({ result }) => result).sort()).toEqual(['grace', 'grace', 'no check-in'])
})

test('it contains his questions to the assistant, with what remains of their answers', async () => {
  const [asker, author] = await Promise.all([world.member(), world.member()])
  const [post, gone, moved] = [
    await world.post({ by: author, content: 'Rub his back.' }),
    await world.post({ by: author, content: 'A secret that was taken back.' }),
    await world.post({ by: author, content: 'A secret that was changed.' }),
  ]
  const question = await storeAnswer(world, asker, [
    { post, quote: 'Rub his back.' },
    { post: gone, quote: 'A secret that was taken back.' },
    { post: moved, quote: 'A secret that was changed.' },
    'That sounds exhausting.',
  ])
  await world.as(author).posts.deletePost({ id: gone.id })
  await world.as(author).posts.editPost({ id: moved.id, content: 'Nothing.' })
  await world.as(asker).assistant.setQuotable({ is_quotable: false })
  await sql`insert into subscription_interest (user_id, email, selected_tier)
    values (${asker.id}, ${asker.email}, 'Wise Dad')`.execute(db)
  await sql`insert into assistant_usage values (${asker.id}, '2020-02-01', 3)`.execute(db)
  await sql`insert into assistant_handed_on (post_id, member_id) values (${post.id}, ${asker.id})`.execute(db)
  const copy = async () => {
    let text = ''
    for await (const piece of ownData(db, asker.id)) text += piece
    expect(text).not.toContain('A secret')
    return JSON.parse(text) as Copy
  }
  // also before the index has processed the deletion
  await copy()
  await takeBack(world)
  const gave = (id: string | null, text: string | null, taken_back: string | null = null) => ({
    ...{ text, quotation: id && text, post_id: id, comment_id: null, taken_back },
  })
  expect(await copy()).toMatchObject({
    private_profile_and_settings: [{ assistant_may_quote_you: false, plan: 'Free' }],
    questions_to_the_assistant: [
      {
        id: question,
        sentences: [
          gave(post.id, 'Rub his back.'),
          gave(gone.id, null, 'deleted'),
          gave(moved.id, null, 'edited'),
          gave(null, 'That sounds exhausting.'),
        ],
      },
    ],
    questions_used: [{ used: 3 }],
    questions_handed_on_to_other_dads: [{ post_id: post.id }],
    interest_in_plans: [{ selected_tier: 'Wise Dad', email: asker.email }],
  })
})

test('it contains each of very many comments once, a page at a time', { timeout: 120_000 }, async () => {
  const many = isFull ? 100_000 : 3210
  const writer = await world.member()
  const post = await world.post({ by: ana! })
  // at the same moment, so that pages end among equal times
  await sql`insert into comments (post_id, author_id, content, body)
    select ${post.id}, ${writer.id}, 'Word ' || n || '.', '[]' from generate_series(1, ${many}) n`.execute(db)
  await sql`insert into connections (requester_id, addressee_id)
    select ${writer.id}, p.id from profiles p where p.id <> ${writer.id}`.execute(db)
  let largest = 0
  let whole = ''
  for await (const piece of ownData(db, writer.id)) {
    largest = Math.max(largest, piece.length)
    whole += piece
  }
  const copy = JSON.parse(whole) as Copy
  expect(new Set(copy.comments!.map(({ content }) => content)).size).toBe(many)
  expect(copy.comments).toHaveLength(many)
  // five hundred short statements, and nothing that grows with the number of comments
  expect(largest).toBeLessThan(300_000)
})

test('a page of his comments is a range of an index, in all networks and even if they are deleted', async () => {
  const writer = await world.member()
  const network = await world.privateNetwork({ members: [writer] })
  const [open, shut] = [await world.post({ by: ana! }), await world.postIn(network, { by: writer })]
  for (const [post, removed, many] of [
    [open, null, 6000],
    [open, new Date(), 5000],
    [shut, null, 5500],
  ] as const)
    await sql`insert into comments (post_id, author_id, content, body, removed_at, removed_reason)
      select ${post.id}, ${writer.id}, gen_random_uuid(), '[]', ${removed}, ${removed && 'Unkind'}
      from generate_series(1, ${many}::int)`.execute(db)
  await sql`analyze comments`.execute(db)
  let whole = ''
  for await (const piece of ownData(db, writer.id)) whole += piece
  const { comments } = JSON.parse(whole) as Copy
  expect([comments!.length, new Set(comments!.map(({ id }) => id)).size]).toEqual([16_500, 16_500])
  const part = PARTS.find(({ name }) => name === 'comments')!
  const partitions = part.partitions ? await part.partitions(db, writer.id) : [null]
  for (const partition of partitions) {
    const after = [new Date().toISOString(), randomUUID()]
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select q.place, q.item::text as item from (
      ${part.page({ member: writer.id, after, partition })} limit 500) q`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, plan).toContain('comments_of_author')
    expect(plan, plan).not.toContain('Sort')
  }
  expect(partitions).toHaveLength(3)
})

test('every column with his id is in it, or named with the reason why it is not; also what administrators did to him', async () => {
  const [max, zoe] = await world.members(2)
  const admin = world.as(await administratorOf(world))
  const post = await world.post({ by: max! })
  await world.as(zoe!).votes.castPostVote({ post_id: post.id, direction: 'up' })
  await world.as(max!).connections.requestConnection({ user_id: zoe!.id })
  await world.as(max!, { limits: 'real' }).votes.castPostVote({ post_id: post.id, direction: 'up' })
  await admin.admin.suspendMember({ id: max!.id, reason: 'The same three times.' })
  await admin.admin.restoreMember({ id: max!.id })
  // the log of administrators is written by a reader
  await world.readFacts()
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  const naming: string[] = []
  for (const { name } of tables) {
    const found = await sql`select from ${sql.table(name)} t where t::text like ${`%${max!.id}%`} limit 1`.execute(db)
    if (found.rows.length > 0) naming.push(name)
  }
  const known: string[] = [...PARTS.flatMap(({ tables }) => tables), ...Object.keys(NOT_COPIED)]
  expect(naming.length).toBeGreaterThan(5)
  expect(naming.filter((name) => !known.includes(name))).toEqual([])
  const copy = await written(max!.id)
  expect(copy.administrators_decided).toHaveLength(2)
  expect(copy.administrators_decided!.map(({ reason }) => reason)).toContain('The same three times.')
})

test('of an event that he may not see any more it contains only that he had joined it', async () => {
  const [max, zoe, abe] = await world.members(3)
  const network = await world.privateNetwork({ members: [max!, zoe!] })
  const [inside, hers, open] = await Promise.all([
    world.event({ by: zoe!, group_id: network.id, title: 'Inside' }),
    world.event({ by: zoe!, title: 'Hers' }),
    world.event({ by: abe!, title: 'Open' }),
  ])
  for (const { id } of [inside, hers, open]) await world.as(max!).events.attendEvent({ id, going: true })
  const titles = async () => (await written(max!.id)).events_attended!.flatMap(({ title }) => title ?? []).sort()
  expect(await titles()).toEqual(['Hers', 'Inside', 'Open'])
  await world.as(max!).groups.leaveGroup({ id: network.id })
  await world.as(zoe!).blocks.blockMember({ user_id: max!.id })
  expect(await titles()).toEqual(['Open'])
})

async function written(member: string): Promise<Copy> {
  let text = ''
  for await (const piece of ownData(db, member)) text += piece
  return JSON.parse(text) as Copy
}
