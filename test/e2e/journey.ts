/**
 * What every journey starts from: the two running programs, people with accounts, and an ear for complaints. A message
 * in the browser's console, an error of a script or a breach of the policy fails the test that caused it.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { insertMember } from './members.ts'
import { type Place, startOwn, stop } from './server.ts'

export { expect }

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }

/** Good enough for the estimator, and typed by nobody. */
export const PASSWORD = 'four quiet kettles at dawn'

export interface Person {
  username: string
  email: string
  password: string
}

interface Tools {
  /** complaints of the browser that these tests cause on purpose */
  pardoned: RegExp | null
  /** Makes an account, and leaves this browser signed in to it. */
  join(context: BrowserContext, person?: Person, place?: Place): Promise<Person>
  /** Another browser: nothing of the first one's cookies and storage. */
  otherBrowser(): Promise<BrowserContext>
  complaints: string[]
  /** an instance of this test's own, empty: for what would push everybody else's posts down */
  ownPlace: Place
}
interface Places {
  places: Place[]
  town: Place
  /** an instance that nobody has written in */
  empty: Place
}

let people = 0
/** No test is offline by accident, and while one is every member's tab goes on asking what is new. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/
/**
 * Chromium looks once, some seconds after a page has come, whether all that was fetched ahead is in use. A member who turns
 * to another page in just that moment has fetched its style sheet and not drawn it yet.
 */
const NOT_YET_USED = /\/assets\/[\w-]+\.css was preloaded using link preload but not used/

export const test = base.extend<Tools, Places>({
  places: [async ({}, use) => use(JSON.parse(process.env.E2E_PLACES ?? '[]')), { scope: 'worker' }],
  town: [async ({ places }, use) => use(places[0]!), { scope: 'worker' }],
  empty: [async ({ places }, use) => use(places[1]!), { scope: 'worker' }],
  baseURL: async ({ town }, use) => use(town.url),
  pardoned: [null, { option: true }],

  complaints: [
    async ({ context, pardoned }, use) => {
      const complaints: string[] = []
      await listen(context, complaints)
      await use(complaints)
      const always = [OFFLINE, NOT_YET_USED, ...(pardoned ? [pardoned] : [])]
      expect(complaints.filter((complaint) => !always.some((one) => one.test(complaint)))).toEqual([])
    },
    { auto: true },
  ],

  ownPlace: async ({ browser, empty }, use) => {
    const program = await startOwn('own', process.env.PAGES_DIR!, empty)
    await use(program)
    // a page that is still open fetches ahead what it may need, in whichever browser
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close()
    await stop(program)
    expect(program.errors).toEqual([])
  },

  join: async ({ town }, use) => use((context, person = newPerson(), place = town) => signUp(context, person, place)),

  otherBrowser: async ({ browser, contextOptions, baseURL, viewport, complaints }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport })
      opened.push(context)
      await listen(context, complaints)
      return context
    })
    for (const context of opened) await context.close()
  },
})

/** A name, an address and a password that nobody has yet. */
export function newPerson(name = 'dad'): Person {
  const username = `${name}-${base.info().workerIndex}x${++people}`
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

/** Pages whose line to the server is up. */
const online = new WeakSet<Page>()
function followLine(page: Page): void {
  page.on('domcontentloaded', () => online.delete(page))
  page.on('websocket', (line) => line.on('framereceived', () => online.add(page)))
}

/** His session goes without a word: a page whose line is up notices when it asks for something. */
export async function loseSession(page: Page): Promise<void> {
  await expect.poll(() => online.has(page)).toBe(true)
  await page.context().clearCookies()
}

async function listen(context: BrowserContext, complaints: string[]): Promise<void> {
  context.on('page', followLine)
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.addInitScript(() => {
    // what React recovered from says nothing by itself; what was behind it does
    addEventListener('error', ({ error }) => {
      if (error?.cause) console.error(`cause: ${error.cause.stack ?? error.cause}`)
    })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} refused ${blockedURI}`),
    )
  })
}

/** A member whose first steps are behind him, signed in here. */
export async function signUp(context: BrowserContext, person: Person, place: Place): Promise<Person> {
  await insertMember(context, person, place, { onboarded: true })
  return person
}

/** Verified and signed in, with his first steps before him. */
export async function comeIn(context: BrowserContext, person: Person, place: Place): Promise<Person> {
  await insertMember(context, person, place, { onboarded: false })
  return person
}

export async function signIn(context: BrowserContext, person: { username: string; password: string }, place: Place) {
  const { username, password } = person
  await call(context, place, 'sign-in/username', { username, password })
}

async function call(context: BrowserContext, { url }: Place, path: string, data: object): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/${path}`, { headers: { origin: url }, data })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
}

/** A call of the API as whoever is signed in there. */
export async function api<Answer>(
  context: BrowserContext,
  { url }: Pick<Place, 'url'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await context.request.fetch(`${url}/api/v1${path}`, { method, headers: { origin: url }, data })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()) as Answer
}

/** The page's own script has taken over: before that a press does nothing, and no test should press. */
export async function awake(page: Page): Promise<void> {
  // React signs what it has taken over; then the rest of a fresh page is drawn
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')) &&
      !('fresh' in document.documentElement.dataset),
  )
}

/** The page's own script comes only when the answer is called. */
export async function holdScript(page: Page): Promise<() => void> {
  const script = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  return script.resolve
}

export async function visit(page: Page, path: string) {
  const response = await page.goto(path)
  await awake(page)
  return response
}

/** The page's title, with or without the count of what is new to a member by then. */
export const titled = (title: string) =>
  new RegExp(`^(\\(\\d+\\+?\\) )?${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** A way of the header or the tab bar: its count is part of its name. */
export const way = (label: string) => new RegExp(`^${label}\\b`)

/** Short news in the corner. */
export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/** The address of an event of the town that has this title; asked as one of its members. */
export async function eventNamed(context: BrowserContext, place: Place, title: string): Promise<string> {
  const asked = new URLSearchParams({ scope: 'everywhere', q: title })
  const { items } = await api<{ items: { id: string; title: string }[] }>(context, place, 'GET', `/events?${asked}`)
  const found = items.find((event) => event.title === title)
  if (!found) throw new Error(`The town has no event called ${title}`)
  return `/event/${found.id}`
}

/** The address of a post of the town that has this title; its own page is where most journeys pass by. */
export async function postNamed(context: BrowserContext, place: Place, title: string): Promise<string> {
  let after: string | null = ''
  while (after !== null) {
    const query = after ? `?after=${after}` : ''
    const page: { items: { id: string; title: string }[]; next: string | null } = await api(
      context,
      place,
      'GET',
      `/feed${query}`,
    )
    const found = page.items.find((post) => post.title === title)
    if (found) return `/post/${found.id}`
    after = page.next
  }
  throw new Error(`The town has no post called ${title}`)
}
