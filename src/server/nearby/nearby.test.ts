/** Local mode and nearby dads, through the API. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { RADIUS_USUAL } from '#contract/local-words.ts'
import { makeWorld, type Person, refusal } from '#test/world.ts'
import {
  cellAt,
  cellsOf,
  centreOf,
  columnsOf,
  milesBetween,
  type Position,
  parentCentreOf,
  parentOf,
  ROWS,
} from '../kernel/geo/grid.ts'

const world = await makeWorld()
const LEEDS = { latitude: 53.79648, longitude: -1.54785 }
/** The centre of a cell, so that a step of one mile is a step of one cell. */
const HOME = centreOf(cellAt(LEEDS))
const MILE = 180 / ROWS
const north = (miles: number, from: Position = HOME): Position => ({ ...from, latitude: from.latitude + miles * MILE })

const local = async (position?: Position, name = 'dad'): Promise<Person> => {
  const person = await world.member({ name })
  await world.signedIn(person)
  await world.as(person).nearby.setLocalMode({ enabled: true })
  if (position) await world.as(person).nearby.updateLocation(position)
  return person
}
const crowd = (count: number, position: Position) => Promise.all(Array.from({ length: count }, () => local(position)))
const near = async (person: Person, radius: 5 | 10 | 25 | 50 = RADIUS_USUAL) =>
  (await world.as(person).nearby.listNearby({ radius })).items
const distanceTo = async (from: Person, to: Person, radius: 5 | 10 | 25 | 50 = 50) =>
  (await near(from, radius)).find(({ id }) => id === to.id)?.distance
const stored = (person: Person) =>
  world.db
    .selectFrom('profiles_private')
    .select(['cell', 'latitude', 'longitude', 'local_mode_enabled'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
const counts = async () => {
  const { rows } = await sql<{ kept: unknown; counted: unknown }>`
    select (select coalesce(json_object_agg(cell, members), '{}') from local_cells) as kept,
      (select coalesce(json_object_agg(cell, n), '{}') from
        (select cell, count(*) as n from profiles_private where cell is not null group by cell) c) as counted`.execute(
    world.db,
  )
  return rows[0]!
}
/** Each test uses a country of its own, so that its members see no others. */
let country = 0
const elsewhere = (): Position => centreOf(cellAt({ latitude: -50 + 4 * ++country, longitude: 20 }))

test('the database and the program compute the same grid, from pole to pole', async () => {
  const { rows } = await sql<{ columns: number }>`
    select cell_columns(r) as columns from generate_series(0, ${ROWS - 1}) r order by r`.execute(world.db)
  expect(rows.map(({ columns }) => columns)).toEqual(Array.from({ length: ROWS }, (_, row) => columnsOf(row)))
  for (const at of [
    LEEDS,
    { latitude: 90, longitude: 0 },
    { latitude: -89.99, longitude: 179.99 },
    { latitude: 0, longitude: -180 },
  ]) {
    const cell = cellAt(at)
    const { rows } = await sql<Position & { is_cell: boolean }>`select is_cell(${cell}::int) as is_cell,
      cell_latitude(${cell}::int) as latitude, cell_longitude(${cell}::int) as longitude`.execute(world.db)
    expect(rows[0]!.is_cell).toBe(true)
    expect(rows[0]!.latitude).toBeCloseTo(centreOf(cell).latitude, 9)
    expect(rows[0]!.longitude).toBeCloseTo(centreOf(cell).longitude, 9)
  }
})

test('a dump can be restored: functions that the tables use work without a search path', async () => {
  await world.db.transaction().execute(async (db) => {
    await sql`set local search_path = ''`.execute(db)
    const cell = cellAt({ latitude: -70, longitude: 3 })
    await sql`insert into public.local_cells (cell, members) values (${cell}::int, 1)`.execute(db)
    await sql`insert into public.local_events (title, location, event_date, event_time, time_zone, starts_at, ends_at)
      select 'x', 'y', '2027-01-01', '10:00', 'UTC', now(), now() + interval '1 hour' where false`.execute(db)
    const { rows } = await sql<{ parent: number }>`select public.cell_parent(${cell}::int) as parent,
      public.cell_longitude(${cell}::int) as longitude`.execute(db)
    expect(rows[0]!.parent).toBeGreaterThan(0)
    await sql`delete from public.local_cells where cell = ${cell}::int`.execute(db)
  })
})

describe('local mode', () => {
  test('is off for a new account, and its list of nearby dads is empty', async () => {
    const ana = await world.member()
    expect(await world.as(ana).nearby.getLocalProfile()).toEqual({
      ...{ local_mode_enabled: false, location: null, latitude: null, longitude: null },
    })
    expect(await refusal(world.as(ana).nearby.listNearby({}))).toMatchObject({ status: 403, code: 'LOCAL_MODE_OFF' })
    expect(await refusal(world.as(ana).nearby.updateLocation(LEEDS))).toMatchObject({ code: 'LOCAL_MODE_OFF' })
  })

  test('without a position gives an empty list with the reason', async () => {
    const ana = await local()
    expect(await world.as(ana).nearby.listNearby({})).toEqual({ has_position: false, items: [] })
  })

  test('shows two members to each other at the same distance; a member who switches it off is hidden and sees nobody', async () => {
    const place = elsewhere()
    const [ana, ben] = [await local(place, 'ana'), await local(north(8, place), 'ben')]
    const words = await distanceTo(ana, ben)
    expect(words).toMatch(/^\d\.\d mi$/)
    expect(await distanceTo(ben, ana)).toBe(words)
    expect((await near(ana))[0]).toEqual({
      ...{ id: ben.id, username: ben.username, display_name: 'Ben', avatar_url: null, location: null, kin_count: 0 },
      distance: words,
    })
    await world.as(ben).nearby.setLocalMode({ enabled: false })
    expect(await near(ana)).toEqual([])
    expect(await refusal(near(ben) as Promise<unknown>)).toMatchObject({ code: 'LOCAL_MODE_OFF' })
  })

  test('deletes the position when it is switched off or the member signs out, and switching it on does not restore it', async () => {
    const place = elsewhere()
    const ana = await local(place)
    expect((await stored(ana)).cell).toBe(cellAt(place))
    await world.as(ana).nearby.setLocalMode({ enabled: false })
    const gone = { cell: null, latitude: null, longitude: null }
    expect(await stored(ana)).toEqual({ ...gone, local_mode_enabled: false })
    await world.as(ana).nearby.setLocalMode({ enabled: true })
    expect(await stored(ana)).toEqual({ ...gone, local_mode_enabled: true })
    const { kept, counted } = await counts()
    expect(kept).toEqual(counted)
  })

  test('62: is not switched on by a pending request after a sign-out or after the account is deleted', async () => {
    const [place, next] = [elsewhere(), elsewhere()]
    const [out, gone] = [await local(place), await local(place)]
    await world.db
      .updateTable('profiles_private')
      .set({ local_mode_enabled: false })
      .where('id', '=', gone.id)
      .execute()
    await world.db.deleteFrom('session').where('userId', 'in', [out.id, gone.id]).execute()
    const before = await stored(out)
    expect(await refusal(world.as(out).nearby.updateLocation(next))).toMatchObject({ code: 'LOCAL_MODE_OFF' })
    expect(await stored(out)).toEqual(before)
    expect(await refusal(world.as(gone).nearby.setLocalMode({ enabled: true }))).toMatchObject({ status: 401 })
    expect(await stored(gone)).toMatchObject({ local_mode_enabled: false, cell: null })
    // switching off succeeds for both
    expect(await world.as(out).nearby.setLocalMode({ enabled: false })).toMatchObject({ local_mode_enabled: false })
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    const calls = [
      () => world.as(gone).nearby.setLocalMode({ enabled: true }),
      () => world.as(gone).nearby.setLocalMode({ enabled: false }),
      () => world.as(gone).nearby.updateLocation(next),
      () => world.as(gone).nearby.updateLocation({ location: 'Leeds' }),
      () => world.as(gone).nearby.listNearby({ radius: 25 }),
      () => world.as(gone).places.searchPlaces({ q: 'Leeds' }),
      () => world.as(gone).events.renewCalendarFeed(),
    ]
    for (const call of calls) expect(await refusal(call())).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
  })

  test('does not change the location that the member wrote on his profile', async () => {
    const ana = await local(elsewhere())
    expect((await world.as(ana).nearby.updateLocation({ location: '  Leeds, England ' })).location).toBe(
      'Leeds, England',
    )
    expect((await world.as(ana).nearby.updateLocation(elsewhere())).location).toBe('Leeds, England')
    expect((await world.as(ana).nearby.updateLocation({ location: ' \u200b ' })).location).toBeNull()
    expect(await refusal(world.as(ana).nearby.updateLocation({ location: 'x'.repeat(121) }))).toMatchObject({
      status: 400,
    })
    expect((await world.as(ana).nearby.updateLocation({ location: '😀'.repeat(120) })).location).toHaveLength(240)
  })
})

describe('stored positions', () => {
  test('62: only the centre of the cell is stored, for any statement, and nothing while local mode is off', async () => {
    const raw = { latitude: 53.798765432, longitude: -1.541234567 }
    const ana = await local(raw)
    const cell = cellAt(raw)
    const kept = await stored(ana)
    expect(kept.cell).toBe(cell)
    expect(kept.latitude).toBeCloseTo(centreOf(cell).latitude, 9)
    await world.db.updateTable('profiles_private').set(raw).where('id', '=', ana.id).execute()
    expect(await stored(ana)).toEqual(kept)
    const off = await world.member()
    await world.db
      .updateTable('profiles_private')
      .set({ cell, ...raw })
      .where('id', '=', off.id)
      .execute()
    expect(await stored(off)).toMatchObject({ cell: null, latitude: null, longitude: null })
    await expect(
      world.db.updateTable('profiles_private').set({ cell: 5000 }).where('id', '=', ana.id).execute(),
    ).rejects.toThrow(/profiles_private_cell/)
    // a dump of the whole database, and the log
    const { rows } = await sql<{ xml: string }>`select database_to_xml(true, true, '')::text as xml`.execute(world.db)
    // not the same digits in the seconds of a moment
    for (const trace of [/(?<![\d:])53\.7987/, /-1\.5412/]) {
      expect(rows[0]!.xml).not.toMatch(trace)
      expect(JSON.stringify(world.lines)).not.toMatch(trace)
    }
  })

  test('61: no answer contains a coordinate or a cell of another member', async () => {
    const place = elsewhere()
    const [ana] = [await local(place), await local(place)]
    const text = JSON.stringify(await world.as(ana).nearby.listNearby({}))
    expect(text).not.toMatch(/latitude|longitude|cell/)
    expect(Object.keys(JSON.parse(text).items[0])).toEqual(
      expect.arrayContaining(['id', 'username', 'display_name', 'avatar_url', 'location', 'kin_count', 'distance']),
    )
    expect(Object.keys(JSON.parse(text).items[0])).toHaveLength(7)
  })

  test('the counts of the cells equal a recount after many operations at the same time', async () => {
    const [one, other] = [elsewhere(), elsewhere()]
    const nearbyMembers = await crowd(12, one)
    await Promise.all(
      nearbyMembers
        .flatMap((nearbyMember, at) => [
          world.as(nearbyMember).nearby.updateLocation(at % 2 ? other : one),
          world.as(nearbyMember).nearby.updateLocation(at % 3 ? one : other),
          ...(at % 4 === 0
            ? [
                world
                  .as(nearbyMember)
                  .nearby.setLocalMode({ enabled: false })
                  .catch(() => {}),
              ]
            : []),
        ])
        .map((move) => move.catch((error) => expect(error).toMatchObject({ code: 'LOCAL_MODE_OFF' }))),
    )
    await world.db.deleteFrom('user').where('id', 'in', [nearbyMembers[1]!.id, nearbyMembers[2]!.id]).execute()
    const { kept, counted } = await counts()
    expect(kept).toEqual(counted)
  })
})

describe('the displayed distance', () => {
  test('uses the parent cell of about five miles for fewer than five members in a cell, and the cell for five', async () => {
    const place = elsewhere()
    const viewer = await local(north(20, place))
    const from = parentCentreOf(cellAt(north(20, place)))
    const words = (to: Position) => `${Math.round(milesBetween(from, to))} mi`
    const [first] = await crowd(4, place)
    expect(await distanceTo(viewer, first!)).toBe(words(parentCentreOf(cellAt(place))))
    await local(place)
    expect(await distanceTo(viewer, first!)).toBe(words(centreOf(cellAt(place))))
  })

  test('of a dad 30 miles away is beyond 25 and within 50; the nearest dad is first', async () => {
    const place = elsewhere()
    const viewer = await local(place)
    const [far, middle, close] = [await local(north(30, place)), await local(north(15, place)), await local(place)]
    expect((await near(viewer, 25)).map(({ id }) => id)).toEqual([close.id, middle.id])
    expect((await near(viewer, 50)).map(({ id }) => id)).toEqual([close.id, middle.id, far.id])
    expect((await near(viewer, 5)).map(({ distance }) => distance)).toEqual(['Within 5 miles'])
  })

  test('is "Very close" within a mile in a cell of five, "Within 5 miles" in a cell of few, and a number otherwise', async () => {
    const place = centreOf(cellsOf(parentOf(cellAt(elsewhere())))[12]!)
    const town = await crowd(5, place)
    const lone = [await local(north(2, place)), await local(north(-2, place))]
    const beside = await crowd(5, north(1, place))
    const seen = async (by: Person) => {
      const list = await near(by)
      return (of: Person[]) => [...new Set(of.map(({ id }) => list.find((one) => one.id === id)?.distance))]
    }
    const inTown = await seen(town[0]!)
    expect(inTown(town.slice(1))).toEqual(['Very close'])
    expect(inTown(beside)).toEqual(['1.0 mi'])
    expect(inTown(lone)).toEqual(['Within 5 miles'])
    // the few may or may not share a cell: the answer shows neither
    const alone = await seen(lone[0]!)
    expect(alone([...town, ...beside, lone[1]!])).toEqual(['Within 5 miles'])
    const twin = await local(north(2, place))
    expect((await seen(lone[0]!))([twin])).toEqual(['Within 5 miles'])
    expect((await near(town[0]!)).map(({ distance }) => distance)).toEqual([
      ...Array(4).fill('Very close'),
      ...Array(5).fill('1.0 mi'),
      ...Array(3).fill('Within 5 miles'),
    ])
  })

  test('decides who is in the list of a radius, and the order of the list', async () => {
    const place = centreOf(cellsOf(parentOf(cellAt({ latitude: 0.1, longitude: 40 })))[12]!)
    const town = await crowd(5, place)
    for (const miles of [1, 2, 4, 5, 6, 9, 10, 12, 24, 25, 26, 49, 50, 51]) {
      await local(north(miles, place))
      await local({ ...place, longitude: place.longitude + miles * 0.0146 })
    }
    await crowd(5, north(5, place))
    const numberOf = (words: string) =>
      words === 'Very close' ? 0 : words === 'Within 5 miles' ? 5 : Number(/^(\d+(?:\.\d)?) mi$/.exec(words)?.[1])
    for (const viewer of [town[0]!, await local(north(3, place))]) {
      const widest = (await near(viewer, 50)).map(({ id, distance }) => ({ id, said: numberOf(distance) }))
      expect(widest.length).toBeGreaterThan(30)
      expect(widest.length).toBeLessThan(50)
      expect(widest.map(({ said }) => said)).toEqual(
        widest.map(({ said }) => said).toSorted((one, other) => one - other),
      )
      for (const radius of [5, 10, 25] as const)
        expect((await near(viewer, radius)).map(({ id }) => id)).toEqual(
          widest.filter(({ said }) => said <= radius).map(({ id }) => id),
        )
    }
    // displayed as five miles, a little more on the ground
    expect((await near(town[0]!, 5)).map(({ distance }) => distance)).toContain('5.0 mi')
  })

  test('is applied before the limit of 50', async () => {
    const place = elsewhere()
    const viewer = await local(place)
    const far = await crowd(60, north(12, place))
    const close = await crowd(3, place)
    const found = await near(viewer)
    expect(found).toHaveLength(50)
    expect(new Set(found.slice(0, 3).map(({ id }) => id))).toEqual(new Set(close.map(({ id }) => id)))
    expect(far.map(({ id }) => id)).toEqual(expect.arrayContaining(found.slice(3).map(({ id }) => id)))
  })

  test('changes daily for equal distances, is the same for all viewers and does not depend on the members', async () => {
    const place = elsewhere()
    const nearbyMembers = await crowd(12, place)
    const [one, other] = [await near(nearbyMembers[0]!), await near(nearbyMembers[1]!)]
    const without = (list: { id: string }[]) =>
      list.map(({ id }) => id).filter((id) => id !== nearbyMembers[0]!.id && id !== nearbyMembers[1]!.id)
    expect(without(one)).toEqual(without(other))
    expect(one.map(({ id }) => id)).not.toContain(nearbyMembers[0]!.id)
    expect(without(one)).not.toEqual(without(one).toSorted())
  })

  test('is correct across the date line and around a pole', async () => {
    for (const [one, other] of [
      [
        { latitude: -16.5, longitude: 179.98 },
        { latitude: -16.5, longitude: -179.9 },
      ],
      [
        { latitude: 89.95, longitude: 10 },
        { latitude: 89.95, longitude: -170 },
      ],
      [
        { latitude: -90, longitude: 0 },
        { latitude: -89.9, longitude: 77 },
      ],
    ] as const) {
      const [ana, ben] = [await local(one), await local(other)]
      expect(await distanceTo(ana, ben)).toBeDefined()
      expect(await distanceTo(ben, ana)).toBe(await distanceTo(ana, ben))
    }
  })
})

test('blocked members take no place in the list: the viewer finds as many members, from further away', async () => {
  const place = elsewhere()
  const [ana] = await crowd(1, place)
  const here = await crowd(55, place)
  const apart = here.slice(0, 35)
  const [beside, far] = [await crowd(25, north(2, place)), await crowd(10, north(20, place))]
  const ids = (people: { id: string }[]) => people.map(({ id }) => id)
  // blocked by the viewer, by the other member, and by both
  await sql`insert into blocks (blocker_id, blocked_id) select ${ana!.id}::uuid, unnest(${ids(apart.slice(0, 20))}::uuid[])`.execute(
    world.db,
  )
  await sql`insert into blocks (blocker_id, blocked_id) select unnest(${ids(apart.slice(15))}::uuid[]), ${ana!.id}::uuid`.execute(
    world.db,
  )
  const seen = ids(await near(ana!, 25))
  expect(seen).toHaveLength(50)
  expect(seen.filter((id) => ids(apart).includes(id))).toEqual([])
  expect(new Set(seen.slice(0, 45))).toEqual(new Set(ids([...here.slice(35), ...beside])))
  expect(ids(far)).toEqual(expect.arrayContaining(seen.slice(45)))
  expect(await near(ana!, 5)).toHaveLength(45)
  // every other viewer still gets the nearest members
  expect(ids(await near(here[50]!, 25)).every((id) => ids([ana!, ...here]).includes(id))).toBe(true)
})

test('a member can move six times an hour by any operation; a position in the same cell is no move', async () => {
  const ana = await local()
  const api = world.as(ana, { limits: 'real' })
  const place = elsewhere()
  for (let move = 0; move < 4; move++) await api.nearby.updateLocation(north(3 * move, place))
  for (let again = 0; again < 10; again++) await api.nearby.updateLocation(north(9 + again * 0.01, place))
  // switching off and on does not reset the limit
  await api.nearby.setLocalMode({ enabled: false })
  await api.nearby.setLocalMode({ enabled: true })
  await api.nearby.updateLocation(place)
  await api.nearby.updateLocation(north(20, place))
  const before = await stored(ana)
  expect(await refusal(api.nearby.updateLocation(north(30, place)))).toMatchObject({ status: 429 })
  expect(await stored(ana)).toEqual(before)
})

describe('41: invalid numbers', () => {
  test.each([
    [{ latitude: 91, longitude: 0 }, 'latitude'],
    [{ latitude: 0, longitude: 181 }, 'longitude'],
    [{ latitude: Number.NaN, longitude: 0 }, 'latitude'],
    [{ latitude: Number.POSITIVE_INFINITY, longitude: 0 }, 'latitude'],
    [{ latitude: '53' as unknown as number, longitude: 0 }, 'latitude'],
    [{ latitude: 53 }, 'latitude'],
    [{ longitude: 53 }, 'latitude'],
  ])('%j is refused with a message for the field', async (position, field) => {
    const ana = await local()
    expect(await refusal(world.as(ana).nearby.updateLocation(position))).toMatchObject({
      status: 400,
      data: { fields: { [field]: expect.any(String) } },
    })
    expect((await stored(ana)).cell).toBeNull()
  })

  test('a radius is one of the four', async () => {
    const ana = await local()
    for (const radius of [0, 1, 26, -5, 1e9, Number.NaN])
      expect(await refusal(world.as(ana).nearby.listNearby({ radius: radius as 5 }))).toMatchObject({ status: 400 })
  })
})
