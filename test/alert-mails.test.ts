/** The mails about trouble, with the state in the database and a clock of this test. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config'
import { makeKey, noteEvent } from '#server/kernel/backup/backup.ts'
import { examineInside } from '#server/kernel/doctor/doctor.ts'
import type { CheckResult } from '#server/kernel/doctor/finding.ts'
import { makeWatch } from '#server/kernel/doctor/watch.ts'
import type { Mail } from '#server/kernel/jobs/jobs.ts'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { firstAdministratorsAddress } from '#server/members/members.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { db } = world
const MINUTE_MS = 60_000
const OPERATOR = 'operator@example.org'
const DISK = 'Only 0.1 GB of the disk of DATA_DIR are free.'

let now = Date.parse('2026-11-27T12:00:00Z')
let found: CheckResult[] = []
/** sent without the queue */
const sent: Mail[] = []

beforeEach(async () => {
  await sql`delete from doctor_watch`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  found = []
  sent.length = 0
  world.lines.length = 0
})

const finding = (about: string, sentence: string | null, isCostly = false): CheckResult => ({
  ...{ about, isCostly },
  found: [{ level: sentence ? 'wrong' : 'good', sentence: sentence ?? 'All is well.' }],
})

const watchOf = (more: Partial<Parameters<typeof makeWatch>[0]> = {}) =>
  makeWatch({
    ...{ db, log: world.log, brand: 'Dads', site: 'https://dads.example', now: () => now },
    mail: { deliver: async (mail) => void sent.push(mail) },
    recipients: async () => [OPERATOR],
    examine: async () => found,
    ...more,
  })

async function enqueued(): Promise<Mail[]> {
  const { rows } = await sql<{ payload: Mail }>`
    select payload from graphile_worker._private_jobs order by id`.execute(db)
  return rows.map(({ payload }) => payload)
}
const kinds = async () => (await enqueued()).map(({ kind }) => kind)

/** Looks once a minute. */
async function minutes(count: number, ...watches: { look(): Promise<void> }[]): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    for (const watch of watches) await watch.look()
    now += MINUTE_MS
  }
}

test('one mail when something was wrong for fifteen minutes, and one when it is over', async () => {
  const watch = watchOf()
  found = [finding('the disk', DISK), finding('the site', null)]
  await minutes(15, watch)
  expect(await enqueued()).toEqual([])
  await minutes(60, watch)
  expect(await enqueued()).toMatchObject([
    { kind: 'trouble', to: OPERATOR, subject: 'Something is wrong with Dads at https://dads.example' },
  ])
  expect((await enqueued())[0]!.paragraphs).toEqual([
    'The doctor of Dads at https://dads.example has found this wrong for fifteen minutes:',
    'Since 2026-11-27 12:00 UTC:',
    DISK,
    'Run the doctor for everything that it knows: fatherkin doctor if you have the service, npm run doctor otherwise. You get one more mail when this is over.',
  ])
  found = [finding('the disk', null), finding('the site', null)]
  await minutes(15, watch)
  expect(await kinds()).toEqual(['trouble'])
  await minutes(60, watch)
  expect(await enqueued()).toMatchObject([
    { kind: 'trouble' },
    { kind: 'well', subject: 'All is well again with Dads at https://dads.example' },
  ])
  expect(sent).toEqual([])
})

test('a restart neither repeats the mail nor forgets it', async () => {
  found = [finding('the disk', DISK)]
  const first = watchOf()
  await minutes(10, first)
  await first.release()
  const second = watchOf()
  await minutes(10, second)
  expect(await kinds()).toEqual(['trouble'])
  // killed: the next process waits until the lease has ended
  const third = watchOf()
  await minutes(30, third)
  found = [finding('the disk', null)]
  await minutes(20, watchOf(), third)
  expect(await kinds()).toEqual(['trouble', 'well'])
})

test('of several processes one sends', async () => {
  found = [finding('the disk', DISK)]
  const watches = [watchOf(), watchOf(), watchOf()]
  await minutes(20, ...watches)
  for (let minute = 0; minute < 20; minute++) {
    await Promise.all(watches.map((watch) => watch.look()))
    now += MINUTE_MS
  }
  expect(await kinds()).toEqual(['trouble'])
})

const noMail = { deliver: async () => {}, check: async () => {}, description: 'nowhere' }

/** A database that can be taken away. */
function switchable() {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/dads', 1, world.log)
  onTestFinished(() => away.close())
  const now = { isAway: false }
  const switched = new Proxy(db, {
    get(_, name) {
      const database = now.isAway ? away.db : db
      const value: unknown = Reflect.get(database, name)
      return typeof value === 'function' ? value.bind(database) : value
    },
  })
  return { now, db: switched }
}
const AWAY = 'The database in DATA_DIR does not answer.'

test('while the database is away the mail goes without the queue, and its end is told when it is back', async () => {
  const { now, db } = switchable()
  const watches = [watchOf({ db }), watchOf({ db })]
  found = [finding('the database', null)]
  await minutes(1, ...watches)
  now.isAway = true
  found = [finding('the database', AWAY)]
  await minutes(30, ...watches)
  expect(sent).toMatchObject([{ kind: 'trouble', to: OPERATOR }])
  now.isAway = false
  found = [finding('the database', null)]
  await minutes(30, ...watches)
  expect(sent).toHaveLength(1)
  expect(await kinds()).toEqual(['well'])
})

test('a mail that cannot be sent while the database is away is tried at the next look', async () => {
  const { now, db } = switchable()
  let isMailWell = false
  const deliver = async (mail: Mail) => {
    if (!isMailWell) throw new Error('The server is away')
    sent.push(mail)
  }
  const watch = watchOf({ db, mail: { deliver } })
  await minutes(1, watch)
  now.isAway = true
  found = [finding('the database', AWAY)]
  await minutes(20, watch)
  expect(world.lines).toContainEqual(
    expect.objectContaining({ level: 'error', text: 'the mail about what is wrong could not be sent' }),
  )
  isMailWell = true
  await minutes(20, watch)
  expect(sent).toHaveLength(1)
})

test('if one of two addresses is refused while the database is away, the other one gets one mail', async () => {
  const { now, db } = switchable()
  const deliver = async (mail: Mail) => {
    if (mail.to === 'gone@example.org') throw new Error('550 no such mailbox <gone@example.org>')
    sent.push(mail)
  }
  const recipients = async () => ['gone@example.org', OPERATOR]
  const watch = watchOf({ db, mail: { deliver }, recipients })
  found = [finding('the database', null)]
  await minutes(1, watch)
  now.isAway = true
  found = [finding('the database', AWAY)]
  await minutes(30, watch)
  expect(sent).toMatchObject([{ kind: 'trouble', to: OPERATOR }])
  const refused = world.lines.filter(({ level }) => level === 'error')
  expect(refused).toEqual([
    expect.objectContaining({
      data: expect.objectContaining({ place: 1 }),
      text: 'one of the addresses of ALERT_MAIL_TO does not get the mail about what is wrong',
    }),
  ])
  expect(JSON.stringify(refused)).not.toContain('gone@')
})

test('what an operator has taken away, as the doctor said, is well again', async () => {
  const replicaAt = (databaseReplicaUrl: string | null) => async () => {
    const config = { ...readConfig({ DATA_DIR: '.' }), databaseReplicaUrl }
    const looked = await examineInside({ config, db, mail: noMail, readers: [], isThorough: false })
    // the state of this machine is no part of the test
    return looked.filter(({ about }) => about === 'the replica')
  }
  let examine = replicaAt('postgres://nobody@127.0.0.1:1/dads')
  const watch = watchOf({ examine: () => examine() })
  await minutes(20, watch)
  expect(await kinds()).toEqual(['trouble'])
  examine = replicaAt(null)
  await minutes(30, watch)
  expect(await kinds()).toEqual(['trouble', 'well'])
})

test('a backup whose target fails makes one mail after fifteen minutes, also if its sentence changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-alert-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [dataDir, keyFile, target] = [join(folder, 'data'), join(folder, 'key'), join(folder, 'target')]
  mkdirSync(dataDir)
  mkdirSync(target)
  makeKey(keyFile)
  const bucket = { endpoint: 'http://127.0.0.1:1', bucket: 'dads', prefix: '', region: 'eu' }
  const stores = [{ folder: target }, { ...bucket, accessKeyId: 'a', secretAccessKey: 'b' }]
  const description = [target, 's3://dads/']
  for (const [at, to] of stores.entries()) {
    await sql`delete from doctor_watch`.execute(db)
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    noteEvent(dataDir, 'store-failure', null)
    const config = { ...readConfig({ DATA_DIR: dataDir }), backup: { to, keyFile, keepDays: 14 } }
    let isWell = true
    const watch = watchOf({
      examine: async (isThorough) => {
        const looked = await examineInside({ config, db, mail: noMail, readers: [], isThorough })
        return looked.flatMap((one) => (one.about === 'the backup' ? [{ ...one, found: isWell ? [] : one.found }] : []))
      },
    })
    await minutes(1, watch)
    isWell = false
    // a minute after the look at what is costly
    for (let minute = 0; minute < 16; minute++) {
      expect(await kinds(), `minute ${minute}`).toEqual([])
      const failure = { at: new Date().toISOString(), target: description[at]!, code: 'EIO' }
      noteEvent(dataDir, 'store-failure', { ...failure, sentence: `It failed ${minute} times.` })
      await minutes(1, watch)
    }
    expect(await kinds()).toEqual(['trouble'])
    expect((await enqueued())[0]!.paragraphs.join()).toContain('It failed 15 times.')
  }
})

test('the examination itself says what is costly, and names each check that it ran', async () => {
  const config = readConfig({ DATA_DIR: '.' })
  const looks = (isThorough: boolean) => examineInside({ config, db, mail: noMail, readers: [], isThorough })
  const [often, all] = [await looks(false), await looks(true)]
  expect(often.filter(({ isCostly }) => isCostly)).toEqual([])
  const names = (looked: CheckResult[]) => looked.map(({ about }) => about)
  expect(names(often)).toContain('the pooler')
  const seldom = all.filter(({ about }) => !names(often).includes(about))
  expect(names(seldom)).toContain('the mail server')
  expect(seldom.every(({ isCostly }) => isCostly)).toBe(true)
})

test('if the mail server is what is wrong, the log says it as an error', async () => {
  const sentence = 'The mail server does not take mails from the program.'
  found = [finding('the mail server', sentence)]
  await minutes(30, watchOf())
  expect(await enqueued()).toEqual([])
  const errors = world.lines.filter(({ level }) => level === 'error')
  expect(errors).toEqual([
    {
      level: 'error',
      data: { wrong: [sentence] },
      text: 'something is wrong, and the mail server takes no mail about it',
    },
  ])
})

test('if nobody gets the mail, the log says it as an error', async () => {
  found = [finding('the disk', DISK)]
  await minutes(30, watchOf({ recipients: async () => [] }))
  expect(world.lines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({ text: 'something is wrong, and nobody gets a mail about it: set ALERT_MAIL_TO' }),
  ])
})

test('what costs other servers something is looked at in every fifth minute, and stays as it was', async () => {
  const asked: boolean[] = []
  const examine = async (isThorough: boolean) => {
    asked.push(isThorough)
    return isThorough
      ? [finding('the disk', null), finding('anything dear', 'It does not answer.', true)]
      : [finding('the disk', null)]
  }
  await minutes(20, watchOf({ examine }))
  expect(asked.slice(0, 7)).toEqual([true, false, false, false, false, true, false])
  expect(await kinds()).toEqual(['trouble'])
})

test('the end of what is looked at seldom is told within half an hour, whenever it was mended', async () => {
  for (const minute of [0, 1, 2, 3, 4]) {
    await sql`delete from doctor_watch`.execute(db)
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    let isWell = false
    const site = () => finding('the site', isWell ? null : 'The certificate has expired.', true)
    const watch = watchOf({
      examine: async (isThorough) => [finding('the disk', null), ...(isThorough ? [site()] : [])],
    })
    await minutes(20 + minute, watch)
    expect(await kinds()).toEqual(['trouble'])
    isWell = true
    const from = now
    while ((await kinds()).length < 2 && now - from < 60 * MINUTE_MS) await minutes(1, watch)
    expect(await kinds()).toEqual(['trouble', 'well'])
    expect((now - from) / MINUTE_MS, `mended in minute ${minute}`).toBeLessThanOrEqual(21)
  }
})

test('the first administrator is the first of ADMIN_EMAILS, or the oldest account that is one', async () => {
  expect(await firstAdministratorsAddress({ db, adminEmails: ['chief@example.org', 'b@example.org'] })).toBe(
    'chief@example.org',
  )
  expect(await firstAdministratorsAddress({ db, adminEmails: [] })).toBe(null)
  const [young, old] = [await world.member({ name: `young${randomUUID().slice(0, 4)}` }), await world.member()]
  for (const { id } of [young, old]) await sql`update profiles_private set is_admin = true where id = ${id}`.execute(db)
  await sql`update "user" set "createdAt" = now() - interval '1 year' where id = ${old.id}`.execute(db)
  expect(await firstAdministratorsAddress({ db, adminEmails: [] })).toBe(old.email)
})
