/** Names of pods and networks: forbidden characters, equal names, and the lookup of a slug. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Name } from '#contract/names.ts'
import { slugOf } from '#contract/words.ts'
import { makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben] = await world.members(2)
const name = Name({ max: 60, blank: 'Please enter a name' })
const SENTENCE = 'A name is one line, without signs that nobody sees'
let count = 0
const unused = () => `Pod number ${++count}`

/** The ranges of everyday characters and of invisible ones, in parts. */
const STRETCHES = [[1, 0xd7ff], [0xe000, 0xffff], [0x1b000, 0x1ffff], [0x2fff0, 0x2ffff], [0xdffff, 0xe1000]] as const // biome-ignore format: pairs
const asked = async (what: string) => {
  const found: number[] = []
  for (const [from, to] of STRETCHES) {
    const { rows } = await sql<{ n: number }>`
      select n from generate_series(${from}::int, ${to}::int) n where ${sql.raw(what)} order by n`.execute(world.db)
    found.push(...rows.map(({ n }) => n))
  }
  return found
}
const signs = (holds: (sign: string) => boolean) =>
  STRETCHES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n)).filter((n) =>
    holds(String.fromCodePoint(n)),
  )

test('the contract and the database accept the same names', async () => {
  const refused = signs((sign) => {
    const kept = name.safeParse(`a${sign}b`)
    return !(kept.success && kept.data === `a${sign}b`)
  })
  expect(await asked(`'a' || chr(n) || 'b' <> tidy_name('a' || chr(n) || 'b')`)).toEqual(refused)
  for (const kept of ['👨‍👩‍👧 Dads', 'Dads ❤️ Gym', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Fathers', 'پدر‌ها', 'Zażółć']) expect(name.parse(kept)).toBe(kept)
})

test('invisible characters do not make a different name', async () => {
  const unseen = signs((sign) => /\p{Default_Ignorable_Code_Point}/u.test(sign))
  const apart = new Set(await asked(`name_looks('a' || chr(n) || 'b') <> 'ab'`))
  expect(unseen.filter((sign) => apart.has(sign))).toEqual([])
})

test.each([
  ["Dad's Club", 'Dad\u00b4s Club'],
  ["Dad's Club", 'Dad\u02bcs Club'],
  ['Dads Club', 'Dads \u00a8Club'],
  ['One-Two', 'One\u2212Two'],
  ['Blank', 'Blank\u2800'],
  ['Caf\u00e9', 'Cafe\u200d\u0301'],
  ['\u03a3\u0391\u03a3', '\u03c3\u03b1\u03c2'],
  ['\uff24\uff21\uff24', 'dad'],
])('%j and %j read the same', async (one, other) => {
  const { rows } = await sql<{ same: boolean }>`select name_looks(${one}) = name_looks(${other}) as same`.execute(
    world.db,
  )
  expect(rows).toEqual([{ same: true }])
})

test('an accent on a letter makes a different name, and so does a name of marks alone', async () => {
  const { rows } = await sql<{ apart: boolean }>`select name_looks('Caf\u00e9') <> name_looks('Cafe')
    and name_looks('Ы') <> name_looks('Ь') and name_looks('--') <> name_looks('!!') and name_looks('\u00b4') <> '' as apart`.execute(
    world.db,
  )
  expect(rows).toEqual([{ apart: true }])
})

test('the page and the database look up a slug alike, for any character in place of a space', async () => {
  const spaces = signs((sign) => slugOf(`a${sign}b`) === 'a-b')
  expect(await asked(`slug_of('a' || chr(n) || 'b') = 'a-b'`)).toEqual(spaces)
  expect(spaces).toEqual(expect.arrayContaining([0x20, 0x2d, 0x85, 0xa0, 0x2028, 0x3000, 0xfeff]))
  const made = await world.as(ana!).pods.createPod({ name: `  ${unused()}\u00a0in\u3000 the İstanbul ` })
  expect(made.name).toBe(`Pod number ${count} in the İstanbul`)
  for (const typed of [made.slug, made.name, made.name.replaceAll(' ', '\u00a0'), ` ${made.slug}\ufeff`])
    for (const slug of [typed, slugOf(typed)])
      expect((await world.as(ben!).pods.getPod({ slug })).id, JSON.stringify(slug)).toBe(made.id)
})

test.each([
  ['a line break is a blank', 'Gym\r\n\r\ndads', 'Gym dads'],
  ['a line separator is a blank', 'Gym\u2028dads', 'Gym dads'],
  ['a control character is removed', 'Gym\u0007dads\0', 'Gymdads'],
  ['a direction character is removed', '\u2067Gym \u202edads\u202c', 'Gym dads'],
])('%s before a name is checked', async (_what, odd, kept) => {
  const { pods, groups } = world.as(ana!)
  const number = unused()
  expect((await pods.createPod({ name: `${odd} ${number}` })).name).toBe(`${kept} ${number}`)
  const { id } = await groups.suggestGroup({ group_name: odd, description: 'For those who lift' })
  const wish = world.db.selectFrom('group_creation_requests').select('group_name').where('id', '=', id)
  expect(await wish.executeTakeFirst()).toEqual({ group_name: kept })
})

test.each([
  ['an invisible character', 'Gym\u200bdads'],
  ['a byte order mark', 'Gym\ufeffdads'],
  ['a blank Braille pattern', 'Gym\u2800'],
])('%s in a name is refused with a message for the field', async (_what, odd) => {
  const of = (field: string) => ({ code: 'INVALID', status: 400, data: { fields: { [field]: SENTENCE } } })
  expect(await refusal(world.as(ana!).pods.createPod({ name: odd }))).toMatchObject(of('name'))
  const wish = { group_name: odd, description: 'For those who lift' }
  expect(await refusal(world.as(ana!).groups.suggestGroup(wish))).toMatchObject(of('group_name'))
  const { id } = await world.publicNetwork({ members: [ana!] })
  await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${ana!.id}`.execute(world.db)
  expect(await refusal(world.as(ana!).groups.editGroup({ id, name: odd }))).toMatchObject(of('name'))
  for (const table of ['pods', 'groups'])
    await expect(sql`insert into ${sql.table(table)} (name) values (${odd})`.execute(world.db)).rejects.toThrow('check')
  await expect(
    sql`insert into group_creation_requests (group_name, description) values (${odd}, 'x')`.execute(world.db),
  ).rejects.toThrow('check')
})

test('a name that looks like the name of an active pod is taken', async () => {
  const { name } = await world.as(ana!).pods.createPod({ name: unused() })
  expect(await refusal(world.as(ben!).pods.createPod({ name: name.replace('o', 'o\u200d') }))).toMatchObject({
    code: 'NAME_TAKEN',
  })
})

describe('25: a name that looks like another', () => {
  const ALIKE = [
    ['Mountain Dads', 'Мountain Dads'],
    ['Coffee Club', 'Сoffее Сlub'],
    ['МОСТ', 'MOCT'],
    ['Boat Crew', 'BOAT CREW'],
    ['Modern Fathers', 'Modem Fathers'],
    ['Ноtrod', 'H0TROD'],
    ['Wolf Den', 'Woⅼf Den'],
  ] as const

  test.each(ALIKE)('%s, %s: only one of two pods is created, and deleting it frees the name', async (name, other) => {
    const { id } = await world.as(ana!).pods.createPod({ name })
    expect(await refusal(world.as(ben!).pods.createPod({ name: other }))).toMatchObject({
      code: 'NAME_TAKEN',
      data: { fields: { name: expect.any(String) } },
    })
    await world.as(ana!).pods.deletePod({ id })
    const { id: newPod } = await world.as(ben!).pods.createPod({ name: other })
    await world.as(ben!).pods.deletePod({ id: newPod })
  })

  test.each(ALIKE)('%s, %s: a network cannot be renamed to it', async (name, other) => {
    await world.publicNetwork({ members: [], name })
    const { id } = await world.publicNetwork({ members: [ana!] })
    await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${ana!.id}`.execute(world.db)
    expect(await refusal(world.as(ana!).groups.editGroup({ id, name: other }))).toMatchObject({
      data: { fields: { name: expect.any(String) } },
    })
  })

  test('a pod and a network can have the same name, and different letters make different names', async () => {
    await world.publicNetwork({ members: [], name: 'Kite Flyers' })
    await world.as(ana!).pods.createPod({ name: 'Kite Flyers' })
    await world.as(ana!).pods.createPod({ name: 'Отцы Киева' })
    await world.as(ben!).pods.createPod({ name: 'Отцы Львова' })
    expect(await refusal(world.as(ben!).pods.createPod({ name: 'ОТЦЫ КИЕВА' }))).toMatchObject({ code: 'NAME_TAKEN' })
  })

  test('two equal names from before the rule stay, and the older one blocks new ones', async () => {
    await sql`alter table pods disable trigger take_name`.execute(world.db)
    const [old, twin] = [
      await world.pod({ members: [ana!], name: 'Harbor Dads' }),
      await world.pod({ members: [ben!], name: 'Harbоr Dads' }),
    ]
    await sql`alter table pods enable trigger take_name`.execute(world.db)
    await sql`select reserve_all_names()`.execute(world.db)
    const held = world.db.selectFrom('names_taken').select('subject_id').distinct()
    expect(await held.where('subject_id', 'in', [old.id, twin.id]).execute()).toEqual([{ subject_id: old.id }])
    expect(await refusal(world.as(ben!).pods.createPod({ name: 'HARBOR DADS' }))).toMatchObject({ code: 'NAME_TAKEN' })
  })
})

test.each(['[Admin]', 'Fatherkin Dads', 'Suррort', '✓ Moderators', 'Pop'])(
  '25: %s cannot be the name of a pod or a network',
  async (name) => {
    const kept = (field: string) => ({
      status: 400,
      data: { fields: { [field]: 'This name is kept for those who run the place. Please choose another.' } },
    })
    const { pods, groups } = world.as(ana!)
    expect(await refusal(pods.createPod({ name }))).toMatchObject(kept('name'))
    expect(await refusal(groups.suggestGroup({ group_name: name, description: 'Ours' }))).toMatchObject(
      kept('group_name'),
    )
    const { id } = await world.publicNetwork({ members: [ana!] })
    await sql`update group_members set role = 'admin' where group_id = ${id} and user_id = ${ana!.id}`.execute(world.db)
    expect(await refusal(groups.editGroup({ id, name }))).toMatchObject(kept('name'))
  },
)
