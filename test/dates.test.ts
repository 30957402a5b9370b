/**
 * Guarantee 41 for days and times: every one that a caller sends is within bounds, or refused. The walk finds them by what the
 * schemas of the contract accept, so a new one fails here until it has a line in `CALLS`.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cursorOf } from '#server/kernel/page.ts'
import { administratorOf } from './administrator.ts'
import { inputFields, type Schema } from './contract-inputs.ts'
import { makeWorld, refusal } from './world.ts'

const DAYS = ['2026-11-28', '1990-05-06']
const TIMES = ['2026-11-28T12:00:00Z', '2026-11-28T12:00:00.000Z', '2026-11-28T12:00:00+01:00', '2026-11-28 12:00']
const HOSTILE = [
  ...['0000-01-01', '0000-00-00', '0001-01-01', '-0001-01-01', '-000001-01-01', '9999-12-31', '+010000-01-01'],
  ...['10000-01-01', '275760-09-13', '294277-01-01', '5874898-01-01', '2026-02-30', '2026-13-01', '2026-00-10'],
  ...[
    'infinity',
    '-infinity',
    'epoch',
    'now',
    'today',
    '2026-11-28 BC',
    '2026-W48-6',
    '2026-332',
    '2026-11-28\n',
    'J0',
  ],
]
const HOSTILE_TIMES = [
  ...HOSTILE.flatMap((day) => [day, `${day}T12:00:00Z`, `${day}T12:00:00.000Z`]),
  ...[
    'T24:00:00Z',
    'T23:59:60Z',
    'T25:00:00Z',
    'T12:60:00Z',
    'T12:00:00+99:99',
    'T12:00:00-99:99',
    'T12:00:00+15:60',
  ].map((time) => `2026-11-28${time}`),
  ...['T12:00:00', 'T12:00:00 UTC', 'T12:00:00Z Z', 'T12:00:00.Z', ' allballs'].map((time) => `2026-11-28${time}`),
]

const world = await makeWorld()
const [ana, ben, admin] = [await world.member(), await world.member(), await administratorOf(world)]
const pod = await world.pod({ members: [ana, ben] })
const post = await world.post({ by: ana })
const comment = await world.comment({ by: ana, on: post })
const event = await world.event({ by: ana })
const [as, id] = [world.as(ana), randomUUID()]
const LINE = {
  id,
  country: 'FR',
  name: 'A line',
  about: 'For fathers.',
  phone: '3114',
  url: null,
  source: 'https://example.org/',
}
const EVENT = { title: 'A walk', description: 'In the park', location: 'Park', event_time: '10:00', time_zone: 'UTC' }

/** Sends this day or time in the field. Everything else in the request is as it should be. */
const CALLS: Record<string, (value: never) => Promise<unknown>> = {
  'members.updateProfile: date_of_birth': (date_of_birth) => as.members.updateProfile({ date_of_birth }),
  'onboarding.saveProfileStep: date_of_birth': (date_of_birth) =>
    as.onboarding.saveProfileStep({ first_name: 'Ana', last_name: 'A', display_name: 'Ana', date_of_birth }),
  'posts.editPost: seen_updated_at': (seen_updated_at) =>
    as.posts.editPost({ id: post.id, title: 'A title', content: 'Words', seen_updated_at }),
  'comments.editComment: seen_updated_at': (seen_updated_at) =>
    as.comments.editComment({ id: comment.id, content: 'Words', seen_updated_at }),
  'rounds.checkIn: seen_at': (seen_at) => as.rounds.checkIn({ round_id: id, outcome: 'kept', seen_at }),
  'rounds.setLeftAlone: until': (until) => as.rounds.setLeftAlone({ pod_id: pod.id, until }),
  'rounds.setPause: until': (until) => as.rounds.setPause({ pod_id: pod.id, reason: 'ill', until }),
  'events.listEvents: day': (day) => as.events.listEvents({ day }),
  'events.listWeek: day': (day) => as.events.listWeek({ day }),
  'events.createEvent: event_date': (event_date) => as.events.createEvent({ id, ...EVENT, event_date }),
  'events.editEvent: event_date': (event_date) => as.events.editEvent({ id: event.id, event_date }),
  'events.editEvent: seen_updated_at': (seen_updated_at) =>
    as.events.editEvent({ id: event.id, title: 'A walk', seen_updated_at }),
  'care.saveHelpLine: checked_on': (checked_on) => world.as(admin).care.saveHelpLine({ ...LINE, checked_on }),
}

const accepts = (values: unknown[]) => (schema: Schema) => values.some((value) => schema.safeParse(value).success)
const takesWords = accepts(['sixteen'])
const takesDates = accepts([...DAYS, ...TIMES])
const takesDateObjects = (schema: Schema) =>
  accepts([new Date('2026-11-28')])(schema) && schema._zod.def.type !== 'object'
const dates = inputFields((schema) => (takesDates(schema) || takesDateObjects(schema)) && !takesWords(schema))

test('41: every day and time of the contract has a line here', () => {
  expect(dates.map(({ name }) => name).sort()).toEqual(Object.keys(CALLS).sort())
})

test.each(dates)('41: $name takes no day or time outside of its bounds', ({ schema }) => {
  const isTime = accepts(TIMES)(schema)
  const taken = (isTime ? HOSTILE_TIMES : [...HOSTILE, ...HOSTILE_TIMES]).filter(
    (value) => schema.safeParse(value).success,
  )
  expect(taken).toEqual([])
})

test.each(Object.entries(CALLS))('41: %s is refused, and is no internal error', async (_name, call) => {
  for (const value of [...HOSTILE, ...HOSTILE_TIMES])
    expect(await refusal(call(value as never)), value).toMatchObject({ status: 400, code: 'INVALID' })
})

const numbers = inputFields(
  (schema) =>
    accepts([0, 1, 2, 3, 6, 8, 12, '1', '5', '12'])(schema) && !takesWords(schema) && !accepts([true])(schema),
)
/** Read positions of a conversation, which are compared as bigint, and milliseconds. `test/numbers` sends them. */
const LARGE = ['chat.listMessages: before', 'chat.listMessages: after', 'chat.markRead: seq', 'badges.markSeen: ago']
test('41: no number of the contract is larger than an integer of PostgreSQL, but for those that are listed', () => {
  const large = numbers.filter(({ schema }) => accepts([2_147_483_648, '2147483648', -2_147_483_649])(schema))
  expect(numbers.length).toBeGreaterThan(15)
  expect(large.map(({ name }) => name).sort()).toEqual([...LARGE].sort())
})

test('41: a place in a list that holds a far moment is no place', async () => {
  const post_id = post.id
  for (const ms of [Date.UTC(10_000, 0, 1), 8.64e15]) {
    const after = cursorOf({ created_at: new Date(ms), id: randomUUID() })
    for (const call of [
      as.feed.listFeed({ after }),
      as.comments.listComments({ post_id, after }),
      as.blocks.listBlocks({ after }),
      as.groups.listGroups({ after }),
      as.pods.listPodRequests({ after }),
      as.assistant.listQuestions({ after }),
    ])
      expect(await refusal(call), String(ms)).toMatchObject({ status: 400, code: 'INVALID' })
  }
})
