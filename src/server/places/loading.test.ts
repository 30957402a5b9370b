/** How the gazetteer gets in: once, whole, and beside everything else. The towns of these tests are few. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld, waitingForLocks } from '#test/world.ts'
import { type City, codesOf, lineOf, townsOf } from './gathering.ts'
import { keepGazetteer, VERSION } from './loading.ts'

const world = await makeWorld()
const town = (name: string): City => ({
  ...{ name, country: 'US', featureCode: 'PPL', adminCode: 'OR', population: 5000 },
  loc: { coordinates: [-122.5, 45.5] },
})
const lines = (...names: string[]) => [...townsOf(names.map(town))].map(lineOf)

interface Source {
  open: number
  go: () => void
}

/** What is read of the data, one line after the other; `held`: the last one waits until it is told to go. */
function sourceOf(names: string[], { held = false, broken = 0 } = {}) {
  const gate = Promise.withResolvers<void>()
  const source: Source = { open: 0, go: gate.resolve }
  if (!held) gate.resolve()
  async function* read(signal: AbortSignal) {
    source.open++
    signal.addEventListener('abort', () => gate.reject(signal.reason))
    const [first, ...others] = lines(...names)
    yield first!
    await gate.promise
    if (source.open <= broken) throw new Error('The disk is ill')
    yield* others
  }
  return { source, read }
}

const keep = (read: (signal: AbortSignal) => AsyncIterable<string>, pause = 1) =>
  keepGazetteer({ url: world.url, db: world.db, log: world.log, lines: read, pause })
const names = async () =>
  (await world.db.selectFrom('places').select('name').orderBy('name').execute()).map(({ name }) => name)

beforeEach(async () => {
  await sql`delete from places`.execute(world.db)
  await sql`delete from gazetteer`.execute(world.db)
})

test('of several processes that start at once one loads it, and later ones find it there', async () => {
  const { source, read } = sourceOf(['Ashland', 'Bend'], { held: true })
  const all = [keep(read), keep(read), keep(read)]
  await waitingForLocks(world, 2)
  source.go()
  expect((await Promise.all(all.map(({ done }) => done))).sort()).toEqual([false, false, true])
  expect(await keep(read).done).toBe(false)
  expect(source.open).toBe(1)
  expect(await names()).toEqual(['Ashland', 'Bend'])
})

test('nobody sees half of it: until the end there is what was there before', async () => {
  await keep(sourceOf(['Ashland', 'Bend']).read).done
  await sql`update gazetteer set version = version - 1`.execute(world.db)
  const { source, read } = sourceOf(['Corvallis', 'Dayton'], { held: true })
  const loading = keep(read)
  await expect.poll(copied).toBeGreaterThan(0)
  expect(await names()).toEqual(['Ashland', 'Bend'])
  source.go()
  expect(await loading.done).toBe(true)
  expect(await names()).toEqual(['Corvallis', 'Dayton'])
})

test('what breaks half way leaves nothing, and is tried again', async () => {
  const { source, read } = sourceOf(['Ashland', 'Bend'], { broken: 2 })
  expect(await keep(read).done).toBe(true)
  expect(source.open).toBe(3)
  expect(await names()).toEqual(['Ashland', 'Bend'])
  expect(world.lines.filter(({ level }) => level === 'warn')).toHaveLength(2)
})

test('a process that is killed leaves nothing and keeps nobody waiting', async () => {
  const { read } = sourceOf(['Ashland', 'Bend'], { held: true })
  const killed = keep(read, 60_000)
  await expect.poll(copied).toBeGreaterThan(0)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'fatherkin places'`.execute(world.db)
  expect(await keep(sourceOf(['Corvallis']).read).done).toBe(true)
  await killed.stop()
  expect(await names()).toEqual(['Corvallis'])
})

test('a program that stops waits for nothing of it', async () => {
  const { read } = sourceOf(['Ashland', 'Bend'], { held: true })
  const [loading, waiting] = [keep(read), keep(read)]
  await waitingForLocks(world, 1)
  await Promise.all([loading.stop(), waiting.stop()])
  expect(await Promise.all([loading.done, waiting.done])).toEqual([false, false])
  expect(await names()).toEqual([])
})

test('newer data take the place of older ones, and never the other way round', async () => {
  await keep(sourceOf(['Ashland']).read).done
  await sql`update gazetteer set version = ${VERSION + 1}`.execute(world.db)
  expect(await keep(sourceOf(['Bend']).read).done).toBe(false)
  await sql`update gazetteer set version = ${VERSION - 1}`.execute(world.db)
  expect(await keep(sourceOf(['Corvallis']).read).done).toBe(true)
  expect(await names()).toEqual(['Corvallis'])
})

test('whatever stands in the data is written down as it is, and what is no place of people is left out', async () => {
  const odd = 'Tab\tand \\N and\nline'
  const [written] = [...townsOf([town(odd)])]
  await keep(async function* () {
    yield lineOf(written!)
  }).done
  expect(await names()).toEqual([odd])
  expect([...townsOf([{ ...town('Gone'), featureCode: 'PPLQ' }, town('…')])]).toEqual([])
  const code = { zip: '34001', city: 'Apo', state: 'AA', country: 'US', latitude: 0, longitude: 0 }
  expect([...codesOf([code, { ...code, latitude: null }])]).toEqual([])
})

/** Bytes that have come in by now. */
async function copied(): Promise<number> {
  await pause(1)
  const { rows } = await sql<{ bytes: number }>`select bytes_processed as bytes from pg_stat_progress_copy
    where datname = current_database()`.execute(world.db)
  return rows[0]?.bytes ?? 0
}
