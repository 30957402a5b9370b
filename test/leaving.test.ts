/**
 * Guarantee 65: edited or deleted content is gone from everywhere within five seconds, also from the pages that visitors share.
 */
import { expect, test } from 'vitest'
import { administratorOf, decided } from './administrator.ts'
import { type Browser, makeBrowser, signIn, until } from './client.ts'
import { isFull } from './guarantees/guarantee.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve()
const ana = await world.member({ name: 'ana', password: 'the quick brown kettle' })
const category = await world.category('Sheds')
const author = await signIn(url, ana)
const visitor = makeBrowser(url)
const BEFORE = 'Canarybefore'
const AFTER = 'Canaryafter'

/** The places in which a post with these words in its title and text appears. */
const placesOf = (words: string, id: string) => [
  '/categories',
  `/categories?q=${words}`,
  `/category/${category.slug}`,
  `/user/${ana.username}`,
  '/feed.xml',
  `/category/${category.slug}/feed.xml`,
  '/api/v1/feed',
  `/api/v1/categories/${category.slug}/posts`,
  `/api/v1/members/${ana.username}/posts`,
  `/api/v1/search?q=${words}`,
  `/post/${id}`,
  `/api/v1/posts/${id}`,
]

/** The places whose response to this reader contains the words (more of them than his search text). */
async function found(reader: Browser, words: string, places: string[]): Promise<string[]> {
  const texts = await Promise.all(places.map(async (place) => (await reader.get(place)).text))
  return places.filter((_, index) => texts[index]!.includes(`${words} in the`))
}

/** Waits until they are gone, and in the full run also checks the time. */
async function gone(what: string, isGone: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  await until(what, isGone, 20_000)
  if (isFull) expect(performance.now() - from).toBeLessThan(5500)
}

test('65: an edited post, and a deleted one, disappear from lists, searches, feeds, the sitemap and their own page', {
  timeout: 90_000,
}, async () => {
  const words = (mark: string) => ({ title: `${mark} in the title`, content: `${mark} in the text.` })
  const post = await world.post({ by: ana, category, ...words(BEFORE) })
  const isMapped = async () => (await visitor.get('/sitemap/posts-1.xml')).text.includes(post.id)
  const isNowhere = async (mark: string) => (await found(visitor, mark, placesOf(mark, post.id))).length === 0
  // the visitors' pages are rendered before, so that they are cached
  const before = placesOf(BEFORE, post.id)
  await until('it is everywhere', async () => (await found(visitor, BEFORE, before)).length === before.length)
  await until('it is in the sitemap', isMapped)

  expect((await author.send('PATCH', `/api/v1/posts/${post.id}`, words(AFTER))).status).toBe(200)
  const own = before.filter((place) => !place.endsWith('.xml'))
  expect(await found(author, BEFORE, own)).toEqual([])
  await gone('the old words are nowhere', () => isNowhere(BEFORE))
  const after = placesOf(AFTER, post.id)
  await until('the new ones are everywhere', async () => (await found(visitor, AFTER, after)).length === after.length)

  expect((await author.send('DELETE', `/api/v1/posts/${post.id}`)).status).toBe(200)
  await gone('the post is nowhere', async () => (await isNowhere(AFTER)) && !(await isMapped()))
  expect((await visitor.get(`/post/${post.id}`)).status).toBe(404)
  expect((await visitor.get(`/post/${post.id}/preview.png`)).status).toBe(404)
})

test('65: a removed post disappears from all of them, and from the page of a member who shares it; restored, it is back', {
  timeout: 90_000,
}, async () => {
  const [admin, witness] = [await administratorOf(world), await world.member()]
  const mark = 'Canaryremoved'
  const post = await world.post({
    ...{ by: ana, category, title: `${mark} in the title`, content: `${mark} in the text.` },
  })
  const places = placesOf(mark, post.id)
  const isMapped = async () => (await visitor.get('/sitemap/posts-1.xml')).text.includes(post.id)
  const isEverywhere = async () => (await found(visitor, mark, places)).length === places.length && (await isMapped())
  const isNowhere = async () => (await found(visitor, mark, places)).length === 0 && !(await isMapped())
  await until('it is everywhere', isEverywhere)
  await decided(world, { admin, by: witness, decision: 'remove', reason: 'Selling.' }, 'post', post)
  await gone('the post is nowhere', isNowhere)
  for (const path of [`/post/${post.id}`, `/post/${post.id}/preview.png`])
    expect((await visitor.get(path)).status).toBe(404)
  // its author alone reads it, with the reason, at its own URL and on his own page
  const own = [
    `/user/${ana.username}`,
    `/api/v1/members/${ana.username}/posts`,
    `/post/${post.id}`,
    `/api/v1/posts/${post.id}`,
  ]
  expect(await found(author, mark, places)).toEqual(places.filter((place) => own.includes(place)))
  for (const place of own) expect((await author.get(place)).text).toContain('Selling.')
  await world.as(admin).admin.restoreThing({ kind: 'post', id: post.id })
  await until('it is everywhere again', isEverywhere)
})
