/** Reading sessions: concurrent requests share a statement, and each gets its own answer. */
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { makeCallerOf } from './session.ts'

const world = await makeWorld()
const secret = 'a secret of forty characters for testing'
const { auth, database } = world
const callerOf = makeCallerOf({ auth, database, secret, baseUrl: 'http://localhost:3000' })
const people = await world.members(12)
const DAY = 24 * 3600 * 1000

async function signedIn(person: { id: string }, days = 60): Promise<{ cookie: string; token: string }> {
  const token = randomUUID()
  const [now, expiresAt] = [new Date(), new Date(Date.now() + days * DAY)]
  await world.db.insertInto('session').values({ token, userId: person.id, expiresAt, updatedAt: now }).execute()
  const mark = createHmac('sha256', secret).update(token).digest('base64')
  return { token, cookie: `fk.session_token=${encodeURIComponent(`${token}.${mark}`)}` }
}

const ask = async (cookie: string) => (await callerOf(new Headers({ cookie }))).member?.id ?? null

test('each of many concurrent requests, with the same session or with none, gets its own member', async () => {
  const sessions = await Promise.all(people.map((person) => signedIn(person)))
  const asked = Array.from({ length: 300 }, (_, index) => index % (people.length + 1))
  const answers = await Promise.all(asked.map((who) => ask(sessions[who]?.cookie ?? 'fk.session_token=nobody.x')))
  expect(answers).toEqual(asked.map((who) => people[who]?.id ?? null))
})

test('a session that was ended is refused at the next request, also while other sessions are being read', async () => {
  const [one, other] = [await signedIn(people[0]!), await signedIn(people[1]!)]
  for (let round = 0; round < 20; round++) {
    const others = Array.from({ length: 10 }, () => ask(other.cookie))
    if (round === 10) await world.db.deleteFrom('session').where('token', '=', one.token).execute()
    expect(await ask(one.cookie)).toBe(round < 10 ? people[0]!.id : null)
    expect(new Set(await Promise.all(others))).toEqual(new Set([people[1]!.id]))
  }
})

test('only cookies that we signed are accepted, and not with the signature of another session', async () => {
  const [one, other] = [await signedIn(people[0]!), await signedIn(people[1]!)]
  const mark = (cookie: string) => decodeURIComponent(cookie).slice(decodeURIComponent(cookie).lastIndexOf('.'))
  const forged = [one.token, `${one.token}.`, one.token + mark(other.cookie), one.token + 'A'.repeat(44)]
  for (const value of forged) expect(await ask(`fk.session_token=${encodeURIComponent(value)}`)).toBeNull()
  expect(await ask(`__Host-${one.cookie}`)).toBeNull()
})

test('a cookie that we did not sign never reaches the accounts library, whatever other cookies the line holds', async () => {
  const one = await signedIn(people[0]!)
  const unused = { api: { getSession: () => expect.unreachable('the library was asked') } } as unknown as typeof auth
  const read = makeCallerOf({ auth: unused, database, secret, baseUrl: 'http://localhost:3000' })
  const others = Array.from({ length: 3000 }, (_, n) => `a${n}=`).join(';')
  const forged = ['x.y', 'x', '', '%', '%zz.y', `${one.token}.${'A'.repeat(43)}=`, `${'x'.repeat(10_000)}.y`]
  for (const value of forged)
    for (const line of ['', `; ${others}`, '; fk.dont_remember=x.y'])
      expect(await read(new Headers({ cookie: `fk.session_token=${value}${line}` }))).toEqual({
        member: null,
        cookies: [],
      })
})

test('a session is found among many other cookies, and not in the name or the value of another one', async () => {
  const [one, other] = [await signedIn(people[0]!), await signedIn(people[1]!)]
  const others = Array.from({ length: 1500 }, (_, n) => `a${n}=${n}`).join('; ')
  expect(await ask(`${others}; ${one.cookie}; ${others}`)).toBe(people[0]!.id)
  expect(await ask(`a=b;${one.cookie}`)).toBe(people[0]!.id)
  expect(await ask(`x${other.cookie}; a=${other.cookie}; ${one.cookie}`)).toBe(people[0]!.id)
  expect(await ask(`a=${other.cookie}`)).toBeNull()
})

test('the library reads a session of ours that a browser does not remember', async () => {
  const one = await signedIn(people[0]!)
  expect(await ask(`${one.cookie}; fk.dont_remember=x.y`)).toBe(people[0]!.id)
})

test('a session that is due is prolonged with its cookie, and an expired one is refused', async () => {
  const [due, over] = [await signedIn(people[0]!, 58), await signedIn(people[0]!, -1)]
  const { member, cookies } = await callerOf(new Headers({ cookie: due.cookie }))
  expect(member?.id).toBe(people[0]!.id)
  expect(cookies.join()).toContain('Max-Age=5184000')
  expect((await callerOf(new Headers({ cookie: due.cookie }))).cookies).toEqual([])
  expect(await ask(over.cookie)).toBeNull()
})

test('an answer to the cookie of an ended session does not delete the cookie: the next session uses the same name', async () => {
  const gone = await signedIn(people[0]!)
  await world.db.deleteFrom('session').where('token', '=', gone.token).execute()
  expect(await callerOf(new Headers({ cookie: gone.cookie }))).toEqual({ member: null, cookies: [] })
})
