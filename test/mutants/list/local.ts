import type { Mutant } from '../mutant.ts'

const events = (...names: string[]) => names.map((name) => `src/server/events/${name}.test.ts`)
const nearby = ['src/server/nearby/nearby.test.ts']

/** Events, what is near, the first steps, and pictures. */
export const local: Mutant[] = [
  {
    name: 'address-of-an-event-for-everyone',
    file: 'src/server/events/reading.ts',
    from: 'case when ${isCreator(viewer)} or ${attends(viewer)} then e.address end as address,',
    to: 'e.address,',
    promise: 'The exact address of an event is read by those who come and by whoever made it.',
    tests: { rooms: events('reading') },
  },
  {
    name: 'cancelled-event-in-lists',
    file: 'src/server/events/rules.ts',
    from: '(${visibleEvent(viewer)} and (e.cancelled_at is null or ${isCreator(viewer)} or ${attends(viewer)}))',
    to: '(${visibleEvent(viewer)})',
    promise: 'A cancelled event is listed for those alone whom it concerns.',
    tests: { rooms: events('list') },
  },
  {
    name: 'joining-what-is-over',
    file: 'db/migrations/019-events.sql',
    from: "if going and ends <= now() then return 'past'; end if;",
    to: '',
    promise: 'Nobody joins an event that is over.',
    tests: { rooms: events('attending') },
  },
  {
    name: 'mail-about-ones-own-change',
    file: 'src/server/events/notices.ts',
    from: '(k.user_id is distinct from e.user_id and ${visibleTo(sql`k.user_id`)}) as is_told',
    to: '(${visibleTo(sql`k.user_id`)}) as is_told',
    promise: 'A change of an event is mailed to the others who come, and not to the man who made it.',
    tests: { rooms: events('changing', 'notices') },
  },
  {
    name: 'events-of-today-missing',
    file: 'src/server/events/list.ts',
    from: 'sql`e.event_date >= ${today}::date`',
    to: 'sql`e.event_date > ${today}::date`',
    promise: 'The list of events begins with those of today.',
    tests: { rooms: events('list') },
  },
  {
    name: 'end-of-an-event-in-another-zone',
    file: 'src/server/events/calendar.ts',
    from: 'return { start: asWritten(starts), end: asWritten(ends), timezone: time_zone }',
    to: 'return { start: asWritten(starts), end: asWritten(ends), timezone: null }',
    promise: 'A calendar shows an event at the hour of the place where it is.',
    tests: { rooms: events('calendar') },
  },
  {
    name: 'lonely-man-told-to-the-mile',
    file: 'src/server/nearby/rules.ts',
    from: 'const FEW = 5',
    to: 'const FEW = 1',
    promise: 'Where fewer than five live, others are told a square of five miles.',
    tests: { rooms: nearby },
  },
  {
    name: 'moves-without-end',
    file: 'src/server/nearby/nearby.ts',
    from: "await ctx.limits.draw('move', id)",
    to: '',
    promise: 'Nobody finds out where another lives by moving again and again.',
    tests: { rooms: nearby },
  },
  {
    name: 'refused-event-costs-one-of-the-day',
    file: 'src/server/events/making.ts',
    from: "await ctx.limits.giveBack('event', creator)",
    to: '',
    promise: 'An event that was not made costs nothing of the day’s allowance.',
    tests: { rooms: ['test/limits.test.ts'] },
  },
  {
    name: 'first-steps-jumped-over',
    file: 'src/server/onboarding/onboarding.ts',
    from: 'from held where s.id = held.id and s.onboarding_step >= ${at}::int returning s.id',
    to: 'from held where s.id = held.id and ${at}::int >= 0 returning s.id',
    promise: 'None of the first steps is jumped over.',
    tests: { rooms: ['src/server/onboarding/onboarding.test.ts'] },
  },
  {
    name: 'banner-by-somebody-who-runs-it-no-more',
    file: 'src/server/media/media.ts',
    from: '          .where(isAdmin(id))\n',
    to: '',
    promise: 'A picture is not put up by somebody whose rights ended while it was being drawn.',
    tests: { rooms: ['src/server/media/media.test.ts'] },
  },
  {
    name: 'pictures-that-could-run',
    file: 'src/server/images-web.ts',
    from: "        'Content-Security-Policy': PICTURE_POLICY,\n",
    to: '',
    promise: 'A picture that a member sent can do nothing, however a browser shows it.',
    tests: { rooms: ['src/server/media/media.test.ts'] },
  },
]
