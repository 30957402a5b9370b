/** The help lines that come with a new instance, and that its administrators edit. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { careFaults, type HelpLine } from '#contract/care.ts'
import { seedBase } from '#server/seed.ts'
import { administratorOf } from '#test/administrator.ts'
import { makeWorld, passed, refusal } from '#test/world.ts'

const world = await makeWorld()
const admin = await administratorOf(world)
const ana = await world.member({ name: 'ana' })
const list = async () => (await world.as(null).care.listHelpLines()).items
const aLine = (line: Partial<HelpLine> = {}): HelpLine => ({
  ...{ id: randomUUID(), country: 'PT', name: `Line ${randomUUID().slice(0, 8)}`, about: 'Day and night.' },
  ...{ kind: 'crisis', text_to: null, text_word: null, chat_url: null, hours: null, languages: ['fr'] },
  ...{ phone: '3114', url: null, source: 'https://example.org/', checked_on: '2026-11-25' },
  ...line,
})
const save = (line: HelpLine) => world.as(admin).care.saveHelpLine(line)
const acts = async () => {
  await world.readFacts()
  const { items } = await world.as(admin).admin.listActs({})
  return items.filter(({ what }) => what.startsWith('help_line.'))
}

const COUNTRIES = ['AT', 'AU', 'BE', 'CA', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'NZ', 'PL', 'US']

test('a new instance has lines for thirteen countries and lines for every country, each with its source and the day on which it was checked', async () => {
  const lines = await list()
  expect([...new Set(lines.map(({ country }) => country))]).toEqual([...COUNTRIES, null])
  for (const line of lines) {
    expect(line.phone ?? line.url).not.toBeNull()
    expect(line.source).toMatch(/^https:\/\//)
    expect(line.checked_on).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})

test.each(COUNTRIES)(
  '%s has somebody to call day and night, a line for violence and one for children',
  async (country) => {
    const lines = (await list()).filter((line) => line.country === country)
    const isCrisis = ({ kind }: HelpLine) => kind === 'crisis' || kind === 'listening'
    expect(lines.some((line) => isCrisis(line) && line.phone && line.hours === 'always')).toBe(true)
    expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['abuse', 'child']))
    for (const { name, languages } of lines) expect(languages, name).not.toEqual([])
  },
)

test('a program that knows nothing of the later fields leaves them as they are', async () => {
  const whole = aLine({
    kind: 'abuse',
    text_to: '85258',
    text_word: 'HELLO',
    chat_url: 'https://example.org/chat',
    hours: 'always',
  })
  await save(whole)
  const { id, country, name, about, phone, url, source, checked_on } = whole
  const old = { id, country, name, about, phone, url, source, checked_on }
  const { care } = world.as(admin)
  expect(await care.saveHelpLine({ ...old, about: 'At night.' })).toEqual({ ...whole, about: 'At night.' })
  expect(await care.saveHelpLine({ ...old, text_to: '85258' })).toMatchObject({ text_to: '85258', text_word: 'HELLO' })
  expect(await care.saveHelpLine({ ...old, text_word: null })).toMatchObject({ text_to: '85258', text_word: null })
  expect(await care.saveHelpLine({ ...old, text_to: '50808', text_word: 'HI' })).toMatchObject({ text_word: 'HI' })
  expect(await care.saveHelpLine({ ...old, text_to: '741741' })).toMatchObject({ text_to: '741741', text_word: null })
  expect(await care.saveHelpLine({ ...old, text_to: null })).toMatchObject({ text_to: null, text_word: null })
  const added = await care.saveHelpLine({ ...old, id: randomUUID(), name: 'Another line' })
  expect(added).toMatchObject({ kind: 'listening', text_to: null, chat_url: null, hours: null, languages: [] })
  for (const line of [whole, added]) await care.deleteHelpLine({ id: line.id })
})

test('seeding again keeps the operator’s changes, and does not restore deleted lines', async () => {
  const [changed, gone] = await list()
  await save({ ...changed!, phone: '999 999', hours: null })
  await world.as(admin).care.deleteHelpLine({ id: gone!.id })
  const before = await list()
  await seedBase(world.db)
  expect(await list()).toEqual(before)
})

test('a line of an earlier version gets the fields that it did not have, and keeps the operator’s words and numbers', async () => {
  const samaritans = (await list()).find(({ country, name }) => country === 'GB' && name === 'Samaritans')!
  await sql`update help_lines set about = 'Ours.', kind = 'health', hours = null, languages = '{}'
    where id = ${samaritans.id}::uuid`.execute(world.db)
  await sql`delete from help_line_seeds where country = 'GB' and name in ('Samaritans', 'Shout')`.execute(world.db)
  await sql`delete from help_lines where country = 'GB' and name = 'Shout'`.execute(world.db)
  await seedBase(world.db)
  const british = (await list()).filter(({ country }) => country === 'GB')
  expect(british.find(({ id }) => id === samaritans.id)).toEqual({ ...samaritans, about: 'Ours.' })
  expect(british.at(-1)).toMatchObject({ name: 'Shout', text_to: '85258', text_word: 'SHOUT' })
})

describe('an administrator', () => {
  test('adds a line, which becomes the last of its country, and visitors see it at once', async () => {
    const [first, second] = [aLine(), aLine({ phone: null, url: 'https://example.org/help' })]
    expect(await save(first)).toEqual(first)
    expect(await save(second)).toEqual(second)
    const theirs = (await list()).filter(({ country }) => country === 'PT')
    expect(theirs).toEqual([first, second])
    expect((await list()).at(-1)!.country).toBeNull()
  })

  test('edits a line, which keeps its place', async () => {
    const lines = [aLine({ country: 'SE' }), aLine({ country: 'SE' })]
    for (const line of lines) await save(line)
    const changed = { ...lines[0]!, about: 'In the evening.', checked_on: '2026-12-01' }
    expect(await save(changed)).toEqual(changed)
    expect((await list()).filter(({ country }) => country === 'SE')).toEqual([changed, lines[1]])
  })

  test('sets how to write to it, when it is open and in which languages it listens', async () => {
    const hours = { zone: 'Europe/Paris', spans: [{ days: [1, 2], from: '09:00', to: '17:30' }] }
    const line = aLine({ country: 'IT', text_to: '12345', text_word: 'CIAO', chat_url: 'https://chat.example/', hours })
    expect(await save(line)).toEqual(line)
    const always: HelpLine = { ...line, hours: 'always', languages: ['it', 'en'], text_word: null }
    expect(await save(always)).toEqual(always)
    expect((await list()).find(({ id }) => id === line.id)).toEqual(always)
  })

  test('deletes a line; a missing line reads "Help line not found"', async () => {
    const line = await save(aLine())
    expect(await world.as(admin).care.deleteHelpLine({ id: line.id })).toEqual({ id: line.id })
    expect((await list()).some(({ id }) => id === line.id)).toBe(false)
    for (const id of [line.id, randomUUID(), 'nonsense'])
      expect(await refusal(world.as(admin).care.deleteHelpLine({ id }))).toEqual(careFaults.notFound)
  })

  test('reads that there is a line of this name for this country already; another country may have one', async () => {
    const line = await save(aLine())
    expect(await refusal(save(aLine({ name: line.name })))).toEqual(careFaults.twice)
    const everywhere = await save(aLine({ country: null, name: line.name }))
    expect(await refusal(save(aLine({ country: null, name: line.name })))).toEqual(careFaults.twice)
    expect(await refusal(save({ ...everywhere, country: line.country }))).toEqual(careFaults.twice)
    expect((await list()).filter(({ name }) => name === line.name)).toHaveLength(2)
  })

  test('finds his changes in the log, by the name of the line, also after it is deleted', async () => {
    const line = await save(aLine({ name: 'Somebody listens', country: 'IT' }))
    // lines of one millisecond have no order
    await passed({ created_at: new Date() })
    await save({ ...line, about: 'At night.' })
    await passed({ created_at: new Date() })
    await world.as(admin).care.deleteHelpLine({ id: line.id })
    expect((await acts()).slice(0, 3)).toMatchObject([
      { what: 'help_line.deleted', reason: 'Somebody listens (IT)', subject_id: line.id, path: null, subject: null },
      { what: 'help_line.changed', reason: 'Somebody listens (IT)', subject_id: line.id },
      { what: 'help_line.added', reason: 'Somebody listens (IT)', subject_id: line.id },
    ])
  })
})

test.each<[string, Partial<HelpLine>, string]>([
  ['without a number and an address', { phone: null, url: null }, 'Please enter a number or an address'],
  ['without a name', { name: ' ' }, 'Please enter a name'],
  ['without a description', { about: '' }, 'Please say what it is for'],
  ['for an invalid country', { country: 'France' }, 'A country is two letters, such as GB'],
  [
    'with an address that runs a script',
    { url: 'javascript:alert(1)' },
    'This must be an address that begins with https://',
  ],
  [
    'with a source in plain http',
    { source: 'http://example.org' },
    'This must be an address that begins with https://',
  ],
  [
    'with a word but no number to text',
    { text_word: 'HOME', text_to: null },
    'Please enter the number to which the word is sent',
  ],
  [
    'with hours in a zone that does not exist',
    { hours: { zone: 'Europe/Nowhere', spans: [{ days: [1], from: '09:00', to: '17:00' }] } },
    'A time zone is written as Europe/London',
  ],
  ['in a language that is none', { languages: ['English'] }, 'A language is two letters, such as en'],
  ['with an invalid day', { checked_on: '2026-02-30' }, 'This is not a day'],
])('a line %s is refused, with the sentence beside the field', async (_what, wrong, sentence) => {
  const before = await list()
  const refused = await refusal(save(aLine(wrong)))
  expect(refused).toMatchObject({ code: 'INVALID', status: 400 })
  expect(JSON.stringify(refused)).toContain(sentence)
  expect(await list()).toEqual(before)
})

test('a member or visitor who is not an administrator gets the answer of a missing procedure', async () => {
  const before = await list()
  for (const who of [ana, null])
    for (const call of [
      () => world.as(who).care.saveHelpLine(aLine()),
      () => world.as(who).care.deleteHelpLine({ id: before[0]!.id }),
    ])
      expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND', status: 404, message: 'Not found' })
  expect(await list()).toEqual(before)
})

test('the database refuses a line without a way to reach it or without a source', async () => {
  const put = (change: string, value: unknown) =>
    sql`insert into help_lines (name, about, phone, url, source, checked_on)
      select l.name, l.about, l.phone, l.url, l.source, l.checked_on from jsonb_populate_record(null::help_lines,
        ${JSON.stringify({ name: 'A', about: 'B', phone: '1', url: null, source: 'https://c.org', checked_on: '2026-11-25', [change]: value })}::jsonb) l`.execute(
      world.db,
    )
  await put('name', 'Good')
  for (const [column, value] of [
    ['phone', null],
    ['url', 'javascript:alert(1)'],
    ['source', null],
    ['source', 'example.org'],
    ['checked_on', null],
    ['name', ''],
  ] as const)
    await expect(put(column, value), column).rejects.toThrow(/violates/)
})
