/** Places, with the whole gazetteer, loaded as the program loads it. */
import { createRequire } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ADDRESS_MAX, SAY_LOCAL } from '#contract/local-words.ts'
import { LOCATION_MAX } from '#contract/words.ts'
import { HOUSE, makeGeocoderService, says } from '#test/geocoder.ts'
import { makeWorld, refusal } from '#test/world.ts'
import { makeGeocoder } from '../kernel/geo/geocoder.ts'
import { cellAt, centreOf, milesBetween, type Position } from '../kernel/geo/grid.ts'
import { ALSO_KNOWN } from './also-known.ts'
import { PACKAGES } from './gazetteer-rows.ts'
import { runGazetteerLoading, VERSION } from './loading.ts'

const world = await makeWorld()
const service = await makeGeocoderService()
afterAll(() => service.stop())
beforeEach(() => {
  service.answer = says([HOUSE])
  service.asked.length = 0
})

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const from = performance.now()
await runGazetteerLoading({ url: world.url, db: world.db, log: world.log }).done
delay.disable()
console.log(
  `the gazetteer is loaded in ${Math.round(performance.now() - from)} ms; the longest stop was ${Math.round(delay.max / 1e6)} ms`,
)

const PORTLAND = { latitude: 45.52, longitude: -122.68 }
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
await world.local(ben)
await world.as(ben).nearby.updateLocation(PORTLAND)

const found = async (q: string, who = ana) => (await world.as(who).places.searchPlaces({ q })).items
const labels = async (q: string, who = ana) => (await found(q, who)).map(({ label }) => label)

test('the version belongs to these data: a change of the data must increase it', () => {
  const load = createRequire(import.meta.url)
  const versions = PACKAGES.map((name) => (load(`${name}/package.json`) as { version: string }).version)
  expect({ VERSION, versions }).toEqual({ VERSION: 1, versions: ['3.1.0', '8.0.0'] })
})

test('all rows are loaded', async () => {
  const { rows } = await sql<{ kind: string; many: number }>`
    select kind, count(*)::int as many from places group by kind order by kind`.execute(world.db)
  expect(Object.fromEntries(rows.map(({ kind, many }) => [kind, many]))).toEqual({
    ...{ alias: ALSO_KNOWN.length, part: 4817, postal: 43_859, town: expect.any(Number) },
  })
  expect(rows.find(({ kind }) => kind === 'town')!.many).toBeGreaterThan(130_000)
})

describe('the search while typing', () => {
  test.each([
    ['portland', 'Portland, OR'],
    ['Portland, OR', 'Portland, OR'],
    ['portland or', 'Portland, OR'],
    ['Portland Oregon', 'Portland, OR'],
    ['Portland, US', 'Portland, OR'],
    ['Portland, Oregon, USA', 'Portland, OR'],
    ['Portland, Maine', 'Portland, ME'],
    ['portland, m', 'Portland, ME'],
    ['Portlnd', 'Portland, OR'],
    ['Los Angelos', 'Los Angeles, CA'],
    ['Philidelphia', 'Philadelphia, PA'],
    ['sna fran', 'San Francisco, CA'],
    ['Portlnd Oregon', 'Portland, OR'],
    ['koln', 'Köln, Germany'],
    ['Köln', 'Köln, Germany'],
    ['Ko\u0308ln', 'Köln, Germany'],
    ['Koeln', 'Köln, Germany'],
    ['50667 Köln', 'Köln, Germany'],
    ['Zurich', 'Zürich, Switzerland'],
    ['ZÜRICH', 'Zürich, Switzerland'],
    ['Cologne', 'Cologne, Germany'],
    ['München', 'München, Germany'],
    ['Munich', 'Munich, Germany'],
    ['Roma', 'Roma, Italy'],
    ['NYC', 'NYC, NY'],
    ['new york', 'New York City, NY'],
    ['Washington, D.C.', 'Washington, DC'],
    ['St. Louis', 'St. Louis, MO'],
    ['saint louis', 'St. Louis, MO'],
    ['94110', '94110, San Francisco, CA'],
    ['94110-1234', '94110, San Francisco, CA'],
    ['94110, San Francisco, CA', '94110, San Francisco, CA'],
    ['M5V 2T6', 'M5V, Downtown Toronto, Ontario'],
    ['m5v', 'M5V, Downtown Toronto, Ontario'],
    ['Toronto, ON', 'Toronto, Ontario'],
    ['Leeds, England', 'Leeds, England'],
    ['Leeds, UK', 'Leeds, England'],
    ['Springfield, MI', 'Springfield, MI'],
    ['paris', 'Paris, France'],
    ['paris texas', 'Paris, TX'],
    ['Frankfurt', 'Frankfurt am Main, Germany'],
  ])('"%s": %s', async (q, label) => {
    expect((await labels(q))[0]).toBe(label)
  })

  test('finds a name by its beginning and by a later word', async () => {
    expect(await labels('san fr')).toContain('San Francisco, CA')
    expect(await labels('angeles')).toContain('Los Angeles, CA')
    for (const q of ['s', 'sa', 'x', '9', '94']) expect(await labels(q), q).toHaveLength(8)
  })

  test('gives at most eight places, with different labels and positions', async () => {
    for (const q of ['san francisco', 'san miguel', 'rom', 'mün', 'Cologne', 'springfield', '9', 'los angeles']) {
      const items = await found(q)
      expect(items.length, q).toBeLessThanOrEqual(8)
      const looks = items.map(({ label }) => label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
      expect(new Set(looks).size, q).toBe(items.length)
      expect(new Set(items.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size, q).toBe(items.length)
    }
  })

  test('puts places near the viewer first, unless another place is much larger', async () => {
    expect((await labels('vancouver', ben))[0]).toBe('Vancouver, WA')
    expect((await labels('salem'))[0]).not.toBe('Salem, OR')
    expect((await labels('salem', ben))[0]).toBe('Salem, OR')
    expect(await labels('b', ben)).toContain('Beaverton, OR')
    expect((await labels('97', ben)).every((label) => /^97\d{3}, .+, OR$/.test(label))).toBe(true)
    expect((await labels('london', ben))[0]).toBe('London, England')
  })

  test('finds nothing for text that is no place', async () => {
    for (const q of [
      '',
      ' ',
      '!!!',
      'xqzvkj',
      '👶',
      'москва',
      '%',
      '_____',
      "'; drop table places",
      'x'.repeat(15_000),
    ])
      expect(await labels(q), q.slice(0, 20)).toEqual([])
  })

  test('gives the position of the place, and a label that fits on a profile', async () => {
    const [portland] = await found('Portland, OR')
    expect(milesBetween(portland!, PORTLAND)).toBeLessThan(1)
    const { rows } = await sql<{ most: number }>`
      select max(char_length(name)) + 30 as most from places`.execute(world.db)
    expect(rows[0]!.most).toBeLessThanOrEqual(LOCATION_MAX)
  })

  test('gives labels that geocode to the same place', async () => {
    const { rows } = await sql<{ name: string }>`select name from places tablesample system (0.2) repeatable (7)
      where weight > 3000 or kind = 'postal' limit 60`.execute(world.db)
    expect(rows.length).toBeGreaterThan(30)
    for (const { name } of rows)
      for (const { label } of (await found(name)).slice(0, 2)) {
        const { formatted_address } = await world.as(ana).places.geocode({ address: label })
        expect(formatted_address).toBe(label)
      }
  }, 60_000)
})

describe('the town at a position', () => {
  const at = async (position: Position) => (await world.as(ana).places.placeAt(position)).label

  test.each<[string | null, Position]>([
    ['Portland, OR', PORTLAND],
    ['Beaverton, OR', { latitude: 45.487, longitude: -122.804 }],
    ['London, England', { latitude: 51.5, longitude: -0.12 }],
    ['Köln, Germany', { latitude: 50.94, longitude: 6.96 }],
    ['Toronto, Ontario', { latitude: 43.68, longitude: -79.4 }],
    // across the date line, both ways
    ['Anadyr, Russia', { latitude: 64.75, longitude: 177.6 }],
    [null, { latitude: 0, longitude: 180 }],
    [null, { latitude: 0, longitude: -180 }],
    ['Longyearbyen, Svalbard & Jan Mayen', { latitude: 78.22, longitude: 15.65 }],
    [null, { latitude: 90, longitude: 0 }],
    [null, { latitude: -90, longitude: 135 }],
    [null, { latitude: 40, longitude: -40 }],
  ])('%s', async (label, position) => {
    expect(await at(position)).toBe(label)
  })

  test('may lie on the other side of the date line', async () => {
    await sql`insert into places (name, folded, kind, country, latitude, longitude, cell, population, weight)
      values ('Over There', 'over there', 'town', 'FJ', -17, -179.9, ${cellAt({ latitude: -17, longitude: -179.9 })}, 9000, 9000)`.execute(
      world.db,
    )
    expect(await at({ latitude: -17, longitude: 179.9 })).toBe('Over There, Fiji')
  })

  test('is a hamlet only if no town is near', async () => {
    // 4 miles outside of Bend, in a place with a few houses
    expect(await at({ latitude: 44.058, longitude: -121.315 })).toBe('Bend, OR')
  })

  test('is found with only the centre of the cell sent to the database', async () => {
    const raw = { latitude: 45.5231111, longitude: -122.6765222 }
    const sent = await sentWhile(() => at(raw))
    const centre = centreOf(cellAt(raw))
    expect(sent).not.toMatch(/(?<!:\d\d:)45\.523|122\.676/)
    expect(sent).toContain('unnest')
    expect(milesBetween(raw, centre)).toBeGreaterThan(0.01)
  })

  test.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: -181 },
    { latitude: Number.NaN, longitude: 0 },
    { latitude: '45', longitude: 0 },
    { latitude: 45 },
  ])('41: %j is no position', async (position) => {
    expect(await refusal(world.as(ana).places.placeAt(position as Position))).toMatchObject({ status: 400 })
  })
})

describe('an address without a service', () => {
  const geocode = (address: string, who = ana) => world.as(who).places.geocode({ address })

  test.each([
    ['Portland, OR', 'Portland, OR'],
    ['  köln ', 'Köln, Germany'],
    ['Portlnd', 'Portland, OR'],
    ['94110', '94110, San Francisco, CA'],
    ['1215 SE Tacoma St, Portland, OR 97202', '97202, Portland, OR'],
    ['1215 SE Tacoma St, Sellwood, Portland, Oregon, USA', 'Portland, OR'],
    ['Domkloster 4, 50667 Köln', 'Köln, Germany'],
    ['221B Baker Street, London', 'London, England'],
  ])('"%s": %s', async (address, formatted_address) => {
    const { latitude, longitude, ...words } = await geocode(address)
    expect(words).toEqual({ formatted_address })
    expect(Math.abs(latitude) + Math.abs(longitude)).toBeGreaterThan(1)
  })

  test.each([
    'Portl',
    '9',
    'Long Street 5',
    'Nowhere Street, Nowheretownsville, England',
    'xqzvkj',
    'Germany, Germany',
  ])('"%s" is not known', async (address) => {
    expect(await refusal(geocode(address))).toEqual({
      ...{ code: 'PLACE_NOT_FOUND', status: 404, message: SAY_LOCAL.placeUnknown },
    })
  })

  test('gives the nearest of several places', async () => {
    expect(await geocode('Vancouver', ben)).toMatchObject({ formatted_address: 'Vancouver, WA' })
  })

  test('40: is refused if it is empty, with its own message, or has ten kilobytes', async () => {
    for (const address of ['', '  ', '\u200b'])
      expect(await refusal(geocode(address))).toMatchObject({ status: 400, message: SAY_LOCAL.addressBlank })
    for (const length of [ADDRESS_MAX + 1, 10_000, 1_000_000])
      expect(await refusal(geocode('x'.repeat(length)))).toMatchObject({ status: 400, message: /The address/ })
    expect(await refusal(geocode('👶'.repeat(ADDRESS_MAX)))).toMatchObject({ status: 404 })
  })
})

describe('an address with a service', () => {
  const geocode = (address: string) => {
    const geocoder = makeGeocoder({ geocoderUrl: service.url, publicUrl: null }, { pace: 0, patience: 500 })
    return world.as(ana, { geocoder }).places.geocode({ address })
  }
  const STREET = '1215 SE Tacoma St, Portland, OR'

  test('has the position of the geocoder, with a general label', async () => {
    expect(await geocode(STREET)).toEqual({
      ...{ formatted_address: 'Sellwood, Portland, OR', latitude: 45.4651234, longitude: -122.6523456 },
    })
    expect(service.asked.map(({ q }) => q)).toEqual([STREET])
  })

  test('has the label of the nearest town if the geocoder gives none', async () => {
    service.answer = says([{ lat: '45.52', lon: '-122.68', display_name: '1 Main Street' }])
    expect(await geocode(STREET)).toMatchObject({ formatted_address: 'Portland, OR' })
    service.answer = says([{ lat: '0', lon: '-140', display_name: 'The sea' }])
    expect(await refusal(geocode(STREET))).toMatchObject({ code: 'PLACE_NOT_FOUND' })
  })

  test('is searched in the gazetteer if the geocoder does not find it', async () => {
    service.answer = says([])
    expect(await geocode('Köln')).toMatchObject({ formatted_address: 'Köln, Germany' })
    // but a street is not answered with its town
    expect(await refusal(geocode(STREET))).toMatchObject({ code: 'PLACE_NOT_FOUND', status: 404 })
  })

  test.each([
    ['slow', () => {}],
    ['broken', says('oh', 500)],
    ['gone', says('oh', 404)],
    ['malformed', says({ lat: 1 })],
    ['large', says([{ ...HOUSE, more: 'x'.repeat(200_000) }])],
  ] as const)(
    '57: while the geocoder is %s, towns are still found, and streets are refused with a message',
    async (_how, answer) => {
      service.answer = answer
      expect(await geocode('Portland, OR')).toMatchObject({ formatted_address: 'Portland, OR' })
      expect(await refusal(geocode(STREET))).toEqual({
        ...{ code: 'GEOCODER_AWAY', status: 502, message: SAY_LOCAL.geocoderAway },
      })
    },
  )

  test('is refused with the error message of the geocoder', async () => {
    for (const body of [{ error: 'abc' }, { error: { message: 'abc' } }]) {
      service.answer = says(body)
      expect(await refusal(geocode(STREET))).toMatchObject({ status: 502, message: 'abc' })
    }
  })

  test('40: cannot change the URL of the geocoder', async () => {
    service.answer = (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    for (const address of ['http://169.254.169.254/', '[::ffff:127.0.0.1]', '//2130706433/'])
      expect(await refusal(geocode(address))).toMatchObject({ code: 'GEOCODER_AWAY' })
    expect(service.asked).toHaveLength(3)
  })

  test('is in no log, and in no SQL statement after the geocoder has answered', async () => {
    const secret = '77 Kestrel Lane, Hawksworth'
    const before = world.lines.length
    const sent = await sentWhile(() => geocode(secret))
    expect(sent).not.toMatch(/kestrel|hawksworth/i)
    for (const answer of [() => {}, says({ error: secret }), says('?')]) {
      service.answer = answer
      await refusal(geocode(secret))
    }
    await refusal(world.as(ana).places.geocode({ address: `${secret} ${'x'.repeat(10_000)}` }))
    expect(JSON.stringify(world.lines.slice(before))).not.toMatch(/kestrel|hawksworth/i)
  })
})

test('a visitor is asked to sign in', async () => {
  const visitor = world.as(null).places
  for (const call of [
    visitor.searchPlaces({ q: 'p' }),
    visitor.placeAt(PORTLAND),
    visitor.geocode({ address: 'Bend' }),
  ])
    expect(await refusal(call)).toMatchObject({ status: 401, message: SAY_LOCAL.signIn })
})

test('fast typing is not limited; a script is rate limited and gets the time to retry', async () => {
  const who = await world.member()
  const api = world.as(who, { limits: 'real' }).places
  // an answer of the external geocoder costs more than one of the gazetteer
  for (let n = 0; n < 20; n++) await api.geocode({ address: 'Bend' })
  expect(await refusal(api.geocode({ address: 'Bend' }))).toMatchObject({ status: 429 })
  for (let n = 0; n < 180; n++) await api.searchPlaces({ q: 'p' })
  expect(await refusal(api.searchPlaces({ q: 'p' }))).toMatchObject({ status: 429 })
})

/** Returns all statements with their values, as one text. */
async function sentWhile(work: () => Promise<unknown>): Promise<string> {
  const sent: unknown[] = []
  const heard = new Set<object>()
  world.database.pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const { query } = client
    client.query = ((...args: unknown[]) => {
      sent.push(args.slice(0, 2))
      return (query as (...args: unknown[]) => unknown).apply(client, args)
    }) as typeof query
  })
  await work()
  return JSON.stringify(sent)
}
