/** The stream of facts (docs/decisions/045): what a fact sends and publishes, and which readers react to it. */
import { globSync, readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/kernel/ctx.ts'
import { fact, notifyFor, record, wakeUpName } from '#server/kernel/stream/facts.ts'
import { foldFacts } from '#server/kernel/stream/folding.ts'
import { makeAlarm } from '#server/kernel/stream/interruptible-pause.ts'
import { type Fact, type Reader, readAllFacts, runReaders } from '#server/kernel/stream/readers.ts'
import { reactions, readers } from '#server/reactions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { db } = world
const root = fileURLToPath(new URL('..', import.meta.url))

const [ana, ben] = await Promise.all([world.member(), world.member()])
const topic = `member:${ben.id}`
const greeted = (subject: string | null = null) =>
  fact({
    kind: 'member.greeted',
    data: { greeted_id: ben.id },
    tells: [{ topic, kind: 'member.greeted', subject }],
    notifies: [`seen:${ben.id}`],
  })
const factsOf = async (kind: string) =>
  (await sql<Fact>`select id, kind, actor_id, data from facts where kind = ${kind} order by id`.execute(db)).rows
const toldTo = async (name: string) =>
  (await sql<{ kind: string }>`select kind from topic_events where topic = ${name} order by seq`.execute(db)).rows

/** A new reader for a test, which starts at this position. */
async function readerOf<Kind extends string>(name: string, kinds: Kind[], isPrompt?: true) {
  const read: Fact[] = []
  const reader: Reader = {
    name,
    kinds,
    ...(isPrompt && { isPrompt }),
    react: async (_db, facts) => void read.push(...facts),
  }
  await readAllFacts(db, [reader])
  read.length = 0
  return { reader, read }
}

test('a new fact with a reader is one constructor and one reader', async () => {
  const { reader, read } = await readerOf('greetings', ['member.greeted'])
  await inTransaction(world.ctx(ana), (ctx) => record(ctx, greeted()))
  await readAllFacts(db, [reader])
  expect(read).toMatchObject([{ kind: 'member.greeted', actor_id: ana.id, data: { greeted_id: ben.id } }])
})

test('a fact publishes each topic once, after the commit', async () => {
  const before = [world.notified.length, (await toldTo(topic)).length] as const
  await inTransaction(world.ctx(ana), async (ctx) => {
    await record(ctx, greeted())
    await record(ctx, greeted())
    expect(world.notified).toHaveLength(before[0])
  })
  expect(world.notified.slice(before[0])).toEqual([topic, `seen:${ben.id}`])
  expect(await toldTo(topic)).toHaveLength(before[1] + 2)
})

test('a transaction that is rolled back publishes nothing, sends nothing, and leaves no fact', async () => {
  const before = [world.notified.length, (await toldTo(topic)).length, (await factsOf('member.greeted')).length]
  await expect(
    inTransaction(world.ctx(ana), async (ctx) => {
      await record(ctx, greeted())
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect([world.notified.length, (await toldTo(topic)).length, (await factsOf('member.greeted')).length]).toEqual(
    before,
  )
})

test('a transaction that is retried publishes what its last attempt recorded', async () => {
  const before = world.notified.length
  let attempts = 0
  await inTransaction(world.ctx(ana), async (ctx) => {
    attempts++
    await record(ctx, fact({ kind: 'member.greeted', data: {}, notifies: [`attempt ${attempts}`] }))
    if (attempts < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' })
  })
  expect(world.notified.slice(before)).toEqual(['attempt 3'])
})

test('outside a transaction nothing is recorded; a fact that its statement has written is published at once', async () => {
  await expect(record(world.ctx(ana), greeted())).rejects.toThrow('outside of a transaction')
  const before = world.notified.length
  notifyFor(world.ctx(ana), greeted())
  expect(world.notified.slice(before)).toEqual([topic, `seen:${ben.id}`])
})

test('a hidden actor is only in the stream', async () => {
  const { reader, read } = await readerOf('secrets', ['member.whispered'])
  await inTransaction(world.ctx(ana), (ctx) =>
    record(ctx, { ...greeted(), kind: 'member.whispered', actor: { hidden: ana.id } }),
  )
  await readAllFacts(db, [reader])
  expect(read).toMatchObject([{ kind: 'member.whispered', actor_id: null }])
  expect(JSON.stringify(read)).not.toContain(ana.id)
  const { rows: published } =
    await sql`select * from topic_events where topic = ${topic} and kind = 'member.greeted'`.execute(db)
  expect(JSON.stringify(published)).not.toContain(ana.id)
  const { rows } = await sql`select hidden_actor_id from facts where kind = 'member.whispered'`.execute(db)
  expect(rows).toEqual([{ hidden_actor_id: ana.id }])
})

test('a prompt reader is woken by facts of its kinds; others read at their next interval', async () => {
  const listeners = new Map<string, () => void>()
  const live = { onNotify: (name: string, act: () => void) => void listeners.set(name, act) }
  const prompt = await readerOf('prompt', ['member.greeted'], true)
  const patient = await readerOf('patient', ['member.greeted', 'member.whispered'])
  const kept = runReaders({ db, live, log: world.log }, [prompt.reader, patient.reader])
  expect([...listeners.keys()]).toEqual([wakeUpName('member.greeted')])
  await inTransaction(world.ctx(ana), (ctx) => record(ctx, greeted()))
  listeners.get(wakeUpName('member.greeted'))!()
  await expect.poll(() => [prompt.read.length, patient.read.length]).toEqual([1, 1])
  await kept.stop()
})

test('a wake-up ends the pause, and a fact between two pauses shortens the next ones', async () => {
  const { signal } = new AbortController()
  const alarm = makeAlarm()
  const hour = 3_600_000
  const resting = alarm.rest(hour, signal)
  alarm.wake()
  await resting
  // some reads follow soon
  for (let look = 0; look < 5; look++) await alarm.rest(hour, signal)
  let isOver = false
  const last = alarm.rest(hour, signal).then(() => {
    isOver = true
  })
  await turn()
  expect(isOver).toBe(false)
  alarm.wake()
  await last
})

test('facts older than 400 days are counted by day and kind, and deleted, except those that a reader has yet to read', async () => {
  const { reader } = await readerOf('slow', ['member.greeted'])
  const old = (kind: string, days: number) =>
    sql`insert into facts (kind, created_at) values (${kind}, now() - make_interval(days => ${days}))`.execute(db)
  await sql`update facts set created_at = now() where created_at < now() - interval '1 day'`.execute(db)
  for (const days of [401, 401, 402, 399]) await old('member.aged', days)
  await world.readFacts()
  // one reader is behind
  await foldFacts(db)
  expect(await factsOf('member.aged')).toHaveLength(4)
  const others = (await sql<{ name: string }>`select name from readers`.execute(db)).rows.map(({ name }) => ({
    ...reader,
    name,
  }))
  await readAllFacts(db, others)
  await foldFacts(db)
  expect(await factsOf('member.aged')).toHaveLength(1)
  const { rows } = await sql`select kind, amount from fact_days order by day desc`.execute(db)
  expect(rows).toEqual([
    { kind: 'member.aged', amount: 2 },
    { kind: 'member.aged', amount: 1 },
  ])
  // a second run adds nothing
  expect(await foldFacts(db)).toBe(0)
})

test('every kind of fact in the sources and in the functions of the database has its line', async () => {
  const { rows: functions } = await sql<{ source: string }>`
    select prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'perform write_fact'`.execute(
    db,
  )
  expect(functions.length).toBeGreaterThan(4)
  const sources = globSync('src/server/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
  const written = [...functions.map(({ source }) => source), ...sources].flatMap((source) =>
    [...source.matchAll(/(?:\bwrite_fact|\bfactOf)\(\s*([\s\S]*?),/g)].map(([, first]) => first!),
  )
  const made = sources
    .flatMap((source) => [...source.matchAll(/\bfact\(\{\s*kind(?::\s*([^\n]*?))?,/g)])
    .map(([, kind]) => kind ?? '')
  const kinds = [...written, ...made].flatMap((text) =>
    [...text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, kind]) => kind!),
  )
  expect(written.filter((text) => text.includes('.')).length).toBeGreaterThan(9)
  expect(kinds.length).toBeGreaterThan(50)
  expect([...new Set(kinds)].filter((kind) => !(kind in reactions))).toEqual([])
})

test('the events of a fact that a statement writes are stored by a function of the database', () => {
  const functions = globSync('db/functions/*.sql', { cwd: root }).map((path) => readFileSync(`${root}/${path}`, 'utf8'))
  const stored = functions.flatMap((source) =>
    [...source.matchAll(/\btell\([^;]*?, '([a-z_.]+)'/g)].map(([, kind]) => kind!),
  )
  const rooms = globSync('src/server/*/facts.ts', { cwd: root }).map((path) => readFileSync(`${root}/${path}`, 'utf8'))
  const notified = globSync('src/server/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/notifyFor\(ctx, (\w+)\.(\w+)\(/g)])
  const told = notified.flatMap(([, facts, name]) => {
    const room = rooms.find((source) => source.includes(`export const ${facts} = {`))
    const [, made] = room?.match(new RegExp(`\n  ${name}: \\(([\\s\\S]*?)(?=\n  \\w+: \\(|\n})`)) ?? []
    expect(made, `${facts}.${name}`).toBeDefined()
    const [, tells] = made!.split('tells:')
    const kinds = [...(tells ?? '').matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, kind]) => kind!)
    if (tells) expect(kinds, `the events of ${facts}.${name}`).not.toEqual([])
    return kinds
  })
  expect(told.length).toBeGreaterThan(1)
  expect(told.filter((kind) => !stored.includes(kind))).toEqual([])
})

test('the table names for each reader the kinds that it reacts to, and each of its readers exists', () => {
  for (const reader of readers) {
    const lines = Object.entries(reactions).filter(([, some]) => some.some(({ name }) => name === reader.name))
    expect(lines.map(([kind]) => kind).sort(), reader.name).toEqual([...reader.kinds].sort())
  }
  const named = new Set(Object.values(reactions).flatMap((some) => some.map(({ name }) => name)))
  expect([...named].sort()).toEqual(readers.map(({ name }) => name).sort())
})

test('nothing outside the kernel publishes by hand', () => {
  const paths = globSync('src/{server,town}/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && !path.startsWith('src/server/kernel/'),
  )
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => /\.notify\(|\btell\(/.test(readFileSync(`${root}/${path}`, 'utf8')))).toEqual([])
})
