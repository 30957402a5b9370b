/**
 * Two processes serve one conversation. Each of them is killed, one member's device sleeps, and at the end both members have
 * read the same.
 *
 * Rooms: chat. Too long for a quick run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page, WebSocketRoute } from '@playwright/test'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { expect, newPerson, signUp, test, visit } from './journey.ts'
import { makePod, messagesIn } from './rooms.ts'
import { type Program, start, stop } from './server.ts'

test.use({ pardoned: /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|Failed to load resource|WebSocket connection/ })

/** in ms */
const SLEEP = 60_000
/** A start takes time, and the socket reconnects after ten seconds at the latest. */
const WITHIN_45_S = { timeout: 45_000 }

const words = (page: Page) => page.locator('.log .msg .t')
async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
}

/** The connections of a page: those that exist when the network fails carry nothing any more, without an error. */
async function wiresOf(page: Page): Promise<{ fall(): void }> {
  const standing = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/live$/, (tab) => {
    const server = tab.connectToServer()
    standing.add(tab)
    tab.onMessage((message) => standing.has(tab) && server.send(message))
    server.onMessage((message) => standing.has(tab) && tab.send(message))
  })
  return { fall: () => standing.clear() }
}

test('after a kill -9 of each process and a minute of sleep, no message is lost, duplicated or out of order', async ({
  context,
  page: ana,
  otherBrowser,
}) => {
  test.setTimeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'fk-e2e-two-'))
  const home = await startEmbedded({ dataDir: folder })
  const env = { DATABASE_URL: home.url, SECRET: 'of-two-processes-that-serve-one-town' }
  const programs: Program[] = []
  const run = async (port = '0') => {
    const program = await start('pair', process.env.PAGES_DIR!, { ...env, PORT: port })
    programs.push(program)
    return program
  }
  try {
    const one = await run()
    const other = await otherBrowser()
    // while there is only one message field
    const [first, second] = [await signUp(context, newPerson('ana'), one), await signUp(other, newPerson('ben'), one)]
    const two = await run()
    const pod = await makePod({ database: home.url }, first.username, second.username)
    const ben = await other.newPage()
    const wires = await wiresOf(ben)
    await visit(ana, one.url + pod.path)
    await visit(ben, two.url + pod.path)
    const expectBoth = async (all: string[]) => {
      for (const page of [ana, ben]) {
        await expect(words(page)).toHaveText(all, WITHIN_45_S)
        await expect(page.locator('.msg.wait')).toHaveCount(0, WITHIN_45_S)
      }
    }
    const all = ['Hello from one', 'Hello from two']
    await say(ana, all[0]!)
    await expect(words(ben)).toHaveText([all[0]!])
    await say(ben, all[1]!)
    await expectBoth(all)

    for (const [dead, [his, name], [others, otherName]] of [
      [one, [ana, 'Ana'], [ben, 'Ben']],
      [two, [ben, 'Ben'], [ana, 'Ana']],
    ] as const) {
      dead.child.kill('SIGKILL')
      await say(his, `${name}, with nobody there`)
      await say(others, `${otherName} meanwhile`)
      await expect(words(others)).toHaveText([...all, `${otherName} meanwhile`])
      await run(new URL(dead.url).port)
      all.push(`${otherName} meanwhile`, `${name}, with nobody there`)
      await expectBoth(all)
    }

    // a phone in a pocket: nothing on it runs, its connection is dead, and it was not notified
    const phone = await other.newCDPSession(ben)
    await phone.send('Page.setWebLifecycleState', { state: 'frozen' })
    wires.fall()
    const wakesAt = Date.now() + SLEEP
    for (const text of ['While', 'he', 'slept']) {
      all.push(text)
      await say(ana, text)
      await expect(words(ana)).toHaveText(all)
    }
    await expect(ana.locator('.msg.wait')).toHaveCount(0)
    // this waits for the sleep itself, not for an operation
    await pause(wakesAt - Date.now())
    await phone.send('Page.setWebLifecycleState', { state: 'active' })
    await expectBoth(all)
    await say(ben, 'Awake')
    await expectBoth([...all, 'Awake'])
    expect(await messagesIn({ database: home.url }, pod)).toEqual([...all, 'Awake'])
  } finally {
    for (const page of [...context.pages()]) await page.close()
    for (const program of programs) await stop(program)
    await home.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
