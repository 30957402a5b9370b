import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeWorld, refusal } from '#test/world.ts'

const world = await makeWorld()
const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
const update = (who: typeof ana | null, change: object) =>
  world.as(who).members.updateProfile(change as { bio?: string })
const own = (who: typeof ana) => world.as(who).members.getOwnProfile()
const EMPTY = { bio: null, location: null, first_name: null, last_name: null, date_of_birth: null }
const invalid = (field: string, sentence: string | RegExp) => ({
  code: 'INVALID',
  status: 400,
  data: { fields: { [field]: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence) } },
})

describe("a member's own profile", () => {
  test('is changed field by field, and omitted fields stay', async () => {
    expect(await own(ana)).toEqual({ ...EMPTY, display_name: 'Ana' })
    const entered = { display_name: 'Ana B.', bio: 'Two boys.\nOne dog.', location: 'Leeds' }
    expect(await update(ana, entered)).toEqual({ ...EMPTY, ...entered })
    const private_ = { first_name: 'Anatol', last_name: 'Birch', date_of_birth: '1984-02-29' }
    expect(await update(ana, private_)).toEqual({ ...entered, ...private_ })
    expect(await update(ana, { location: 'York' })).toEqual({ ...entered, ...private_, location: 'York' })
    expect(await update(ana, {})).toEqual({ ...entered, ...private_, location: 'York' })
    expect(await own(ana)).toEqual({ ...entered, ...private_, location: 'York' })
    // other members are unchanged
    expect(await own(ben)).toEqual({ ...EMPTY, display_name: 'Ben' })
  })

  test('is cleared by a blank, except for the name, which is required', async () => {
    await update(ana, { bio: 'Here', first_name: 'Anatol', date_of_birth: '1984-02-29' })
    const blank = { bio: ' \n\u200b', location: '', first_name: ' ', last_name: '\u200b', date_of_birth: '' }
    expect(await update(ana, blank)).toMatchObject(EMPTY)
    for (const display_name of ['', '   ', '\u200b\u2800'])
      expect(await refusal(update(ana, { display_name }))).toMatchObject(
        invalid('display_name', 'Please enter a display name'),
      )
  })

  test('is visible to others immediately, except for the private fields', async () => {
    const canary = { first_name: 'Canaryfirst', last_name: 'Canarylast', date_of_birth: '1971-12-24' }
    await update(ana, { ...canary, display_name: 'Ana C.', bio: 'Three boys.', location: 'Hull' })
    const post = await world.post({ by: ana })
    await world.comment({ by: ana, on: post })
    for (const who of [null, ben]) {
      const seen = await world.as(who).members.getMember({ username: ana.username })
      expect(seen).toMatchObject({ display_name: 'Ana C.', bio: 'Three boys.', location: 'Hull' })
      const all = JSON.stringify([
        seen,
        await world.as(who).feed.listMemberPosts({ username: ana.username }),
        await world.as(who).comments.listMemberComments({ username: ana.username }),
        await world.as(who).comments.getThread({ post_id: post.id }),
      ])
      for (const secret of [...Object.values(canary), ana.email]) expect(all).not.toContain(secret)
    }
    // the private fields are not in the data of every page either
    const viewer = JSON.stringify(await world.as(ana).account.getViewer())
    for (const secret of Object.values(canary)) expect(viewer).not.toContain(secret)
    expect(await own(ana)).toMatchObject(canary)
    const facts = await sql<{ data: string }>`select data::text from facts`.execute(world.db)
    for (const secret of Object.values(canary)) expect(JSON.stringify(facts.rows)).not.toContain(secret)
  })

  test.each([
    ['display_name', 80],
    ['first_name', 80],
    ['last_name', 80],
    ['location', 120],
    ['bio', 500],
  ])('%s holds %i characters, counted as readers see them, and not one more', async (field, max) => {
    for (const letter of ['a', 'ü', '👨']) {
      const full = letter.repeat(max)
      expect(await update(ana, { [field]: ` ${full} ` })).toMatchObject({ [field]: full })
      expect(await refusal(update(ana, { [field]: `${full}${letter}` }))).toMatchObject(
        invalid(field, new RegExp(`at most ${max} characters`)),
      )
    }
    await expect(
      sql`update ${sql.table(['first_name', 'last_name'].includes(field) ? 'profiles_private' : 'profiles')}
        set ${sql.ref(field)} = ${'a'.repeat(max + 1)} where id = ${ana.id}`.execute(world.db),
    ).rejects.toThrow(/check constraint/)
  })

  test('is refused if it cannot be stored', async () => {
    for (const field of ['display_name', 'bio', 'location', 'first_name', 'last_name'])
      for (const bad of [...(field === 'bio' ? ['a\0b'] : []), 'a\ud800', 7, null, ['x'], {}])
        expect(await refusal(update(ana, { [field]: bad })), `${field}: ${String(bad)}`).toMatchObject({
          code: 'INVALID',
        })
    // a name has one line, without invisible characters
    for (const display_name of ['a\u200bb', 'a\ufeffb'])
      expect(await refusal(update(ana, { display_name }))).toMatchObject({ code: 'INVALID' })
  })

  test('accepts only a past day as a birthday', async () => {
    for (const day of ['1900-01-01', '1984-02-29', new Date().toISOString().slice(0, 10)])
      expect(await update(ana, { date_of_birth: day })).toMatchObject({ date_of_birth: day })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    for (const day of [
      '1985-02-29',
      '1899-12-31',
      tomorrow,
      '1984-2-9',
      '29.02.1984',
      'soon',
      '+010000-01-01',
      19840229,
    ])
      expect(await refusal(update(ana, { date_of_birth: day })), String(day)).toMatchObject({ code: 'INVALID' })
  })
})

describe('nothing else is changed', () => {
  const row = ({ id }: typeof ana) =>
    sql`select p.*, s.* from profiles p join profiles_private s on s.id = p.id where p.id = ${id}`
      .execute(world.db)
      .then(({ rows }) => rows)

  test.each([
    ...['id', 'user_id', 'username', 'email', 'is_admin', 'community_karma', 'community_score', 'content_score'],
    ...['social_score', 'total_gamification_score', 'post_count', 'comment_count', 'kin_count', 'created_at'],
    ...['avatar_url', 'local_mode_enabled', 'latitude', 'longitude', 'onboarding_completed', 'suspended_at', 'unknown'],
  ])('"%s" is refused, alone and beside allowed fields', async (field) => {
    const before = [await row(ana), await row(ben)]
    for (const change of [{ [field]: ben.id }, { [field]: 1, bio: 'Sneaked in' }, { [field]: true, bio: 'Sneaked in' }])
      expect(await refusal(update(ana, change))).toMatchObject({ code: 'INVALID', status: 400 })
    expect([await row(ana), await row(ben)]).toEqual(before)
  })

  test('a visitor, and a member whose account is deleted, are asked to sign in', async () => {
    const signIn = { code: 'UNAUTHENTICATED', status: 401, message: 'Please sign in to change your profile' }
    expect(await refusal(update(null, { bio: 'Me' }))).toMatchObject(signIn)
    expect(await refusal(world.as(null).members.getOwnProfile())).toMatchObject(signIn)
    const gone = await world.member()
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    expect(await refusal(update(gone, { bio: 'Me' }))).toMatchObject(signIn)
    expect(await refusal(own(gone))).toMatchObject(signIn)
  })

  test('two tabs that change different fields at the same time keep both changes', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const [bio, first_name] = [`Bio ${turn}`, `First ${turn}`]
      await Promise.all([update(ben, { bio }), update(ben, { first_name }), update(ben, { location: `Town ${turn}` })])
      expect(await own(ben)).toMatchObject({ bio, first_name, location: `Town ${turn}` })
    }
  })
})
