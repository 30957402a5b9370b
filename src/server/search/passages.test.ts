/** Where the searched words are marked: in the title, and in a passage of the text. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Pieces } from '#contract/posts.ts'
import { makeWorld } from '#test/world.ts'
import { withPassages } from './passages.ts'
import { countWords } from './search.ts'

const world = await makeWorld()
const ana = await world.member({ name: 'ana' })
const category = await world.category()

/** The text as it is shown, with [marked] words, and … where it continues. */
const shown = (pieces: Pieces | null | undefined) =>
  pieces?.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('') ?? null
const plain = (pieces: Pieces) => pieces.map(({ text }) => text).join('')
let count = 0
/** What the search result shows of a post with this text; the mark makes the post unique. */
async function found(q: string, { title = 'Nothing', content = 'Nothing more.' }) {
  const mark = `zqz${++count}`
  await world.post({ by: ana, title: `${title} ${mark}`, content, category })
  const { items } = await world.as(null).search.searchPosts({ q: `${mark} ${q}`, in: 'text' })
  expect(items).toHaveLength(1)
  const { title: inTitle, passage } = items[0]!.found!
  return { title: shown(inTitle)?.replace(` [${mark}]`, ''), passage: shown(passage) }
}

describe('marked words', () => {
  test.each([
    ['kettles', 'My Kettle, and two KETTLES', 'My [Kettle], and two [KETTLES]'],
    ['cafe', 'A Café, a cafe\u0301', 'A [Café], a [café]'],
    ['dads', 'The dad’s own ’dad’', 'The [dad’s] own ’[dad]’'],
    ['tea kettle', 'Kettle of tea', '[Kettle] of [tea]'],
    ['son', 'Father/son_day, person', 'Father/[son]_day, person'],
    ['привет', 'ПРИВЕТ, мир', '[ПРИВЕТ], мир'],
    ['👋', 'Hi👋🏽 you👨‍👩‍👧', 'Hi[👋🏽] you👨‍👩‍👧'],
    ['👩', 'We: 👨‍👩‍👧', 'We: [👨‍👩‍👧]'],
    ['3', '3 of 33', '[3] of 33'],
  ])('%s in "%s"', async (q, content, passage) => {
    expect(await found(q, { content })).toEqual({ title: 'Nothing', passage })
    expect(await found(q, { title: content })).toEqual({ title: passage, passage: null })
  })

  test('include words that begin with the last word, unless the last word itself occurs', async () => {
    expect((await found('sleepi', { content: 'He was sleeping, carpet' })).passage).toBe('He was [sleeping], carpet')
    expect((await found('car', { content: 'A carpet for cars' })).passage).toBe('A carpet for [cars]')
    expect((await found('car', { content: 'A carpet, a cart' })).passage).toBe('A [carpet], a [cart]')
    expect((await found('car tea', { content: 'Car, carpet, tea, team' })).passage).toBe('[Car], carpet, [tea], team')
  })

  test('are those of the corrected question', async () => {
    const { id } = await world.post({ by: ana, title: 'Morning', content: 'The flamingo stands.', category })
    await countWords(world.db)
    const { items, corrected } = await world.as(null).search.searchPosts({ q: 'flamigno' })
    expect([corrected, items[0]!.id, shown(items[0]!.found!.passage)]).toEqual([
      'flamingo',
      id,
      'The [flamingo] stands.',
    ])
  })

  test('are plain text, whatever markup they resemble', async () => {
    const content = '- **Kettle** of `tea`\n\n> <mark>kettle</mark> [kettle](https://example.org/kettle)'
    expect((await found('kettle', { content })).passage).toBe('[Kettle] of tea <mark>[kettle]</mark> [kettle]')
  })

  test('are absent from posts that were found by author or category', async () => {
    const { id } = await world.post({ by: ana, title: 'Of no account', category })
    const { items } = await world.as(null).search.searchPosts({ q: category.name })
    expect(items.find((post) => post.id === id)).not.toHaveProperty('found')
    expect((await world.as(null).feed.listFeed({})).items[0]).not.toHaveProperty('found')
  })
})

describe('the passage', () => {
  const long = (words: number) => Array.from({ length: words }, (_, n) => `${'abcdefgh'[n % 8]}${n}`).join(' ')

  test('of a long text begins a little before the word, and ends at the end of a word', async () => {
    const { passage } = await found('kettle', { content: `${long(900)} the kettle ${long(900)}` })
    expect(passage).toMatch(/^…[a-h]\d+ .{20,40}the \[kettle\] a0 .*[a-h]\d+…$/)
    expect(passage!.length).toBeGreaterThan(200)
    expect(passage!.length).toBeLessThan(290)
  })

  test('is where most of the words stand close together', async () => {
    const content = `Kettle ${long(200)} tea ${long(200)} kettle with tea ${long(200)} tea`
    expect((await found('tea kettle', { content })).passage).toMatch(/^…[^[]+ \[kettle\] with \[tea\] [^[]+…$/)
  })

  test('is found far into the text, and does not cut a character', async () => {
    const content = `${'👨‍👩‍👧e\u0301'.repeat(1900)} kettle ${'🎉'.repeat(300)}`
    const { passage } = await found('kettle', { content })
    expect(passage).toMatch(/\[kettle\] (🎉)+…$/u)
    expect(passage!.isWellFormed()).toBe(true)
  })

  test('is empty for a post that the viewer may not see any more', async () => {
    const network = await world.privateNetwork({ members: [ana] })
    const { id } = await world.postIn(network, { by: ana, title: 'Hidden', content: 'The kettle of ours' })
    const [card] = (await world.as(ana).search.searchPosts({ q: 'ours', in: 'text' })).items
    expect(card).toMatchObject({ id, found: { passage: expect.anything() } })
    const { found: _, ...bare } = card!
    const marks = { others: [], last: ['kettl'], begun: 'kettle' }
    expect(await withPassages(world.ctx(null), marks, [bare])).toEqual([bare])
    expect((await withPassages(world.ctx(ana), marks, [bare]))[0]!.found).toBeDefined()
  })

  test('consists of the text itself', async () => {
    const word = fc.constantFrom(
      'kettle',
      'Kettles',
      'tea',
      'x',
      '—',
      '🎉',
      '’',
      'e\u0301',
      '\u200d',
      '😀\u200d',
      'ﬁ',
      ' ',
    )
    const post = await world.post({ by: ana, title: 'x', content: 'x', category })
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 200 }), async (words) => {
        const content = `x ${words.join(' ')}`
        await world.as(ana).posts.editPost({ id: post.id, title: content.slice(0, 150), content: `${content} tea` })
        const card = await world.as(ana).posts.getPost({ id: post.id })
        const marks = { others: ['kettl'], last: ['tea'], begun: 'tea' }
        const [{ found, title }] = (await withPassages(world.ctx(null), marks, [card])) as [typeof card]
        if (found?.title) expect(plain(found.title)).toBe(title.normalize('NFC'))
        const text = `${content} tea`.normalize('NFC').replace(/\s+/g, ' ').trim()
        expect(text).toContain(plain(found!.passage!).replace(/^…|…$/g, ''))
        expect(found!.passage!.some(({ marked }) => marked)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

test('34: passages for a page of the longest posts take a short time', async () => {
  const content = `${'tale tell tomato teapot tin '.repeat(1420)}`
  const body = JSON.stringify([{ t: 'p', c: [content] }])
  for (let n = 0; n < 20; n++)
    await sql`insert into posts (id, title, content, body, excerpt, type, category_id)
      values (gen_random_uuid(), 'Longest', ${content}, ${body}::jsonb, '', 'text', ${category.id})`.execute(world.db)
  const ask = () => world.as(null).search.searchPosts({ q: 'teapot longest', in: 'text' })
  expect((await ask()).items).toHaveLength(20)
  const { items } = await ask()
  // CPU time of this process in microseconds, so time spent waiting for other processes does not count
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    const from = process.cpuUsage()
    await ask()
    const { user, system } = process.cpuUsage(from)
    times.push(user + system)
  }
  expect(Math.min(...times)).toBeLessThan(150_000)
  expect(shown(items[19]!.found!.passage)).toMatch(/^Tale tell tomato \[teapot\] tin tale/i)
})
