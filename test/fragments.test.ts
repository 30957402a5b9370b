/**
 * Pages composed of cached fragments are identical to pages that are rendered as a whole, for each reader and at each moment.
 */
import { describe, expect, test } from 'vitest'
import { builtPages } from '#program'
import { type Browser, makeBrowser, NOT_SHARED } from './client.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const isBuilt = Boolean(process.env.PAGES_DIR)
const served = await world.serve({ pages: isBuilt ? 'built' : 'stub' })

const [ana, ben, cat] = [
  await world.member({ name: 'ana' }),
  await world.member({ name: 'ben' }),
  await world.member({ name: 'cat' }),
]
const category = await world.category('Sleep & Noise')
const MARKS = '<cached-html at="0"></cached-html> <cached-html to="1"></cached-html> "_R_'
const text = await world.post({ by: ana, title: `Marks ${MARKS}`, content: `Marks **too** ${MARKS}`, category })
const poll = await world.as(ben).posts.createPost({
  ...{ type: 'poll', title: 'Night or day?', content: 'Which shift?', category_id: category.id },
  poll_options: ['Night', 'Day <b>'],
})
const mine = await world.comment({ by: ben, on: text, content: `Same here ${MARKS}` })
await world.comment({ by: ana, on: text, content: 'Thank you' })
await world.as(cat).votes.castPostVote({ post_id: text.id, direction: 'up' })
await world.as(cat).votes.castCommentVote({ comment_id: mine.id, direction: 'down' })
await world.as(cat).polls.castPollVote({ post_id: poll.id, option_id: poll.poll!.options[0]!.id })
// "3 h" stays "3 h" while the test runs
const before = new Date(Date.now() - 3.5 * 3600 * 1000)
for (const table of ['posts', 'comments'] as const)
  await world.db.updateTable(table).set({ created_at: before, updated_at: before }).execute()

const PATHS = [
  '/categories',
  `/category/${encodeURIComponent(category.slug)}`,
  `/post/${text.id}`,
  `/post/${poll.id}`,
  `/user/${ana.username}`,
]

const readers = async (url: string): Promise<Record<string, Browser>> => ({
  visitor: makeBrowser(url, NOT_SHARED),
  ana: await signInDirectly(world, url, ana),
  ben: await signInDirectly(world, url, ben),
  cat: await signInDirectly(world, url, cat),
})

/** The content and controls of a page, without the parts that differ in every response. */
async function shown(browser: Browser, path: string): Promise<string> {
  const { status, text } = await browser.get(path)
  expect(status, path).toBe(200)
  const body = text.slice(text.indexOf('<body'))
  return body.replace(/<script.*?<\/script>/gs, '').replace(/(localhost|127\.0\.0\.1):\d+/g, 'host')
}

/** The other exports of the pages' module. */
interface Cached {
  cachedFragments(): number
}

describe.runIf(isBuilt)('a page made of cached fragments', () => {
  test('is the same as one that is rendered as a whole, for each reader', async () => {
    const warm = await readers(served.url)
    for (let round = 0; round < 2; round++)
      for (const browser of Object.values(warm)) for (const path of PATHS) await shown(browser, path)
    for (const [who, browser] of Object.entries(warm)) {
      const cold = await world.serve({ pages: 'cold' })
      const other = (await readers(cold.url))[who]!
      for (const path of PATHS) expect(await shown(browser, path), `${who} ${path}`).toBe(await shown(other, path))
      await cold.stop()
    }
  }, 60_000)

  test('has no part from the cache that another address has filled', async () => {
    // the navigation marks another place at each of them
    const paths = ['/categories', `/user/${ana.username}`, '/groups', '/pods']
    const { ana: warm } = await readers(served.url)
    for (const path of paths) await shown(warm!, path)
    for (const path of paths) {
      // this process renders nothing else
      const cold = await world.serve({ pages: 'cold' })
      const { ana: other } = await readers(cold.url)
      expect(await shown(warm!, path), path).toBe(await shown(other!, path))
      await cold.stop()
    }
  }, 60_000)

  test('renders no fragment twice', async () => {
    const pages = (await builtPages(process.env.PAGES_DIR ?? null, '').pages()) as unknown as Cached
    const { ana: reader } = await readers(served.url)
    for (const path of PATHS) await shown(reader!, path)
    const before = pages.cachedFragments()
    expect(before).toBeGreaterThan(10)
    for (const path of PATHS) await shown(reader!, path)
    expect(pages.cachedFragments()).toBe(before)
  })

  test('shows to each reader their own vote and what they may do', async () => {
    const { visitor, ana: author, ben: other, cat: voter } = await readers(served.url)
    const pressed = (html: string) => html.match(/aria-pressed="true"/g)?.length ?? 0
    const path = `/post/${text.id}`
    expect(pressed(await shown(voter!, path))).toBe(2)
    for (const browser of [visitor!, author!, other!]) expect(pressed(await shown(browser, path))).toBe(0)
    const menus = (html: string) => html.match(/aria-label="More about the post by/g)?.length ?? 0
    expect(menus(await shown(author!, path))).toBe(0)
    expect(menus(await shown(other!, path))).toBe(1)
  })

  test('shows a changed name, text or vote at once', async () => {
    const { visitor, ben: other, cat: voter } = await readers(served.url)
    const all = [visitor!, other!, voter!]
    const pages = async () =>
      (await Promise.all(all.flatMap((who) => PATHS.slice(0, 3).map((path) => shown(who, path))))).join()
    const name = 'Anna-Lena of the Lake'
    expect(await pages()).not.toContain(name)
    await world.as(ana).members.updateProfile({ display_name: name })
    for (const who of all)
      for (const path of PATHS) {
        if (path !== `/post/${poll.id}`) expect(await shown(who, path)).toContain(name)
      }
    await world.as(ana).posts.editPost({ id: text.id, title: 'Another title', content: 'Other words' })
    for (const who of all) {
      expect(await shown(who, '/categories')).toContain('Another title')
      expect(await shown(who, `/post/${text.id}`)).toContain('Other words')
    }
    expect(await pages()).not.toContain('Marks')
    await world.as(cat).votes.castPostVote({ post_id: text.id, direction: 'none' })
    expect((await shown(voter!, '/categories')).match(/aria-pressed="true"/g) ?? []).toEqual([])
  })

  test('shows HTML in members’ texts as text', async () => {
    await world.post({ by: ben, title: MARKS, content: MARKS, category })
    const { ana: reader } = await readers(served.url)
    for (let round = 0; round < 2; round++) {
      const html = await shown(reader!, '/categories')
      expect(html).toContain('&lt;cached-html at=')
      expect(html).not.toContain('<cached-html')
    }
  })
})
