import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Room } from '#contract/chat.ts'
import { makeWorld, type Person, refusal, waitingForLocks } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben, eve] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'eve' }),
]
const SHUT = { code: 'ROOM_NOT_FOUND', status: 404, message: 'This conversation is not open to you' }

const makeRoom = {
  pod: (members: Person[]) => world.pod({ members }),
  group: (members: Person[]) => world.privateNetwork({ members }),
}
const leave = {
  pod: (id: string, who: Person) =>
    world.db.deleteFrom('pod_members').where('pod_id', '=', id).where('user_id', '=', who.id),
  group: (id: string, who: Person) =>
    world.db.deleteFrom('group_members').where('group_id', '=', id).where('user_id', '=', who.id),
}

test('an id is used for one message in all rooms', async () => {
  const id = randomUUID()
  const [pod, group, other] = [await makeRoom.pod([ana]), await makeRoom.group([ana]), await makeRoom.pod([ana])]
  const send = (room: Room, room_id: string) => world.as(ana).chat.sendMessage({ room, room_id, id, content: 'Once.' })
  await send('pod', pod.id)
  for (const [room, { id: room_id }] of [
    ['group', group],
    ['pod', other],
  ] as const)
    expect(await refusal(send(room, room_id))).toMatchObject({ status: 409, code: 'ID_TAKEN' })
  expect(await send('pod', pod.id)).toMatchObject({ id })
  for (const [room, { id: room_id }] of [
    ['group', group],
    ['pod', other],
  ] as const)
    expect((await world.as(ana).chat.listMessages({ room, room_id })).items).toEqual([])
})

describe.each(['pod', 'group'] as const)('in a %s', (room: Room) => {
  const open = async (members = [ana, ben]) => {
    const { id: room_id } = await makeRoom[room](members)
    return { room, room_id }
  }
  const say = (who: Person, place: { room: Room; room_id: string }, content: string, id: string = randomUUID()) =>
    world.as(who).chat.sendMessage({ ...place, id, content })
  const read = (who: Person, place: { room: Room; room_id: string }, before?: string) =>
    world.as(who).chat.listMessages({ ...place, before })

  test('a message is stored unchanged, numbered, and published', async () => {
    const place = await open()
    const said = await say(ana, place, '  Slept *four* hours.\nYou? ')
    expect(said).toMatchObject({ content: 'Slept *four* hours.\nYou?', seq: 1, user: { username: ana.username } })
    const answered = await say(ben, place, 'Three.')
    expect(await read(ana, place)).toEqual({ items: [said, answered], next: null, later: null, seq: 2, read: 0 })
    expect(world.notified.filter((name) => name === `${room}:${place.room_id}`)).toHaveLength(2)
    // a network's message is also published for the badges; pods have none
    const news = world.notified.filter((name) => name === `new-message:${said.id}`)
    expect(news).toHaveLength(room === 'group' ? 1 : 0)
    const { rows } = await sql<{ kind: string; data: object }>`
      select kind, data from facts where data ->> 'message_id' = ${said.id}`.execute(world.db)
    expect(rows).toEqual([{ kind: 'message.sent', data: { room, room_id: place.room_id, message_id: said.id } }])
  })

  test('sent ten times at the same moment it is one message, and the numbers have no gap', async () => {
    const [place, id] = [await open(), randomUUID()]
    const all = await Promise.all(Array.from({ length: 10 }, () => say(ana, place, 'Once.', id)))
    for (const one of all) expect(one).toEqual(all[0])
    await say(ana, place, 'Then.')
    expect((await read(ben, place)).items.map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'Once.'],
      [2, 'Then.'],
    ])
  })

  test('an id that is used is refused for another text, another room or another member', async () => {
    const [place, other, id] = [await open(), await open(), randomUUID() as string]
    await say(ana, place, 'Mine.', id)
    const taken = { code: 'ID_TAKEN', status: 409, message: 'Failed to send message' }
    expect(await refusal(say(ana, place, 'Else.', id))).toEqual(taken)
    expect(await refusal(say(ben, place, 'Mine.', id))).toEqual(taken)
    expect(await refusal(say(ana, other, 'Mine.', id))).toEqual(taken)
    expect((await read(ana, other)).seq).toBe(0)
  })

  test('only members read, write, delete and mark messages; for all others the room does not exist', async () => {
    const place = await open()
    const { id } = await say(ana, place, 'Between us.')
    const nowhere = { room, room_id: randomUUID() }
    for (const [who, where] of [
      [eve, place],
      [ana, nowhere],
    ] as const) {
      expect(await refusal(read(who, where))).toEqual(SHUT)
      expect(await refusal(say(who, where, 'Hello?'))).toEqual(SHUT)
      expect(await refusal(world.as(who).chat.deleteMessage({ ...where, id }))).toEqual(SHUT)
      expect(await refusal(world.as(who).chat.markRead({ ...where, seq: 1 }))).toEqual(SHUT)
    }
    expect((await refusal(world.as(null).chat.listMessages(place))).status).toBe(401)
    expect(await read(ben, place)).toMatchObject({ seq: 1, items: [{ id }] })
  })

  test('17: a member who has left can no longer read, write or delete, including his own messages', async () => {
    const place = await open()
    const { id } = await say(ben, place, 'Going.')
    await leave[room](place.room_id, ben).execute()
    expect(await refusal(read(ben, place))).toEqual(SHUT)
    expect(await refusal(say(ben, place, 'One more.'))).toEqual(SHUT)
    expect(await refusal(say(ben, place, 'Going.', id))).toEqual(SHUT)
    expect(await refusal(world.as(ben).chat.deleteMessage({ ...place, id }))).toEqual(SHUT)
    expect((await read(ana, place)).items).toHaveLength(1)
  })

  test('a request from outside takes no lock in the room, so it is answered while a member writes', async () => {
    const input = await open()
    const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = world.db.transaction().execute(async (db) => {
      await sql`select send_message(${room}, ${input.room_id}, ${ana.id}, ${randomUUID()}, 'Wait.')`.execute(db)
      held.resolve()
      await go.promise
    })
    await held.promise
    const id = randomUUID()
    try {
      expect(await refusal(world.as(eve).chat.sendMessage({ ...input, id, content: 'Me?' }))).toEqual(SHUT)
      expect(await refusal(world.as(eve).chat.deleteMessage({ ...input, id }))).toEqual(SHUT)
    } finally {
      go.resolve()
      await writing
    }
  })

  test('17: a message that is sent while the member leaves is stored before that, or refused', async () => {
    for (let round = 0; round < 20; round++) {
      const place = await open()
      const [sent] = await Promise.allSettled([say(ben, place, 'Wait.'), leave[room](place.room_id, ben).execute()])
      const { items, seq } = await read(ana, place)
      expect(items).toHaveLength(sent.status === 'fulfilled' ? 1 : 0)
      expect(seq).toBe(items.length)
    }
  })

  test('the author deletes a message: it disappears, its id stays used, and no other member can delete it', async () => {
    const place = await open()
    const { id } = await say(ana, place, 'Too much.')
    const kept = await say(ben, place, 'Heard you.')
    const remove = (who: Person) => world.as(who).chat.deleteMessage({ ...place, id })
    expect(await refusal(remove(ben))).toMatchObject({ code: 'NOT_AUTHOR', status: 403 })
    expect(await remove(ana)).toEqual({ id })
    expect(await refusal(remove(ana))).toMatchObject({ code: 'MESSAGE_NOT_FOUND', status: 404 })
    expect(await read(ben, place)).toMatchObject({ items: [kept], seq: 3 })
    expect(await refusal(say(ana, place, 'Too much.', id))).toMatchObject({ code: 'MESSAGE_DELETED', status: 410 })
    expect((await read(ben, place)).seq).toBe(3)
  })

  test('history is read backwards, each message once, while others write', async () => {
    const place = await open()
    const said: string[] = []
    for (let n = 0; n < 120; n++) said.push((await say(n % 2 ? ana : ben, place, `${n}`)).id)
    const seen: string[] = []
    for (let before: string | undefined; ; ) {
      const { items, next } = await read(ana, place, before)
      seen.unshift(...items.map(({ id }) => id))
      if (!next) break
      before = next
      await say(ben, place, 'Meanwhile.')
    }
    expect(seen).toEqual(said)
    expect(await refusal(read(ana, place, 'zz'))).toMatchObject({ code: 'INVALID' })
  })

  describe('if more messages are new to a member than a page holds', () => {
    const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)
    const words = ({ items }: { items: { content: string }[] }) => items.map(({ content }) => content)
    const ask = (place: { room: Room; room_id: string }, where: object) =>
      world.as(ana).chat.listMessages({ ...place, ...where })

    test('the first page starts where he stopped, and he reads to the end, each message once, while others write', async () => {
      const place = await open()
      for (const line of lines(1, 170)) await say(ben, place, line)
      await world.as(ana).chat.markRead({ ...place, seq: 40 })
      const first = await ask(place, { from: 'unread' })
      expect(first).toMatchObject({ next: '26', later: '90', seq: 170, read: 40 })
      expect(words(first)).toEqual(lines(26, 90))
      expect(words(await ask(place, { before: first.next! }))).toEqual(lines(1, 25))
      const seen = words(first)
      let said = 170
      for (let later = first.later; later !== null; ) {
        if (said < 190) for (const line of lines(said + 1, said + 10)) await say(ben, place, line)
        said = Math.min(190, said + 10)
        const page = await ask(place, { after: later })
        seen.push(...words(page))
        later = page.later
      }
      expect(seen).toEqual(lines(26, 190))
      expect(await ask(place, { after: '190' })).toMatchObject({ items: [], later: null, seq: 190 })
    })

    test('an older page leads forward again without a gap, even if messages in between are deleted', async () => {
      const place = await open()
      const ids: string[] = []
      for (const line of lines(1, 70)) ids.push((await say(ben, place, line)).id)
      const [latest, above] = [await ask(place, {}), await ask(place, { before: '21' })]
      expect([latest.next, latest.later, above.next, above.later]).toEqual(['21', null, null, '20'])
      for (const id of ids.slice(15, 25)) await world.as(ben).chat.deleteMessage({ ...place, id })
      expect(words(await ask(place, { after: above.later! }))).toEqual(lines(26, 70))
      expect(words(await ask(place, { before: '21' }))).toEqual(lines(1, 15))
    })

    test('if less than a page, or everything, is new, he gets the latest page', async () => {
      const place = await open()
      for (const line of lines(1, 60)) await say(ben, place, line)
      expect(words(await ask(place, { from: 'unread' }))).toEqual(lines(11, 60))
      for (const seq of [25, 60]) {
        await world.as(ana).chat.markRead({ ...place, seq })
        const page = await ask(place, { from: 'unread' })
        expect(words(page)).toEqual(lines(11, 60))
        expect(page).toMatchObject({ next: '11', later: null, read: seq })
      }
    })

    test('only one position at a time is accepted, and only valid ones', async () => {
      const place = await open()
      for (const where of [
        { before: '5', after: '2' },
        { after: '2', from: 'unread' },
        { after: '-1' },
        { before: '1e3' },
        { after: '9'.repeat(16) },
      ])
        expect(await refusal(ask(place, where))).toMatchObject({ code: 'INVALID', status: 400 })
      expect(await ask(place, { before: '0' })).toMatchObject({ items: [], next: null, later: '0' })
      expect(await ask(place, { after: '999999999999999' })).toMatchObject({ items: [], later: null })
    })
  })

  test('concurrent messages are numbered in the order in which they are read', async () => {
    const place = await open()
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => say(n % 2 ? ana : ben, place, `${n}`)))
    expect(all.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
    const { items } = await read(ana, place)
    expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 11))
  })

  test('the read position is stored per member, never decreases and never exceeds the last message', async () => {
    const place = await open()
    const mark = async (seq: number) => (await world.as(ana).chat.markRead({ ...place, seq })).read
    for (let n = 0; n < 3; n++) await say(ben, place, `${n}`)
    expect(await mark(2)).toBe(2)
    expect(await mark(1)).toBe(2)
    expect(await mark(99)).toBe(3)
    expect((await read(ana, place)).read).toBe(3)
    expect((await read(ben, place)).read).toBe(0)
  })

  test.each([
    ['nothing', ' \u200b', 'Please enter a message'],
    ['4,001', 'a'.repeat(4001), 'A message can be at most 4,000 characters'],
    ['NUL', 'a\0', 'A message holds a character that cannot be kept'],
  ])('a message of %s is refused with its sentence', async (_name, content, message) => {
    const place = await open()
    expect(await refusal(say(ana, place, content))).toMatchObject({ code: 'INVALID', status: 400, message })
    expect((await read(ana, place)).seq).toBe(0)
  })

  test('a message of a deleted account stays without an author', async () => {
    const gone = await world.member()
    const place = await open([ana, gone])
    await say(gone, place, 'Remember me.')
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect((await read(ana, place)).items).toMatchObject([{ user: null, content: 'Remember me.' }])
  })
})

test('a message makes a pod active', async () => {
  const pod = await world.pod({ members: [ana] })
  const when = () =>
    world.db.selectFrom('pods').select('last_activity_at').where('id', '=', pod.id).executeTakeFirstOrThrow()
  await world.db
    .updateTable('pods')
    .set({ last_activity_at: new Date(0) })
    .where('id', '=', pod.id)
    .execute()
  await world.as(ana).chat.sendMessage({ room: 'pod', room_id: pod.id, id: randomUUID(), content: 'Up.' })
  expect((await when()).last_activity_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('sending in a network locks its row before its topic, as joining and leaving do', async () => {
  const { id: room_id } = await world.publicNetwork({ members: [ana] })
  await world.as(ana).chat.sendMessage({ room: 'group', room_id, id: randomUUID(), content: 'First.' })
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const joining = world.db.transaction().execute(async (db) => {
    await sql`select from groups where id = ${room_id} for update`.execute(db)
    held.resolve()
    await go.promise
    // a retry would hide a deadlock, so this fails immediately if the topic is locked
    await sql`select from topics where topic = ${`group:${room_id}`} for update nowait`.execute(db)
    await sql`select tell(${`group:${room_id}`}, 'group.joined', ${ben.id})`.execute(db)
  })
  await held.promise
  const said = world.as(ana).chat.sendMessage({ room: 'group', room_id, id: randomUUID(), content: 'Hello.' })
  await waitingForLocks(world, 1)
  go.resolve()
  await joining
  expect((await said).seq).toBe(3)
})
