import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { leavingAccount } from '#server/account/account.ts'
import { beginLeaving, leavingJobs } from '#server/leaving/leaving.ts'
import { makeWorld, type Network, type Person } from '#test/world.ts'
import { retrieve } from './retrieval.ts'
import { questionTerms } from './terms.ts'

const world = await makeWorld()
const [ana, ben, cem] = await Promise.all(['ana', 'ben', 'cem'].map((name) => world.member({ name })))

const LIMITS = { threads: 10, passages: 10 }
const ask = async (by: Person | null, question: string, most = LIMITS) => {
  await world.readFacts()
  return retrieve(world.ctx(by), question, most)
}
const texts = async (by: Person | null, question: string) => (await ask(by, question)).passages.map(({ text }) => text)
const titles = async (by: Person | null, question: string) =>
  (await ask(by, question)).threads.map(({ title }) => title)

test('a thread is found by the words of its title, its text and its comments', async () => {
  const post = await world.post({ by: ana!, title: 'Zucchini muffins', content: 'My toddler eats nothing green.' })
  await world.comment({
    by: ben!,
    on: post,
    content: 'Grate them, then nobody notices. Mine calls them dinosaur cakes.',
  })
  for (const question of ['zucchini', 'What if he eats nothing that is greens?', 'dinosaurs'])
    expect(await titles(cem!, question)).toContain('Zucchini muffins')
  expect(await titles(null, 'submarine')).toEqual([])
})

test.each([
  ['How do we share co-parenting in winter?', ['coparenting', 'co-parenting', 'co parenting']],
  ['A coparenting plan for summer', ['co-parenting plan', 'co parenting plan', 'coparenting plan']],
  ['Straße, Øyvind und Łukasz', ['strasse', 'oyvind', 'lukasz', 'STRAẞE']],
  ['我的父親節快樂', ['父親節', '父親']],
  ['คุณพ่อเลี้ยงเดี่ยว', ['พ่อเลี้ยงเดี่ยว']],
  ['육아휴직을 씁니다', ['육아휴직']],
])('a thread with "%s" is found by the same words in another form', async (title, questions) => {
  await world.post({ by: ana!, title, content: 'Nothing more.' })
  for (const question of questions)
    expect([question, await titles(cem!, question)]).toEqual([question, expect.arrayContaining([title])])
})

test('a passage is an exact part of its source, with its author and place', async () => {
  const post = await world.post({
    by: ana!,
    title: 'Orthodontist',
    content: '**Braces** at nine?\n\nOr later, say others.',
  })
  const comment = await world.comment({
    by: ben!,
    on: post,
    content: '- We waited with the *braces*.\n- It was `fine`.',
  })
  const { passages } = await ask(cem!, 'orthodontist braces')
  expect(passages.toSorted((a, b) => Number(a.comment_id === null) - Number(b.comment_id === null))).toMatchObject([
    {
      post_id: post.id,
      comment_id: comment.id,
      author_id: ben!.id,
      text: 'We waited with the braces. It was fine.',
      from: 0,
    },
    { post_id: post.id, comment_id: null, author_id: ana!.id, text: 'Braces at nine? Or later, say others.', from: 0 },
  ])
  expect(passages.find(({ comment_id }) => comment_id)?.revision).toEqual(comment.updated_at)
})

test('the text of a question is not quoted as an answer; comments by its author come last', async () => {
  const post = await world.post({
    by: ana!,
    title: 'Stammer',
    type: 'question',
    content: 'Does a stammer go away by itself?',
  })
  expect(await ask(cem!, 'Does a stammer go away?')).toMatchObject({
    ...{ passages: [], certainty: 'unsure' },
    nearest: [{ post_id: post.id, title: 'Stammer' }],
  })
  await world.comment({ by: ana!, on: post, content: 'An update: the stammer went away at five, by itself.' })
  await world.comment({ by: ben!, on: post, content: 'Ours had a stammer for a year.' })
  expect(await texts(cem!, 'Does a stammer go away?')).toEqual([
    'Ours had a stammer for a year.',
    'An update: the stammer went away at five, by itself.',
  ])
})

test('a block quote in a comment is not shown as the words of its author', async () => {
  const post = await world.post({ by: ana!, title: 'Hiccups', content: 'Hiccups after every bottle.' })
  await world.comment({
    by: ben!,
    on: post,
    content: 'Ha.\n\n> Hiccups after every bottle.\n\nWe paused half way, and the hiccups stopped.',
  })
  expect((await texts(cem!, 'hiccups')).sort()).toEqual([
    'Hiccups after every bottle.',
    'We paused half way, and the hiccups stopped.',
  ])
})

test('an edited text is found as it is now, and not quoted before it is indexed again', async () => {
  const post = await world.post({ by: ana!, title: 'Camping', content: 'We bought a marquee for the garden.' })
  expect(await texts(cem!, 'marquee')).toEqual(['We bought a marquee for the garden.'])
  await world.as(ana!).posts.editPost({ id: post.id, content: 'We bought a yurt for the garden.' })
  expect((await retrieve(world.ctx(cem!), 'marquee', LIMITS)).passages).toEqual([])
  expect(await titles(cem!, 'marquee')).toEqual([])
  expect(await texts(cem!, 'yurt')).toEqual(['We bought a yurt for the garden.'])
})

test('a deleted or removed text is out at once, and leaves no count in the index', async () => {
  const before = await numbers()
  const post = await world.post({
    by: ana!,
    title: 'Quokka',
    content: 'A quokka at the zoo smiled at us, and my son talked of nothing else all week.',
  })
  const comment = await world.comment({ by: ben!, on: post, content: 'Ours met a wombat, too.' })
  expect(await texts(cem!, 'wombat')).toContain('Ours met a wombat, too.')
  await world.as(ben!).comments.deleteComment({ id: comment.id })
  expect((await retrieve(world.ctx(cem!), 'wombat', LIMITS)).passages.map(({ comment_id }) => comment_id)).toEqual([
    null,
  ])
  expect(await titles(cem!, 'wombat')).toEqual([])
  await world.as(ana!).posts.deletePost({ id: post.id })
  expect((await retrieve(world.ctx(cem!), 'quokka', LIMITS)).threads).toEqual([])
  await world.readFacts()
  expect(await numbers()).toEqual(before)
})

test('nobody sees texts of a private network, whether it was always private or has just become so', async () => {
  const hidden = await world.privateNetwork({ members: [ana!, cem!] })
  await postIn(hidden, { by: ana!, title: 'Secret', content: 'The password is rumpelstiltskin.' })
  const shown = await world.publicNetwork({ members: [ana!] })
  await postIn(shown, { by: ana!, title: 'Garden', content: 'Plant an araucaria for each child.' })
  for (const viewer of [cem!, null]) expect(await titles(viewer, 'rumpelstiltskin')).toEqual([])
  expect(await titles(null, 'araucaria')).toEqual(['Garden'])
  await sql`update groups set is_public = false where id = ${shown.id}`.execute(world.db)
  expect((await retrieve(world.ctx(null), 'araucaria', LIMITS)).threads).toEqual([])
})

test('two members who are apart are not quoted to each other', async () => {
  const [dan, eli] = await Promise.all(['dan', 'eli'].map((name) => world.member({ name })))
  const post = await world.post({ by: ana!, title: 'Kayak', content: 'Which kayak for two small ones?' })
  await world.comment({ by: dan!, on: post, content: 'The inflatable kayak from the lake shop never failed us.' })
  const own = await world.post({ by: dan!, title: 'Kayaking', content: 'How we crossed the lake by kayak.' })
  const isTold = async (by: Person) => (await ask(by, 'kayak')).passages.some(({ author_id }) => author_id === dan!.id)
  expect(await isTold(eli!)).toBe(true)
  await world.as(eli!).blocks.blockMember({ user_id: dan!.id })
  expect(await isTold(eli!)).toBe(false)
  expect((await ask(eli!, 'kayak')).threads.map(({ post_id }) => post_id)).not.toContain(own.id)
  expect(await isTold(cem!)).toBe(true)
})

test('a member who does not want to be quoted is not quoted from that moment, and is quoted again when he changes the setting', async () => {
  const fay = await world.member({ name: 'fay' })
  const post = await world.post({ by: ana!, title: 'Trampoline', content: 'Is a trampoline safe?' })
  await world.comment({ by: fay, on: post, content: 'Ours has a net around the trampoline and nobody fell off.' })
  const isTold = async () =>
    (await retrieve(world.ctx(cem!), 'trampoline', LIMITS)).passages.some(({ author_id }) => author_id === fay.id)
  const wish = async (is_quotable: boolean) => {
    await sql`update profiles_private set is_quotable = ${is_quotable} where id = ${fay.id}`.execute(world.db)
    await sql`insert into facts (kind, actor_id, data) values ('member.quotable_set', ${fay.id}, '{}')`.execute(
      world.db,
    )
  }
  await world.readFacts()
  expect(await isTold()).toBe(true)
  await wish(false)
  expect(await isTold()).toBe(false)
  await world.readFacts()
  expect(await titles(cem!, 'nobody fell net')).not.toContain('Trampoline')
  await wish(true)
  await world.readFacts()
  expect(await isTold()).toBe(true)
})

test('a network that does not want to be quoted is not quoted, and is quoted again after it changes the setting', async () => {
  const network = await world.publicNetwork({ members: [ana!] })
  await postIn(network, { by: ana!, title: 'Sourdough', content: 'A levain needs a week.' })
  const wish = async (is_quotable: boolean) => {
    await sql`update groups set is_quotable = ${is_quotable} where id = ${network.id}`.execute(world.db)
    await sql`insert into facts (kind, data) values ('group.quotable_set', ${JSON.stringify({ group_id: network.id })}::jsonb)`.execute(
      world.db,
    )
  }
  expect(await titles(cem!, 'levain')).toEqual(['Sourdough'])
  await wish(false)
  expect((await retrieve(world.ctx(cem!), 'levain', LIMITS)).threads).toEqual([])
  await world.readFacts()
  await wish(true)
  expect(await titles(cem!, 'levain')).toEqual(['Sourdough'])
})

const postIn = async ({ id: group_id }: Network, { by, ...words }: { by: Person; title: string; content: string }) => {
  const { id: category_id } = await world.seeded('New Dads')
  return world.as(by).posts.createPost({ type: 'text', ...words, category_id, group_id })
}

/** The whole index, by words and posts. */
async function numbers() {
  const { rows } = await sql`select d.post_id, l.lexeme, h.tf, l.documents, d.length from retrieval_postings h
    join retrieval_documents d on d.id = h.document join retrieval_lexemes l on l.id = h.lexeme order by 1, 2`.execute(
    world.db,
  )
  const { rows: totals } = await sql<{ documents: number; length: number }>`select * from retrieval_totals`.execute(
    world.db,
  )
  const { rows: words } = await sql<{
    lexeme: string
    documents: number
  }>`select lexeme, documents from retrieval_lexemes order by lexeme`.execute(world.db)
  return { rows, totals, words }
}

test('nobody finds the words of a deleted account, although they stay in its posts', async () => {
  const dan = await world.member({ name: 'dan' })
  const post = await world.post({
    by: ana!,
    title: 'Didgeridoo',
    content: 'My son has brought a didgeridoo home, and he plays it.',
  })
  await world.post({ by: dan, title: 'Bassoon', content: 'Reeds of a bassoon break.' })
  await world.readFacts()
  const before = await numbers()
  await world.comment({ by: dan, on: post, content: 'A didgeridoo is quiet inside a wardrobe.' })
  expect(await texts(cem!, 'didgeridoo')).toContain('A didgeridoo is quiet inside a wardrobe.')
  await beginLeaving(world.ctx(dan), {
    ...{ member: dan.id, removes_posts: false, account: leavingAccount },
    farewell: (to) => ({ kind: 'account-deleted', to, subject: '', paragraphs: [], reason: '' }),
  })
  expect((await retrieve(world.ctx(cem!), 'wardrobe bassoon', LIMITS)).passages).toEqual([])
  await leavingJobs({ ...world, live: { notify() {} }, account: leavingAccount }).tasks.finish_departures!({})
  expect(await texts(cem!, 'didgeridoo')).toEqual(['My son has brought a didgeridoo home, and he plays it.'])
  const { rows } = await sql`select content from comments where post_id = ${post.id}`.execute(world.db)
  expect(rows).toEqual([{ content: 'A didgeridoo is quiet inside a wardrobe.' }])
  const after = await numbers()
  expect(after.words.filter(({ lexeme }) => /wardrob|bassoon|reed/.test(lexeme))).toEqual([])
  expect(after.totals[0]!.documents).toBe(before.totals[0]!.documents - 1)
})

test('a long question is scored by its thirty rarest words, and its subject is still found', async () => {
  const words = Array.from({ length: 40 }, (_, nth) => `zorble${String.fromCharCode(97 + (nth % 26))}${nth}`)
  await world.post({ by: ana!, title: 'Many words', content: words.join(' ') })
  await world.post({ by: ana!, title: 'Fewer words', content: words.slice(0, 20).join(' ') })
  expect(await titles(cem!, words.join(' '))).toEqual(['Many words'])
  const { terms, unknown } = await questionTerms(world.ctx(cem!), `${words.join(' ')} quuxish`)
  expect(terms).toHaveLength(30)
  expect(terms.filter(({ documents }) => documents === 1)).toHaveLength(20)
  expect(unknown.map(({ token }) => token)).toEqual(['quuxish'])
})
