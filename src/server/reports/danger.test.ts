/** Reports of danger wake the administrators, until one of them has come. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { PAGE_SIZE } from '#contract/words.ts'
import { administratorOf, openCases } from '#test/administrator.ts'
import { type Made, makeWorld, type Person, refusal } from '#test/world.ts'
import { dangerJobs, reportThing } from './reports.ts'

const world = await makeWorld()
const [ana, ben, eve, sam] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'eve' }),
  await world.member({ name: 'sam' }),
]
/** `sam` is an administrator by ADMIN_EMAILS, the other two by the database. */
const adminEmails = [sam.email, 'nobody@example.org']
const [chief, second] = [await administratorOf(world), await administratorOf(world, 'second')]
const ADMINISTRATORS = [chief.email, second.email, sam.email].sort()

interface QueuedMail {
  to: string
  kind: string
  subject: string
  paragraphs: string[]
  link: { url: string }
  priority: number
}

const queued = async (kind = 'danger') => {
  const { rows } = await sql<{ payload: QueuedMail; priority: number }>`
    select payload, priority from graphile_worker._private_jobs where payload ->> 'kind' = ${kind} order by id`.execute(
    world.db,
  )
  return rows.map(({ payload, priority }) => ({ ...payload, priority }))
}
const recipients = async () => (await queued()).map(({ to }) => to).sort()
/** The mails of each administrator, beside `ADMINISTRATORS`. */
const times = (n: number) => ADMINISTRATORS.flatMap((email) => Array(n).fill(email))

type Report = Parameters<typeof reportThing>[1]
const report = (who: Person, { id }: Made, of: Partial<Report> = {}) =>
  reportThing({ ...world.ctx(who), adminEmails }, { kind: 'post', id, reason: 'danger', ...of })
const caseOf = async ({ id }: Made) => (await openCases(world, chief)).find(({ subject_id }) => subject_id === id)!
const reportedPost = async (by = ben) => {
  const post = await world.post({ by: ana })
  await report(by, post)
  return caseOf(post)
}

const remind = () => dangerJobs({ db: world.db, adminEmails, log: world.ctx(null).log }).tasks.remind_of_danger!(null)
/** As if the report had been sent so many minutes earlier. */
const age = (minutes: number) =>
  sql`update dangers set reported_at = reported_at - make_interval(mins => ${minutes}),
    due_at = due_at - make_interval(mins => ${minutes})`.execute(world.db)

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
  await sql`delete from report_cases`.execute(world.db)
})

describe('a report of danger', () => {
  test('is queued as a mail to every administrator when the report is answered, before all other mails', async () => {
    await reportedPost()
    expect(await recipients()).toEqual(ADMINISTRATORS)
    for (const mail of await queued()) {
      expect(mail).toMatchObject({ subject: 'Somebody may be in danger', link: { url: '/admin' } })
      expect(mail.priority).toBeLessThan(0)
    }
  })

  test('says in the mail what kind of thing it is and where it stands, and neither the words nor any name', async () => {
    const pod = await world.pod({ members: [ana, ben], name: 'Night shift', is_private: true })
    const id = randomUUID()
    await world.as(ana).chat.sendMessage({ room: 'pod', room_id: pod.id, id, content: 'CANARY words' })
    await report(ben, { id }, { kind: 'message', note: 'CANARY note' })
    const [mail] = await queued()
    expect(mail!.paragraphs).toContain('A message in Night shift was reported.')
    const text = JSON.stringify(mail)
    for (const secret of ['CANARY', ana.username, ben.username]) expect(text).not.toContain(secret)
  })

  test('goes to no administrator who is suspended or whose address is not confirmed, and never to a member', async () => {
    const [out, unconfirmed] = [await administratorOf(world, 'out'), await administratorOf(world, 'unconfirmed')]
    await sql`update profiles_private set suspended_at = now(), suspended_reason = 'No.' where id = ${out.id}`.execute(
      world.db,
    )
    await sql`update "user" set "emailVerified" = false where id = ${unconfirmed.id}`.execute(world.db)
    await reportedPost()
    expect(await recipients()).toEqual(ADMINISTRATORS)
  })

  test('makes a danger of a case that was opened for another reason, also if the same member says it only then', async () => {
    for (const later of [eve, ben]) {
      const post = await world.post({ by: ana })
      await report(ben, post, { reason: 'unkind' })
      expect(await queued()).toEqual([])
      expect((await caseOf(post)).danger).toBeNull()
      await report(later, post, { note: 'He has gone out.' })
      expect(await recipients()).toEqual(ADMINISTRATORS)
      const found = await caseOf(post)
      expect(found).toMatchObject({ danger: { opened_at: null }, reporters: later === ben ? 1 : 2 })
      expect(found.reports[0]).toMatchObject({ reason: 'danger', note: 'He has gone out.' })
      await sql`delete from graphile_worker._private_jobs`.execute(world.db)
    }
  })

  test('mails once for each case, however many members report it, at the same moment and again', async () => {
    const post = await world.post({ by: ana })
    const many = await world.members(6)
    await Promise.all([...many, ...many].map((who) => report(who, post)))
    await world.as(chief).admin.openReport({ id: (await caseOf(post)).id })
    await report(eve, post)
    await age(120)
    await remind()
    expect(await recipients()).toEqual(ADMINISTRATORS)
  })

  test('is not lost in silence if there is no administrator: the log of the program has a warning', async () => {
    await world.db.updateTable('profiles_private').set({ is_admin: false }).where('is_admin', '=', true).execute()
    const post = await world.post({ by: ana })
    await world.as(ben).reports.reportThing({ kind: 'post', id: post.id, reason: 'danger' })
    const ids = [chief.id, second.id]
    const said = () =>
      world.lines.filter((line) => JSON.stringify(line).includes('no administrator has a confirmed address'))
    expect(said()).toHaveLength(1)
    await age(15)
    await dangerJobs({ db: world.db, adminEmails: [], log: world.ctx(null).log }).tasks.remind_of_danger!(null)
    expect(said()).toHaveLength(2)
    await world.db.updateTable('profiles_private').set({ is_admin: true }).where('id', 'in', ids).execute()
    expect(await queued()).toEqual([])
  })
})

describe('the reminders', () => {
  test('come after 15 and 60 minutes and then end; two processes at the same time send each once', async () => {
    await reportedPost()
    for (const [minutes, mails] of [
      [14, 1],
      [1, 2],
      [44, 2],
      [1, 3],
      [6000, 3],
    ] as const) {
      await age(minutes)
      await Promise.all([remind(), remind(), remind()])
      await remind()
      expect([minutes, await recipients()]).toEqual([minutes, times(mails)])
    }
  })

  test('end when an administrator has opened, taken or decided the case', async () => {
    const admin = world.as(chief).admin
    for (const act of [
      (id: string) => admin.openReport({ id }),
      (id: string) => admin.takeReport({ id }),
      (id: string) => admin.decideReport({ id, decision: 'dismiss' }),
    ]) {
      const { id } = await reportedPost()
      await act(id)
    }
    const removed = await reportedPost()
    await admin.removeThing({ kind: 'post', id: removed.subject_id, reason: 'No.' })
    await age(120)
    await remind()
    expect(await recipients()).toEqual(times(4))
  })

  test('of several cases are one mail', async () => {
    for (let n = 0; n < 7; n++) await reportedPost()
    await sql`delete from graphile_worker._private_jobs`.execute(world.db)
    await age(15)
    await remind()
    expect(await recipients()).toEqual(ADMINISTRATORS)
    const [mail] = await queued()
    expect(mail!.subject).toBe('Somebody may be in danger: 7 reports')
    expect(mail!.paragraphs).toContain('And 2 more.')
  })
})

describe('the list of open cases', () => {
  test('has those of danger first, the longest waiting first, and its pages leave none out and show none twice', async () => {
    const insert = (count: number, danger: boolean) =>
      sql`
      with made as (
        insert into report_cases (kind, subject_id, snapshot, reporters, reported_at)
        select 'post', gen_random_uuid(), '{"title": null, "content": "", "place": null, "path": null}', 1,
          now() - make_interval(mins => n / 2) from generate_series(1, ${count}::int) n returning id, reported_at)
      insert into dangers (case_id, reported_at) select id, reported_at from made where ${danger}`.execute(world.db)
    for (const [dangers, others] of [
      [3, PAGE_SIZE * 2],
      [PAGE_SIZE, 3],
      [PAGE_SIZE + 1, PAGE_SIZE],
      [PAGE_SIZE - 1, 1],
      [0, PAGE_SIZE + 1],
      [PAGE_SIZE, 0],
    ] as const) {
      await sql`delete from report_cases`.execute(world.db)
      await insert(others, false)
      await insert(dangers, true)
      const found: Awaited<ReturnType<typeof openCases>> = []
      let after: string | undefined
      do {
        const page = await world.as(chief).admin.listReports({ after })
        expect(page.items.length).toBeLessThanOrEqual(PAGE_SIZE)
        found.push(...page.items)
        after = page.next ?? undefined
      } while (after)
      expect(new Set(found.map(({ id }) => id)).size).toBe(dangers + others)
      expect(found.map(({ danger }) => danger !== null)).toEqual(
        Array.from({ length: dangers + others }, (_, n) => n < dangers),
      )
      for (const part of [found.slice(0, dangers), found.slice(dangers)]) {
        const moments = part.map(({ reported_at }) => reported_at.getTime())
        expect(moments).toEqual(moments.toSorted((a, b) => a - b))
      }
    }
    const made = await world.as(chief).admin.listReports({})
    expect(made.next).toBeNull()
    expect(await refusal(world.as(chief).admin.listReports({ after: '_nonsense' }))).toMatchObject({ status: 400 })
  })
})

describe('an administrator', () => {
  test('opens a case: the first one is remembered, also if two do so at once', async () => {
    const { id } = await reportedPost()
    await Promise.all([chief, second, chief].map((who) => world.as(who).admin.openReport({ id })))
    const first = (await openCases(world, chief))[0]!.danger!
    expect(first.opened_at).not.toBeNull()
    await world.as(sam.id === first.opened_by!.id ? chief : second).admin.openReport({ id })
    expect((await openCases(world, chief))[0]!.danger).toEqual(first)
    await world.readFacts()
    const log = (await world.as(chief).admin.listActs({})).items.filter(({ subject_id }) => subject_id === id)
    expect(log.map(({ what }) => what)).toEqual(['report.opened'])
  })

  test('takes a case: of two at once the second one is told who has it', async () => {
    const { id } = await reportedPost()
    const answers = await Promise.all(
      [chief, second].map((who) =>
        world
          .as(who)
          .admin.takeReport({ id })
          .then(
            () => null,
            (error: unknown) => error,
          ),
      ),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    const [first, late] = answers[0] === null ? [chief, second] : [second, chief]
    expect(await refusal(world.as(late).admin.takeReport({ id }))).toMatchObject({
      ...{ code: 'REPORT_TAKEN', status: 409, message: expect.stringMatching(/^\S.* has taken this already$/) },
    })
    const again = await world.as(first).admin.takeReport({ id })
    expect(again.danger).toMatchObject({ taken_by: { id: first.id }, opened_by: { id: first.id } })
    await world.as(late).admin.decideReport({ id, decision: 'dismiss' })
    expect(await refusal(world.as(first).admin.takeReport({ id }))).toMatchObject({ code: 'REPORT_DECIDED' })
  })

  test('who wrote it does not end the reminders by opening it, and cannot take it or write to himself', async () => {
    const post = await world.post({ by: chief })
    await report(ben, post)
    const { id } = await caseOf(post)
    const opened = await world.as(chief).admin.openReport({ id })
    expect(opened.danger).toMatchObject({ opened_at: null, opened_by: null })
    const word = { id, word_id: randomUUID(), words: 'Hello.' }
    for (const call of [
      () => world.as(chief).admin.takeReport({ id }),
      () => world.as(chief).admin.writeToAuthor(word),
    ])
      expect(await refusal(call())).toMatchObject({ status: 409, code: 'OWN_CASE' })
    await age(15)
    await remind()
    expect(await recipients()).toEqual(times(2))
    expect((await world.as(second).admin.takeReport({ id })).danger).toMatchObject({ taken_by: { id: second.id } })
  })

  test('writes a word to the author, who gets it once by mail and learns of no report; the log keeps it', async () => {
    const { id } = await reportedPost()
    const word = { id, word_id: randomUUID(), words: 'Hello Ana,\n\nhow are you?' }
    const answer = await world.as(chief).admin.writeToAuthor(word)
    await world.as(chief).admin.writeToAuthor(word)
    expect(answer.danger).toMatchObject({ word_by: { id: chief.id }, opened_by: { id: chief.id } })
    const mails = await queued('word-from-administrators')
    expect(mails).toMatchObject([
      {
        to: ana.email,
        paragraphs: ['Hello Ana,', 'how are you?', '– The administrators'],
        link: { url: '/help-lines' },
      },
    ])
    expect(JSON.stringify(mails)).not.toMatch(/report/i)
    await world.readFacts()
    expect((await world.as(chief).admin.listActs({})).items).toContainEqual(
      expect.objectContaining({ what: 'member.written_to', subject_id: ana.id, reason: word.words }),
    )
  })

  test('cannot write to an author without an account or a confirmed address, nor write nothing', async () => {
    const author = await world.member()
    const post = await world.post({ by: author })
    await report(ben, post)
    const { id } = await caseOf(post)
    const write = (words = 'Hello.') =>
      refusal(world.as(chief).admin.writeToAuthor({ id, word_id: randomUUID(), words }))
    expect(await write(' ')).toMatchObject({ status: 400, message: 'Please write him a few words' })
    await sql`update "user" set "emailVerified" = false where id = ${author.id}`.execute(world.db)
    expect(await write()).toMatchObject({ code: 'NO_ADDRESS', status: 409 })
    await sql`delete from "user" where id = ${author.id}`.execute(world.db)
    expect(await write()).toMatchObject({ code: 'NO_AUTHOR', status: 409 })
    expect(await queued('word-from-administrators')).toEqual([])
    // a refused word has opened nothing
    expect((await caseOf(post)).danger).toMatchObject({ opened_at: null, word_at: null })
  })

  test('is refused where nobody reported danger, and for a case that does not exist', async () => {
    const post = await world.post({ by: ana })
    await report(ben, post, { reason: 'spam' })
    const { admin } = world.as(chief)
    for (const [id, code] of [
      [(await caseOf(post)).id, 'NO_DANGER'],
      [randomUUID(), 'REPORT_NOT_FOUND'],
    ] as const) {
      const word = { id, word_id: randomUUID(), words: 'Hello.' }
      for (const call of [
        () => admin.openReport({ id }),
        () => admin.takeReport({ id }),
        () => admin.writeToAuthor(word),
      ])
        expect(await refusal(call())).toMatchObject({ code })
    }
  })

  test('alone may do so: for a member these calls do not exist, and the reminders go on', async () => {
    const { id } = await reportedPost()
    const { admin } = world.as(ana)
    const word = { id, word_id: randomUUID(), words: 'Hello.' }
    for (const call of [
      () => admin.openReport({ id }),
      () => admin.takeReport({ id }),
      () => admin.writeToAuthor(word),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await age(15)
    await remind()
    expect(await recipients()).toEqual(times(2))
  })
})
