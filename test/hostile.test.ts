/**
 * Guarantee 31: script-like text, in every text of the conversation, read in a real browser. None of it runs, no handler is on
 * the page, nothing is fetched from elsewhere, and the content security policy never had to block anything.
 */
import { type BrowserContext, chromium } from '@playwright/test'
import { afterAll, expect } from 'vitest'
import { asLine } from '#contract/words.ts'
import { browserOptions } from './browser.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { payloads } from './payloads.ts'
import { sampled } from './sample.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve()
const browser = await chromium.launch(await browserOptions())
afterAll(() => browser.close())

const PER_THREAD = 20
const FULL = 6613

guarantee(
  '31',
  'no payload in a title, a post, a poll, a comment or a profile is executed, fetches anything or breaks out of its element',
  { short: 80, full: FULL },
  async (count) => {
    const all = sampled(payloads(FULL), count)
    expect(all).toHaveLength(count)
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const guilty: string[] = []
    await watch(context, guilty)
    for (let at = 0; at < all.length; at += PER_THREAD) {
      const path = await thread(all.slice(at, at + PER_THREAD))
      await expectHarmless(context, `${url}${path}`, guilty)
    }
    // and the places where lists, searches and profiles show them
    const { username } = await world
      .as(null)
      .feed.listFeed({})
      .then(({ items }) => items[0]!.author!)
    for (const path of ['/categories', '/category/new-dads', `/user/${username}`, '/categories?q=script'])
      await expectHarmless(context, `${url}${path}`, guilty)
    await context.close()
  },
)

interface Harm {
  harmed?: number
  refused: string[]
  strange: string[]
  foreign: string[]
  open: string[]
}

// the code that runs in the page is a string: the types of these tests do not include the DOM
const HEAR_POLICY = `window.refused = []
  document.addEventListener('securitypolicyviolation', (event) =>
    window.refused.push(event.effectiveDirective + ' ' + event.blockedURI))`
const AWAKE = `Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
const LOOK = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const begin = (elements) => elements.map((element) => element.outerHTML.slice(0, 200))
  const strange = all('main *').flatMap((element) => [...element.attributes]
    .filter(({ name, value }) => /^on/i.test(name) || /^\\s*(javascript|data|vbscript|blob|file):/i.test(value))
    .map(({ name, value }) => element.tagName + ' ' + name + '=' + value))
  const foreign = all('main :is(script, iframe, object, embed, base, meta, link:not([rel="stylesheet"][href^="/assets/"]), style, video, audio, math)')
  const open = all('main a[href^="http"]').filter(({ origin, rel }) =>
    origin !== location.origin && !['nofollow', 'ugc', 'noopener'].every((word) => rel.split(' ').includes(word)))
  return { harmed: window.__harmed, refused: window.refused, strange, foreign: begin(foreign), open: begin(open) }
})()`

/** A member, a poll and comments, all of them made of payloads. */
async function thread(words: string[]): Promise<string> {
  const author = await world.member()
  const [first = '', second = '', third = ''] = words
  await world.db
    .updateTable('profiles')
    .set({
      display_name: [...asLine(first)].slice(0, 80).join(''),
      bio: second,
      location: [...asLine(third)].slice(0, 120).join(''),
    })
    .where('id', '=', author.id)
    .execute()
  const option = (text: string, n: number) => `${n}${[...text].slice(0, 98).join('')}`
  const post = await world.poll({
    by: author,
    title: first,
    content: words.join('\n\n'),
    poll_options: words.slice(0, 8).map(option),
  })
  for (const content of words) await world.comment({ by: author, on: post, content })
  return `/post/${post.id}`
}

async function watch(context: BrowserContext, guilty: string[]): Promise<void> {
  await context.addInitScript(HEAR_POLICY)
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) guilty.push(`fetched ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    guilty.push(`said ${dialog.message()}`)
    void dialog.dismiss()
  })
}

async function expectHarmless(context: BrowserContext, address: string, guilty: string[]): Promise<void> {
  const page = await context.newPage()
  const answer = await page.goto(address)
  // checked from outside: the policy forbids the page to compile the check
  await expect.poll(() => page.evaluate(AWAKE), { timeout: 15_000 }).toBe(true)
  await page.evaluate(DRAWN)
  expect(answer?.status(), address).toBe(200)
  const found = await page.evaluate<Harm>(LOOK)
  expect({ ...found, guilty, address }).toEqual({
    ...{ harmed: undefined, refused: [], strange: [], foreign: [], open: [] },
    guilty: [],
    address,
  })
  await page.close()
}
