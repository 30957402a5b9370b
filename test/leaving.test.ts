/** B7 65: what is edited or deleted is gone from everywhere within five seconds, also from what visitors share. */
import { expect, test } from 'vitest'
import { type Browser, makeBrowser, signIn, until } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve()
const ana = await world.member({ name: 'ana', password: 'the quick brown kettle' })
const category = await world.category('Sheds')
const author = await signIn(url, ana)
const visitor = makeBrowser(url)
const BEFORE = 'Canarybefore'
const AFTER = 'Canaryafter'

const PLACES = [
  '/categories',
  `/categories?q=${BEFORE}`,
  `/category/${category.slug}`,
  `/user/${ana.username}`,
  '/feed.xml',
  `/category/${category.slug}/feed.xml`,
  '/api/v1/feed',
  `/api/v1/categories/${category.slug}/posts`,
  `/api/v1/members/${ana.username}/posts`,
  `/api/v1/search?q=${BEFORE}`,
]

/** The places whose answer to this reader holds the words (more of them than he asked a search for). */
async function found(reader: Browser, words: string, places: string[]): Promise<string[]> {
  const holds = await Promise.all(
    places.map(async (place) => {
      const { text } = await reader.get(place)
      return text.includes(`${words} in the`)
    }),
  )
  return places.filter((_, index) => holds[index])
}

test('65: an edited post, and a deleted one, are gone from lists, searches, feeds and their own page', {
  timeout: 90_000,
}, async () => {
  const post = await world.post({
    by: ana,
    category,
    title: `${BEFORE} in the title`,
    content: `${BEFORE} in the text.`,
  })
  const places = [...PLACES, `/post/${post.id}`, `/api/v1/posts/${post.id}`]
  // what visitors share is drawn before, so that it could be held on to
  await until('it is everywhere', async () => (await found(visitor, BEFORE, places)).length === places.length, 10_000)

  const edited = performance.now()
  const changed = await author.send('PATCH', `/api/v1/posts/${post.id}`, {
    title: `${AFTER} in the title`,
    content: 'Other words.',
  })
  expect(changed.status).toBe(200)
  expect(
    await found(
      author,
      BEFORE,
      places.filter((place) => !place.endsWith('.xml')),
    ),
  ).toEqual([])
  await until('the old words are nowhere', async () => (await found(visitor, BEFORE, places)).length === 0, 10_000)
  expect(performance.now() - edited).toBeLessThan(5500)

  const deleted = performance.now()
  expect((await author.send('DELETE', `/api/v1/posts/${post.id}`)).status).toBe(200)
  await until('the new words are nowhere', async () => (await found(visitor, AFTER, places)).length === 0, 10_000)
  expect(performance.now() - deleted).toBeLessThan(5500)
  expect((await visitor.get(`/post/${post.id}`)).status).toBe(404)
  expect((await visitor.get(`/post/${post.id}/preview.png`)).status).toBe(404)
  expect((await visitor.get('/sitemap.xml')).text).not.toContain(post.id)
})
