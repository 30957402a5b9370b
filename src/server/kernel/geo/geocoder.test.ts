import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUSE, makeGeocoderService, says } from '#test/geocoder.ts'
import { type GeocoderOptions, makeGeocoder } from './geocoder.ts'

const service = await makeGeocoderService()
/** A server to which no redirect may lead. */
const elsewhere = await makeGeocoderService()
afterAll(() => Promise.all([service.stop(), elsewhere.stop()]))
beforeEach(() => {
  service.answer = says([HOUSE])
  for (const one of [service, elsewhere]) one.asked.length = 0
})

const publicUrl = 'https://dads.example'
const geocoder = (options: GeocoderOptions = {}, url = service.url) =>
  makeGeocoder({ geocoderUrl: url, publicUrl }, { pace: 0, ...options })
const SELLWOOD = { located: { label: 'Sellwood, Portland, OR', latitude: 45.4651234, longitude: -122.6523456 } }

test('without a service no request is made', async () => {
  const nobody = makeGeocoder({ geocoderUrl: null, publicUrl })
  expect(await nobody.locate('1215 SE Tacoma St')).toBe('none')
  expect(nobody.description).toBeNull()
})

test('the request holds the address and our name; the answer is reduced to a general label', async () => {
  const keyed = geocoder({}, `${service.url}?key=swordfish`)
  expect(await keyed.locate('1215 SE Tacoma St')).toEqual(SELLWOOD)
  expect(service.asked).toHaveLength(1)
  const { path, query, headers } = service.asked[0]!
  expect(path).toBe('/search')
  expect(Object.fromEntries(query)).toEqual({
    ...{ q: '1215 SE Tacoma St', key: 'swordfish', format: 'jsonv2', addressdetails: '1', limit: '1' },
    'accept-language': 'en',
  })
  expect(headers['user-agent']).toBe('Fatherkin (https://dads.example)')
  expect(headers.cookie).toBeUndefined()
  expect(keyed.description).toMatch(/^by 127\.0\.0\.1:\d+$/)
})

describe('a label', () => {
  const labelFor = async (address: object) => {
    service.answer = says([{ ...HOUSE, address }])
    const answer = await geocoder().locate(JSON.stringify(address))
    return typeof answer === 'object' && 'located' in answer ? answer.located.label : answer
  }
  const road = { house_number: '7', road: 'Long Street', postcode: '12345' }

  test.each([
    [
      'Köln, Germany',
      { ...road, city: 'Köln', state: 'North Rhine-Westphalia', country: 'Germany', country_code: 'de' },
    ],
    ['Leeds, England', { ...road, city: 'Leeds', state: 'England', country: 'United Kingdom', country_code: 'gb' }],
    ['Toronto, Ontario', { ...road, city: 'Toronto', state: 'Ontario', country: 'Canada', country_code: 'ca' }],
    ['Boring, Oregon', { ...road, hamlet: 'Boring', state: 'Oregon', country: 'United States', country_code: 'us' }],
    ['Oregon, United States', { ...road, state: 'Oregon', country: 'United States', country_code: 'us' }],
  ])('has the form of our own labels: %s', async (label, address) => {
    expect(await labelFor(address)).toBe(label)
  })

  test('a label never contains a street, a house or a whole address; without other parts there is none', async () => {
    for (const address of [road, { ...road, country: 'Germany', country_code: 'de' }, {}, 'Long Street 7', null])
      expect(await labelFor(address as object)).toBeNull()
    expect(await labelFor({ city: 'x'.repeat(130), country: 'Germany', country_code: 'de' })).toBeNull()
  })
})

test('a place that the service does not know is unknown', async () => {
  service.answer = says([])
  expect(await geocoder().locate('Nowhere 1')).toBe('unknown')
})

describe('an invalid answer', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['a failure', (response) => void response.writeHead(500).end('<h1>oh</h1>')],
    ['a missing page', (response) => void response.writeHead(404).end('not here')],
    ['half an answer', (response) => void response.end('[{"lat": "45.4')],
    ['nothing', (response) => void response.end()],
    ['something else', says('Portland')],
    ['a place with an impossible position', says([{ ...HOUSE, lat: '95', lon: '0' }])],
    ['a place without numbers', says([{ ...HOUSE, lat: 'NaN', lon: null }])],
    ['a list of nulls', says([null])],
    ['an error without a message', says({ error: ' \n\u200b ' })],
    ['a connection that breaks', (response) => void response.socket?.destroy()],
    ['a response that is too long', says([{ ...HOUSE, display_name: 'x'.repeat(120_000) }])],
    ['a response without an end', (response) => endless(response)],
  ])('that is %s means that the service is unavailable', async (_what, answer) => {
    service.answer = answer
    expect(await geocoder().locate('1215 SE Tacoma St')).toBe('away')
  })

  test('a service that does not answer, or never ends its answer, is waited for until the timeout', async () => {
    for (const answer of [() => {}, (response: ServerResponse) => void response.write('[')]) {
      service.answer = answer
      expect(await geocoder({ patience: 50 }).locate('1215 SE Tacoma St')).toBe('away')
    }
  })

  test('a service that is unreachable', async () => {
    const gone = await makeGeocoderService()
    await gone.stop()
    expect(await geocoder({}, gone.url).locate('1215 SE Tacoma St')).toBe('away')
  })
})

test('40: no other host is ever asked, wherever a redirect leads and whatever an address contains', async () => {
  for (const to of [elsewhere.url, 'http://169.254.169.254/latest/meta-data', '//[::ffff:127.0.0.1]/'])
    for (const status of [301, 302, 303, 307, 308]) {
      service.answer = (response) => void response.writeHead(status, { location: to }).end(JSON.stringify([HOUSE]))
      expect(await geocoder().locate(`${status} ${to}`)).toBe('away')
    }
  service.answer = says([])
  service.asked.length = 0
  const addresses = [
    elsewhere.url,
    '@127.0.0.1',
    '//2130706433/',
    'http://[::ffff:127.0.0.1]/',
    '?q=x&url=y#z',
    '../..',
  ]
  for (const address of addresses) expect(await geocoder().locate(address)).toBe('unknown')
  expect(service.asked.map(({ path, q }) => [path, q])).toEqual(addresses.map((address) => ['/search', address]))
  expect(elsewhere.asked).toEqual([])
})

describe('an error that the service reports', () => {
  test.each([
    ['a word', 'abc', { error: 'abc' }, 200],
    ['a message', 'abc', { error: { code: 400, message: 'abc' } }, 400],
    ['with a failure', 'abc', { error: 'abc' }, 500],
    ['on many lines', 'a b c d', { error: '\na\r\nb\u2028c\u0000\u202e d ' }, 200],
    ['too long', '👶'.repeat(200), { error: '👶'.repeat(300) }, 200],
    ['with our key', 'Invalid key …', { error: 'Invalid key swordfish' }, 401],
  ])('%s', async (_what, said, body, status) => {
    service.answer = says(body, status)
    expect(await geocoder({}, `${service.url}?key=swordfish`).locate('1215 SE Tacoma St')).toEqual({ said })
  })
})

describe('the cache and the rate limit', () => {
  test('the same question is asked once an hour, however it is written, also by callers at the same time', async () => {
    let time = Date.now()
    const asked = geocoder({ now: () => time })
    const answers = await Promise.all([asked.locate('Tacoma St'), asked.locate('TACOMA   st')])
    expect([...answers, await asked.locate('Tacoma St')]).toEqual([SELLWOOD, SELLWOOD, SELLWOOD])
    expect(service.asked).toHaveLength(1)
    time += 3_600_001
    await asked.locate('Tacoma St')
    expect(service.asked).toHaveLength(2)
  })

  test('only the latest five hundred answers are kept', async () => {
    const asked = geocoder()
    for (let n = 0; n <= 500; n++) await asked.locate(`${n}`)
    service.asked.length = 0
    for (const n of [500, 1, 0]) await asked.locate(`${n}`)
    expect(service.asked.map(({ q }) => q)).toEqual(['0'])
  })

  test('a failure is not cached', async () => {
    const asked = geocoder()
    for (const answer of [says({ error: 'abc' }), says('?')]) {
      service.answer = answer
      await asked.locate('Tacoma St')
    }
    service.answer = says([HOUSE])
    expect(await asked.locate('Tacoma St')).toEqual(SELLWOOD)
  })

  test('after five failures in a row the service is not asked for a minute', async () => {
    let time = 0
    const asked = geocoder({ now: () => time })
    const ask = () => asked.locate(`${service.asked.length}`)
    service.answer = says('', 500)
    for (let n = 0; n < 4; n++) await ask()
    service.answer = says([])
    await ask()
    service.answer = says('', 500)
    for (let n = 0; n < 5; n++) await ask()
    expect(service.asked).toHaveLength(10)
    service.answer = says([HOUSE])
    expect(await ask()).toBe('away')
    time += 59_999
    expect(await ask()).toBe('away')
    expect(service.asked).toHaveLength(10)
    time += 1
    expect(await ask()).toEqual(SELLWOOD)
  })

  test('the service is asked at most once a second, and callers who would wait too long are refused immediately', async () => {
    const asked = geocoder({ pace: 100, queue: 2 })
    const from = performance.now()
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map((address) => asked.locate(address)))
    expect(answers).toEqual([SELLWOOD, SELLWOOD, SELLWOOD, 'away', 'away'])
    expect(service.asked).toHaveLength(3)
    // measured from the beginning: on a busy machine a request may reach the service late; a timer may end a little
    // early
    const [, second, third] = service.asked.map(({ at }) => at - from)
    expect(second).toBeGreaterThan(90)
    expect(third).toBeGreaterThan(190)
  })
})

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000))) {}
  }
  response.on('drain', more)
  more()
}
