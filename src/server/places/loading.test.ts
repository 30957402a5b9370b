/** Loading of the gazetteer: once, completely, and in the background. These tests use few towns. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld, waitingForLocks } from '#test/world.ts'
import { type City, codesOf, lineOf, townsOf } from './gazetteer-rows.ts'
import { runGazetteerLoading, VERSION } from './loading.ts'

const world = await makeWorld()
const town = (name: string): City => ({
  ...{ name, country: 'US', featureCode: 'PPL', adminCode: 'OR', population: 5000 },
  loc: { coordinates: [-122.5, 45.5] },
})
const lines = (...names: string[]) => [...townsOf(names.map(town))].map(lineOf)

interface TestSource {
  open: number
  go: () => void
}

/** Yields the lines one after the other. With `held`, the last line waits until it is released. */
function sourceOf(names: string[], { held = false, broken = 0 } = {}) {
  const gate = Promise.withResolvers<void>()
  const source: TestSource = { open: 0, go: gate.resolve }
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
  runGazetteerLoading({ url: world.url, db: world.db, log: world.log, lines: read, pause })
const names = async () =>
  (await world.db.selectFrom('places').select('name').orderBy('name').execute()).map(({ name }) => name)

beforeEach(async () => {
  await sql`delete from places`.execute(world.db)
  await sql`delete from gazetteer`.execute(world.db)
})

test('if several processes start at the same time one loads the gazetteer, and later ones find it loaded', async () => {
  const { source, read } = sourceOf(['Ashland', 'Bend'], { held: true })
  const all = [keep(read), keep(read), keep(read)]
  await waitingForLocks(world, 2)
  source.go()
  expect((await Promise.all(all.map(({ done }) => done))).sort()).toEqual([false, false, true])
  expect(await keep(read).done).toBe(false)
  expect(source.open).toBe(1)
  expect(await names()).toEqual(['Ashland', 'Bend'])
})

test('other connections see the old state until loading ends, never a part', async () => {
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

test('an attempt that fails half way leaves nothing, and is retried', async () => {
  const { source, read } = sourceOf(['Ashland', 'Bend'], { broken: 2 })
  expect(await keep(read).done).toBe(true)
  expect(source.open).toBe(3)
  expect(await names()).toEqual(['Ashland', 'Bend'])
  expect(world.lines.filter(({ level }) => level === 'warn')).toHaveLength(2)
})

test('a process that is killed leaves nothing and blocks no other process', async () => {
  const { read } = sourceOf(['Ashland', 'Bend'], { held: true })
  const killed = keep(read, 60_000)
  await expect.poll(copied).toBeGreaterThan(0)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'fatherkin places'`.execute(world.db)
  expect(await keep(sourceOf(['Corvallis']).read).done).toBe(true)
  await killed.stop()
  expect(await names()).toEqual(['Corvallis'])
})

test('stopping the program does not wait for loading', async () => {
  const { read } = sourceOf(['Ashland', 'Bend'], { held: true })
  const [loading, waiting] = [keep(read), keep(read)]
  await waitingForLocks(world, 1)
  await Promise.all([loading.stop(), waiting.stop()])
  expect(await Promise.all([loading.done, waiting.done])).toEqual([false, false])
  expect(await names()).toEqual([])
})

test('newer data replace older data, never the other way round', async () => {
  await keep(sourceOf(['Ashland']).read).done
  await sql`update gazetteer set version = ${VERSION + 1}`.execute(world.db)
  expect(await keep(sourceOf(['Bend']).read).done).toBe(false)
  await sql`update gazetteer set version = ${VERSION - 1}`.execute(world.db)
  expect(await keep(sourceOf(['Corvallis']).read).done).toBe(true)
  expect(await names()).toEqual(['Corvallis'])
})

test('every character of the data is kept, and uninhabited places are left out', async () => {
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

/** Returns the number of bytes that COPY has received. */
async function copied(): Promise<number> {
  await pause(1)
  const { rows } = await sql<{ bytes: number }>`select bytes_processed as bytes from pg_stat_progress_copy
    where datname = current_database()`.execute(world.db)
  return rows[0]?.bytes ?? 0
}
