/**
 * The base of every journey: the two running programs, people with accounts, and a check for complaints. A message in the
 * browser's console, an error of a script or a violation of the security policy fails the test that caused it.
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { insertMember } from './members.ts'
import { type Instance, startOwn, stop } from './server.ts'

export { expect }

export const PHONE = { width: 390, height: 844 }
export const DESK = { width: 1280, height: 900 }

/** Strong enough for the estimator; nobody types it. */
export const PASSWORD = 'four quiet kettles at dawn'

export interface Person {
  username: string
  email: string
  password: string
}

interface Tools {
  /** complaints of the browser that these tests cause on purpose */
  pardoned: RegExp | null
  /** Creates an account, and leaves this browser signed in to it. */
  join(context: BrowserContext, person?: Person, instance?: Instance): Promise<Person>
  /** Another browser, without the cookies and storage of the first one. */
  otherBrowser(): Promise<BrowserContext>
  complaints: string[]
  /** an empty instance of this test's own: for tests that would push the posts of others down */
  ownInstance: Instance
}
interface Instances {
  instances: Instance[]
  town: Instance
  /** an instance in which nobody has written */
  empty: Instance
}

let people = 0
/** No test is offline by accident, and in an offline test every member's tab keeps asking for new items. */
const OFFLINE = /net::ERR_INTERNET_DISCONNECTED/
/**
 * Chromium checks once, some seconds after a page has loaded, whether all preloaded files are used. A member who opens another
 * page at that moment has loaded its style sheet but not rendered it yet.
 */
const NOT_YET_USED = /\/assets\/[\w-]+\.css was preloaded using link preload but not used/

export const test = base.extend<Tools, Instances>({
  instances: [async ({}, use) => use(JSON.parse(process.env.E2E_INSTANCES ?? '[]')), { scope: 'worker' }],
  town: [async ({ instances }, use) => use(instances[0]!), { scope: 'worker' }],
  empty: [async ({ instances }, use) => use(instances[1]!), { scope: 'worker' }],
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

  ownInstance: async ({ browser, empty }, use) => {
    const program = await startOwn('own', process.env.PAGES_DIR!, empty)
    await use(program)
    // an open page preloads the files that it may need, in every browser
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close()
    await stop(program)
    expect(program.errors).toEqual([])
  },

  join: async ({ town }, use) =>
    use((context, person = newPerson(), instance = town) => signUp(context, person, instance)),

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

/** A name, an address and a password that no account has. */
export function newPerson(name = 'dad'): Person {
  const username = `${name}-${base.info().workerIndex}x${++people}`
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

/** Pages whose live connection is open. */
const online = new WeakSet<Page>()
function followConnection(page: Page): void {
  page.on('domcontentloaded', () => online.delete(page))
  page.on('websocket', (line) => line.on('framereceived', () => online.add(page)))
}

/** Ends his session without a notice: a page with an open connection notices at its next request. */
export async function endSession(page: Page): Promise<void> {
  await expect.poll(() => online.has(page)).toBe(true)
  await page.context().clearCookies()
}

async function listen(context: BrowserContext, complaints: string[]): Promise<void> {
  context.on('page', followConnection)
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.addInitScript(() => {
    // an error from which React recovered has no message of its own; its cause does
    addEventListener('error', ({ error }) => {
      if (error?.cause) console.error(`cause: ${error.cause.stack ?? error.cause}`)
    })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} refused ${blockedURI}`),
    )
  })
}

/** A member who has completed the first steps, signed in here. */
export async function signUp(context: BrowserContext, person: Person, instance: Instance): Promise<Person> {
  await insertMember(context, person, instance, { onboarded: true })
  return person
}

/** A verified member, signed in, with the first steps before him. */
export async function signUpUnfinished(context: BrowserContext, person: Person, instance: Instance): Promise<Person> {
  await insertMember(context, person, instance, { onboarded: false })
  return person
}

export async function signIn(
  context: BrowserContext,
  person: { username: string; password: string },
  instance: Instance,
) {
  const { username, password } = person
  await call(context, instance, 'sign-in/username', { username, password })
}

async function call(context: BrowserContext, { url }: Instance, path: string, data: object): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/${path}`, { headers: { origin: url }, data })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
}

/** A call of the API as the member who is signed in there. */
export async function api<Answer>(
  context: BrowserContext,
  { url }: Pick<Instance, 'url'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  // an idle connection would be closed by the server at the moment in which it is used again
  const headers = { origin: url, connection: 'close' }
  const answer = await context.request.fetch(`${url}/api/v1${path}`, { method, headers, data })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()) as Answer
}

/** Waits until the page is hydrated: before that a press has no effect, and no test should press. */
export async function awake(page: Page): Promise<void> {
  // React marks hydrated elements; then the rest of a fresh page is rendered
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')) &&
      !('fresh' in document.documentElement.dataset),
  )
}

/** The page's own script loads only when the returned function is called. */
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

/** The page's title, with or without the count of new items. */
export const titleOf = (title: string) =>
  new RegExp(`^(\\(\\d+\\+?\\) )?${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)

/** A link of the header or the tab bar: its count is part of its name. */
export const navLink = (label: string) => new RegExp(`^${label}\\b`)

/** Short messages in the corner. */
export const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/** The URL of the town's event with this title, requested as one of its members. */
export async function eventNamed(context: BrowserContext, instance: Instance, title: string): Promise<string> {
  const asked = new URLSearchParams({ scope: 'everywhere', q: title })
  const { items } = await api<{ items: { id: string; title: string }[] }>(context, instance, 'GET', `/events?${asked}`)
  const found = items.find((event) => event.title === title)
  if (!found) throw new Error(`The town has no event called ${title}`)
  return `/event/${found.id}`
}

/** The URL of the town's post with this title; most journeys use its page. */
export async function postNamed(context: BrowserContext, instance: Instance, title: string): Promise<string> {
  let after: string | null = ''
  while (after !== null) {
    const query = after ? `?after=${after}` : ''
    const page: { items: { id: string; title: string }[]; next: string | null } = await api(
      context,
      instance,
      'GET',
      `/feed${query}`,
    )
    const found = page.items.find((post) => post.title === title)
    if (found) return `/post/${found.id}`
    after = page.next
  }
  throw new Error(`The town has no post called ${title}`)
}
