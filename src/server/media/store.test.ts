/** Images in an S3-compatible store, also while it fails. */
import { afterAll, expect, test } from 'vitest'
import { IMAGES, imageAt } from '#contract/media-words.ts'
import { makeBrowser, signIn, until } from '#test/client.ts'
import { corners, OWN, sendImage } from '#test/images.ts'
import { makeStore } from '#test/store.ts'
import { makeWorld } from '#test/world.ts'

const world = await makeWorld()
const store = await makeStore()
const { url: at } = await world.serve({ pages: 'stub', env: store.env })
afterAll(() => store.stop())
const PASSWORD = 'the quick brown kettle'
const jpeg = () => corners(400, 300).jpeg().toBuffer()
const keys = async () => (await store.keys()).sort()

test('57: in an S3 store an image is stored, shown, replaced and removed as in a folder', async () => {
  const eve = await world.member({ name: 'eve', password: PASSWORD })
  const eves = await signIn(at, eve)
  const { url: first } = await sendImage(at, eves, OWN, await jpeg())
  const picture = await fetch(at + first)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { url: second } = await sendImage(at, eves, OWN, await jpeg())
  const wanted = IMAGES.avatar.widths.map((width) => imageAt(second!, width).replace('/files/', '')).sort()
  await until('only the second is in the store', async () => String(await keys()) === String(wanted))
  await eves.send('DELETE', OWN)
  await until('nothing is in the store', async () => (await keys()).length === 0)
})

test('57: if the store fails, an upload is refused with its sentence, the old image stays, and nothing is left behind', async () => {
  const finn = await world.member({ name: 'finn', password: PASSWORD })
  const finns = await signIn(at, finn)
  const { url: before } = await sendImage(at, finns, OWN, await jpeg())
  const there = await keys()
  store.mood = 'ill'
  expect(await sendImage(at, finns, OWN, await jpeg())).toMatchObject({
    status: 503,
    message: 'Failed to upload image',
    retryAfter: '5',
  })
  expect((await makeBrowser(at).get(`/api/v1/members/${finn.username}`)).json.avatar_url).toBe(before)
  // pages are complete; only the image is missing, and the failure is not cached
  const gone = await fetch(at + before)
  expect([gone.status, gone.headers.get('retry-after'), gone.headers.get('cache-control')]).toEqual([
    503,
    '5',
    'no-store',
  ])
  expect((await makeBrowser(at).get(`/api/v1/members/${finn.username}`)).status).toBe(200)
  store.mood = 'well'
  expect((await fetch(at + before)).status).toBe(200)
  await until(
    'the failed upload is deleted',
    async () => (await world.db.selectFrom('images').select('name').execute()).length === 1,
  )
  expect(await keys()).toEqual(there)
})

test('52: if the store is full, an upload is refused with its sentence and leaves nothing; existing images are shown and can be removed', async () => {
  const gus = await world.member({ name: 'gus', password: PASSWORD })
  const guss = await signIn(at, gus)
  const there = await keys()
  const { url: before } = await sendImage(at, guss, OWN, await jpeg())
  store.mood = 'full'
  expect(await sendImage(at, guss, OWN, await jpeg())).toMatchObject({
    ...{ status: 503, message: 'Failed to upload image', retryAfter: '5' },
  })
  expect((await makeBrowser(at).get(`/api/v1/members/${gus.username}`)).json.avatar_url).toBe(before)
  expect((await fetch(at + before)).status).toBe(200)
  // removing an image needs no space
  expect((await guss.send('DELETE', OWN)).status).toBe(200)
  await until('his files are deleted, and no others', async () => String(await keys()) === String(there))
  store.mood = 'well'
  expect((await sendImage(at, guss, OWN, await jpeg())).status).toBe(200)
})
