/**
 * A network that is made private is private at once, in each of two processes, also for visitors, who share pages, feeds and
 * the sitemap.
 */
import { expect, test } from 'vitest'
import { makeBrowser } from './client.ts'
import { isFull } from './guarantees/guarantee.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const [one, two] = [await world.serve(), await world.serve()]
const ana = await world.member({ name: 'ana' })
const category = await world.category('Sheds')
const author = await signInDirectly(world, one.url, ana)
/** shorter than the time after which a cached page is rendered again */
const SOON = isFull ? 1000 : 2000
const WORD = 'Kestrelword'

test('17: no visitor is shown its posts after the response to the switch', { timeout: 90_000 }, async () => {
  for (let round = 1; round <= 3; round++) {
    const network = await world.publicNetwork({ members: [ana], name: `Shed ${round}` })
    await world.db.updateTable('group_members').set({ role: 'admin' }).where('group_id', '=', network.id).execute()
    const title = `${WORD} ${round}`
    const post = await world.postIn(network, { by: ana, category, title })
    const marks = [title, `/post/${post.id}</loc>`, `/group/shed-${round}</loc>`]
    const places = [
      ...[`/category/${category.slug}`, `/user/${ana.username}`, `/post/${post.id}`],
      ...['/feed.xml', `/category/${category.slug}/feed.xml`, '/sitemap/posts-1.xml', '/sitemap/groups-1.xml'],
    ]
    const showing = async (url: string) => {
      const texts = await Promise.all(places.map(async (place) => (await makeBrowser(url).get(place)).text))
      return places.filter((_, index) => marks.some((mark) => texts[index]!.includes(mark)))
    }
    for (const { url } of [one, two])
      await expect.poll(() => showing(url), { timeout: 20_000, interval: 200 }).toEqual(places)

    // visitors continue to read during the switch: a page that is rendered at that moment must not be cached either
    let isOver = false
    const asking = [one, two].map(async ({ url }) => {
      while (!isOver) await showing(url)
    })
    try {
      const answer = await author.send('PATCH', `/api/v1/groups/${network.id}`, { is_public: false })
      expect(answer.status, answer.text).toBe(200)
      expect(await showing(one.url)).toEqual([])
      await expect.poll(() => showing(two.url), { timeout: SOON, interval: 50 }).toEqual([])
      for (const { url } of [one, two]) expect(await showing(url)).toEqual([])
    } finally {
      isOver = true
      await Promise.all(asking)
    }
    for (const { url } of [one, two]) {
      expect(await showing(url)).toEqual([])
      expect((await makeBrowser(url).get(`/post/${post.id}/preview.png`)).status).toBe(404)
    }
  }
})

test('caches must revalidate the picture of a network’s post each time', async () => {
  const network = await world.publicNetwork({ members: [ana], name: 'Shed with a picture' })
  const post = await world.postIn(network, { by: ana, category })
  const picture = await fetch(`${one.url}/post/${post.id}/preview.png`)
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
})
