/** One tab signs out, and the others notice; nothing that was pressed or written before is lost. Rooms: account. */
import type { Page, Request } from '@playwright/test'
import { api, DESK, expect, test, toast, visit } from './journey.ts'

// some tests contain several journeys
test.describe.configure({ timeout: 120_000 })

/**
 * With all requests that a tab makes once its page is complete: at a sign-out, those that are running may be refused.
 */
async function settle(page: Page, address: string): Promise<void> {
  const last = page.waitForResponse(/\/rpc\/karma\/tellAchievements/)
  await visit(page, address)
  await last
}

test.describe('on a desktop', () => {
  test.use({ viewport: DESK })

  test('when one tab signs out, the other one notices, and makes no more requests while it leaves', async ({
    page,
    context,
    join,
    town,
  }) => {
    await join(context)
    const line = page.waitForEvent('websocket')
    await settle(page, '/categories')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar).toBeVisible()
    const ended = (await line).waitForEvent('close')
    const reload = Promise.withResolvers<void>()
    const fresh = Promise.withResolvers<void>()
    await page.route('**/categories', async (route) => {
      reload.resolve()
      await fresh.promise
      await route.continue()
    })
    const other = await context.newPage()
    await visit(other, '/profile')
    const asked: string[] = []
    await other.getByRole('button', { name: 'Logout' }).click()
    await reload.promise
    page.on('request', (request) => {
      if (request.url().includes('/rpc/')) asked.push(request.url())
    })
    await ended
    fresh.resolve()
    await expect(other).toHaveURL(`${town.url}/`)
    await expect(page.getByRole('heading', { name: 'Sign in to create posts' })).toBeVisible()
    await expect(bar).toBeHidden()
    expect(asked).toEqual([])
  })

  test('while one tab signs out, neither tab reads anything again', async ({
    page,
    context,
    join,
    otherBrowser,
    town,
  }) => {
    await page.clock.install()
    await join(context)
    const { id } = await api<{ id: string }>(context, town, 'GET', '/me')
    const line = page.waitForEvent('websocket')
    await settle(page, '/categories')
    const nextFrame = (await line).waitForEvent('framereceived', ({ payload }) => /"connection\./.test(String(payload)))
    const leaving = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await context.route('**/sign-out', async (route) => {
      leaving.resolve()
      await held.promise
      await route.continue()
    })
    const other = await context.newPage()
    const otherLine = other.waitForEvent('websocket')
    await settle(other, '/profile')
    const alsoHeard = (await otherLine).waitForEvent('framereceived', ({ payload }) =>
      /"connection\./.test(String(payload)),
    )
    await other.getByRole('button', { name: 'Logout' }).click()
    await leaving.promise
    const asks: string[] = []
    const note = (request: Request) => request.url().includes('/rpc/') && asks.push(request.url())
    page.on('request', note)
    other.on('request', note)
    const ben = await otherBrowser()
    await join(ben)
    await api(ben, town, 'PUT', `/members/${id}/connection`)
    await nextFrame
    await alsoHeard
    // its consequences follow after three seconds at most
    await page.clock.fastForward(4000)
    other.off('request', note)
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Sign in to create posts' })).toBeVisible()
    expect(asks).toEqual([])
  })

  test('presses and texts from before the sign-out are not lost', async ({ context, join }) => {
    const { username, password } = await join(context)

    await test.step('a text that is being written at that time is kept, and the page says so', async () => {
      const page = await context.newPage()
      await settle(page, '/categories')
      await page.getByRole('button', { name: 'New Post' }).click()
      const composer = page.getByRole('dialog', { name: 'New Post' })
      await composer.getByLabel('Title').fill('Half a thought')
      const other = await context.newPage()
      await visit(other, '/profile')
      await other.getByRole('button', { name: 'Logout' }).click()
      await expect(composer).toBeHidden()
      await expect(toast(page, 'You are signed out. What you began to write is kept on this device.')).toBeVisible()
      await page.getByRole('link', { name: 'Sign In' }).first().click()
      await page.getByLabel('Email or username').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('button', { name: 'New Post' }).click()
      await expect(composer.getByLabel('Title')).toHaveValue('Half a thought')
      await expect(toast(page, 'You are signed out.')).toHaveCount(0)
      await other.close()
      await page.close()
    })

    await test.step('a press just before the sign-out is counted first', async () => {
      const page = await context.newPage()
      await settle(page, '/categories')
      const vote = Promise.withResolvers<void>()
      await page.route(/\/rpc\/votes\//, async (route) => {
        await vote.promise
        await route.continue()
      })
      const order: string[] = []
      page.on('request', (request) => request.url().endsWith('/sign-out') && order.push('signs out'))
      page.on('response', (answer) => answer.url().includes('/rpc/votes/') && order.push(`voted: ${answer.status()}`))
      await page.getByRole('button', { name: 'Upvote' }).first().click()
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: /^Profile/ })
        .click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('button', { name: 'Logging out...' })).toBeVisible()
      vote.resolve()
      await expect(page).toHaveURL(/\/$/)
      expect(order).toEqual(['voted: 200', 'signs out'])
    })
  })
})
