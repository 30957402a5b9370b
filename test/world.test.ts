import { expect, test } from 'vitest'
import { makeWorld } from './world.ts'

const world = await makeWorld()

test('a world has members, posts and comments that the contract shows', async () => {
  const ana = await world.member({ name: 'ana' })
  const post = await world.post({ by: ana, title: 'Hello' })
  await world.comment({ by: ana, on: post })
  const seen = await world.as(null).posts.getPost({ id: post.id })
  expect(seen).toMatchObject({ title: 'Hello', comment_count: 1, author: { username: ana.username } })
})

test('a served world answers over HTTP, signs members in and sends mail', async () => {
  const { url, mail, stop } = await world.serve({ pages: 'stub' })
  const ben = await world.member({ name: 'ben', password: 'a long and quiet evening' })
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
  const post = (path: string, body: object) =>
    fetch(`${url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
  const answer = await post('/sign-in/email', { email: ben.email, password: ben.password })
  expect(answer.status).toBe(200)
  await post('/request-password-reset', { email: ben.email })
  expect((await mail('reset', ben.email)).link).toContain('/reset?token=')
  await stop()
})
