/** Display names that are refused, and the mark of an administrator. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { administratorOf } from '#test/administrator.ts'
import { makeBrowser, signIn } from '#test/client.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub', env: { ADMIN_EMAILS: 'chief@example.org' } })
const KEPT = 'This name is kept for those who run the place. Please choose another.'
const ANOTHER = "This is another member's username. Please add something to it."
const sam = await world.member({ name: 'sam' })
const rename = (display_name: string, by: Person = sam) => world.as(by).members.updateProfile({ display_name })
const refused = (sentence: string) => ({
  code: 'INVALID',
  status: 400,
  message: sentence,
  data: { fields: { display_name: sentence } },
})

describe('25: a display name', () => {
  test.each([
    ...['admin', 'ADMIN', '[Admin]', '✓ admin', '🛡️ Admin 🛡️', '|Admin|', 'Admin™', 'Admin 2', 'The Admin', 'Admins'],
    ...[
      '\u0430dmin',
      'АDМІN',
      'Ⓐⓓⓜⓘⓝ',
      '𝓐𝓭𝓶𝓲𝓷',
      'ＡＤＭＩＮ',
      'adrnin',
      'Adm1n',
      'Adm|n',
      'Ádmín',
      'a\u200dd\u200dmin',
    ],
    ...[
      'A d m i n',
      'A.D.M.I.N',
      'Admin Team',
      'AdminTeam',
      'administrаtоr',
      'Moderator',
      'Support',
      'Official Support',
    ],
    ...[
      'Fatherkin',
      'Fatherkin Support',
      'Tom of Fatherkin',
      'FаthеrkinHelp',
      'F a t h e r k i n',
      'Pop',
      'P0P',
      '«Рор»',
    ],
  ])('cannot look like those who run the instance: %s', async (name) => {
    expect(await refusal(rename(name))).toEqual(refused(KEPT))
  })

  test.each([
    'Pop Smith',
    'Joe Adminton-Brown',
    'Supporter',
    'Modern Dad',
    'Joe Root',
    'Адам',
    'محمد',
    'علی‌رضا',
    '…',
    '👨‍👩‍👧',
  ])('may be %s', async (name) => expect(await rename(name)).toMatchObject({ display_name: name }))

  test("cannot resemble another member's username, whatever its script, its case and the signs around it", async () => {
    await world.member({ username: 'Marvin_Cole' })
    for (const name of [
      'marvin_cole',
      'MarvinCole',
      'Маrvin_Cole',
      'МАRVIN-СОLЕ',
      'marvin.c0le',
      'rnarvin_cole',
      '✓ marvincole',
    ])
      expect(await refusal(rename(name)), name).toEqual(refused(ANOTHER))
    // usernames contain no spaces, so a name with one may be used by several members
    expect(await rename('Marvin Cole')).toMatchObject({ display_name: 'Marvin Cole' })
  })

  test("may be the member's own username, in any spelling", async () => {
    const owner = await world.member({ username: 'Walter.Pike' })
    for (const name of ['Walter.Pike', 'walterpike', 'WALTER_PIKE', '✓ Walter.Pike'])
      expect(await rename(name, owner)).toMatchObject({ display_name: name })
  })

  test('stays if another member takes it as his username, and a form may send it again unchanged', async () => {
    await rename('Quentin')
    await world.member({ username: 'quentin' })
    expect(await world.as(sam).members.updateProfile({ display_name: 'Quentin', bio: 'Hello' })).toMatchObject({
      display_name: 'Quentin',
      bio: 'Hello',
    })
    await rename('Sam')
    expect(await refusal(rename('Quentin'))).toEqual(refused(ANOTHER))
  })

  test('is checked in the first steps as well, with the error beside its field', async () => {
    const step = { first_name: 'A', last_name: 'B', display_name: 'Fatherkin Support' }
    expect(await refusal(world.as(sam).onboarding.saveProfileStep(step))).toEqual(refused(KEPT))
  })

  test('is checked at sign-up, with the error beside its field, and the answer reveals nothing about the address', async () => {
    const owner = await world.member({ name: 'owner' })
    await world.member({ username: 'busy.bee' })
    const answers: string[] = []
    for (const email of [owner.email, 'free.one@example.org'])
      for (const name of ['[Admin]', 'Busy-Bee']) {
        const person = { email, username: `new.${email.length}.x`, password: 'the quick brown kettle', name }
        const { status, json } = await makeBrowser(url).call('/sign-up/email', person)
        expect(status).toBe(400)
        answers.push(JSON.stringify(json))
      }
    expect(answers.slice(0, 2)).toEqual(answers.slice(2))
    expect(answers.slice(0, 2).map((text) => JSON.parse(text).fields)).toEqual([{ name: KEPT }, { name: ANOTHER }])
  })

  test('is refused if it is the username of a recently deleted account', async () => {
    await sql`insert into left_names (looks) values (left_name('rodney.gone'))`.execute(world.db)
    expect(await refusal(rename('Rodney-Gone'))).toEqual(refused(ANOTHER))
  })

  test("at its start the program stores the instance's name in the database", async () => {
    const other = await world.serve({ pages: 'stub', env: { BRAND_NAME: 'Dads United', ASSISTANT_NAME: 'Milo' } })
    for (const name of ['Milo', 'Dads United', 'Tom, Dads United', 'DadsUnited', 'United Dads United Dads United'])
      expect(await refusal(rename(name)), name).toEqual(refused(KEPT))
    expect(await rename('Proud Dads')).toMatchObject({ display_name: 'Proud Dads' })
    expect(await rename('Pop')).toMatchObject({ display_name: 'Pop' })
    await other.stop()
    const again = await world.serve({ pages: 'stub', env: { ADMIN_EMAILS: 'chief@example.org' } })
    expect(await refusal(rename('Fatherkin'))).toEqual(refused(KEPT))
    await again.stop()
  })
})

test('25: only one of two usernames that differ in rn and m can be taken', async () => {
  await world.member({ username: 'marnie.w' })
  const person = { email: 'mamie@example.org', username: 'mamie.w', password: 'the quick brown kettle' }
  expect(await makeBrowser(url).call('/sign-up/email', person)).toMatchObject({
    status: 400,
    json: { code: 'USERNAME_IS_ALREADY_TAKEN' },
  })
  await expect(world.member({ username: 'mamie.w' })).rejects.toThrow()
})

describe('the mark of an administrator', () => {
  const markOf = async ({ username }: Person) =>
    (await world.as(null).members.getMember({ username })).is_administrator ?? false

  test('is given by `npm run admin`, removed by a suspension, and comes back with its end', async () => {
    const [chief, boss] = [await administratorOf(world, 'adam'), await administratorOf(world, 'otto')]
    expect(await markOf(chief)).toBe(true)
    await world.as(boss).admin.suspendMember({ id: chief.id, reason: 'A stolen phone.' })
    expect(await markOf(chief)).toBe(false)
    await world.as(boss).admin.restoreMember({ id: chief.id })
    expect(await markOf(chief)).toBe(true)
  })

  test('is given to a verified address of ADMIN_EMAILS, and removed when the program no longer names it', async () => {
    const chief = await world.member({ name: 'chief', email: 'chief@example.org', verified: false })
    const marked = world.db.selectFrom('profiles').select('is_administrator').where('id', '=', chief.id)
    const isMarked = async () => (await marked.executeTakeFirstOrThrow()).is_administrator
    expect(await isMarked()).toBe(false)
    await world.db.updateTable('user').set({ emailVerified: true }).where('id', '=', chief.id).execute()
    expect(await isMarked()).toBe(true)
    await world.db.updateTable('user').set({ email: 'elsewhere@example.org' }).where('id', '=', chief.id).execute()
    expect(await isMarked()).toBe(false)
    await world.db.updateTable('user').set({ email: 'chief@example.org' }).where('id', '=', chief.id).execute()
    const without = await world.serve({ pages: 'stub' })
    expect(await isMarked()).toBe(false)
    const within = await world.serve({ pages: 'stub', env: { ADMIN_EMAILS: 'chief@example.org' } })
    expect(await isMarked()).toBe(true)
    await Promise.all([without.stop(), within.stop()])
  })

  test('is shown with the name: in posts, comments, chat, and lists of members, pods and events; other members have no such field', async () => {
    const chief = await administratorOf(world, 'paul')
    const post = await world.post({ by: chief })
    await world.comment({ by: chief, on: post })
    await world.comment({ by: sam, on: post })
    const group = await world.publicNetwork({ members: [chief, sam] })
    const pod = await world.pod({ members: [chief, sam] })
    const room = { room: 'pod', room_id: pod.id } as const
    await world.as(chief).chat.sendMessage({ ...room, id: crypto.randomUUID(), content: 'Hello' })
    const event = await world.event({ by: chief })
    const reader = world.as(sam)
    const { items: comments } = await reader.comments.listComments({ post_id: post.id })
    const { items: members } = await reader.groups.listGroupMembers({ slug: group.slug })
    const { items: messages } = await reader.chat.listMessages(room)
    const whole = await reader.pods.getPod({ slug: pod.slug })
    const of = (people: ({ id: string } | null)[]) => people.find((one) => one?.id === chief.id)
    for (const shown of [
      (await reader.posts.getPost({ id: post.id })).author,
      of(comments.map(({ author }) => author)),
      of(members.map(({ user }) => user)),
      of(messages.map(({ user }) => user)),
      of(whole.members),
      (await reader.events.getEvent({ id: event.id })).creator,
    ])
      expect(shown).toMatchObject({ id: chief.id, is_administrator: true })
    const others = JSON.stringify(
      [comments, members, whole.members].map((list) => list.filter((one) => !JSON.stringify(one).includes(chief.id))),
    )
    expect(others).toContain(sam.id)
    expect(others).not.toContain('is_administrator')
  })

  test('cannot be given by a member to himself', async () => {
    const eve = await world.member({ name: 'eve', password: 'the quick brown kettle' })
    const browser = await signIn(url, eve)
    for (const body of [{ is_administrator: true }, { display_name: 'Eve', is_administrator: true }])
      expect((await browser.send('PATCH', '/api/v1/me/profile', body)).status).toBe(400)
    expect(await markOf(eve)).toBe(false)
  })
})
