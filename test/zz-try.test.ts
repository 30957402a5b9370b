import { test } from 'vitest'
import { makeWorld } from './world.ts'
const world = await makeWorld()
test('x', async () => {
  const { url, mail, baseUrl } = await world.serve({ pages: 'stub' })
  const ben = await world.member({ name: 'ben', password: 'a long and quiet evening' })
  const post = async (path: string, body: object, headers = {}) => {
    const r = await fetch(`${url}/api/auth${path}`, { method: 'POST', headers: { 'content-type': 'application/json', origin: url, ...headers }, body: JSON.stringify(body) })
    console.log(path, r.status, await r.text(), JSON.stringify([...r.headers]))
    return r
  }
  await post('/sign-in/email', { email: ben.email, password: ben.password })
  await post('/sign-up/email', { email: 'Zed@example.org', password: 'the quick brown kettle', username: 'Zed' })
  const m = await mail('verify', 'zed@example.org')
  console.log(m.text, m.link)
  console.log(world.lines.filter((l) => l.level !== 'debug' || /refused/.test(l.text ?? '')).map((l) => JSON.stringify(l)).join('\n'))
})
