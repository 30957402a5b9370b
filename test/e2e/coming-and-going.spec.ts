/**
 * Several members look at one pod: requests, joining and leaving are visible to the others without a reload. For a network:
 * networks.spec.ts.
 *
 * Rooms: pods.
 */
import type { Page } from '@playwright/test'
import { api, expect, test, visit } from './journey.ts'

// when a conversation ends, the page requests it once more
test.use({ pardoned: /status of 404/ })

const members = (page: Page) => page.getByRole('region', { name: /^Members \(/ })
const requests = (page: Page) => page.getByRole('region', { name: 'Join requests' })
const say = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
}

test('members of a pod see requests, approvals, leaving, a hand-over and a refusal without a reload', async ({
  page,
  context,
  join,
  otherBrowser,
  town,
}) => {
  const [second, third, fourth] = [await otherBrowser(), await otherBrowser(), await otherBrowser()]
  const [maker, member] = [await join(context), await join(second)]
  const [asks, wants] = [await join(third), await join(fourth)]
  const name = `Kettle Watch ${Date.now()}`
  const pod = await api<{ id: string; slug: string }>(context, town, 'POST', '/pods', { name })
  await api(second, town, 'PUT', `/pods/${pod.id}/membership`)
  const path = `/pod/${pod.slug}`
  // one is public, the other needs a request
  const shut = await api<{ id: string; slug: string }>(context, town, 'POST', '/pods', {
    name: `${name} behind a door`,
    is_private: true,
  })

  const his = await second.newPage()
  const theirs = await third.newPage()
  await visit(page, path)
  await visit(his, path)
  await visit(theirs, path)
  await expect(members(page)).toContainText('Members (2/6)')
  // text that is typed meanwhile stays in its field
  await his.getByRole('textbox', { name: 'Message' }).fill('Half a sentence')
  await theirs.getByRole('button', { name: 'Apply to Join Pod' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Yes, Join Pod' }).click()
  await expect(members(theirs)).toContainText('Members (3/6)')
  for (const one of [page, his]) {
    await expect(members(one)).toContainText('Members (3/6)')
    await expect(members(one)).toContainText(`@${asks.username}`)
    await expect(one.getByText('3 members • Private conversation')).toBeVisible()
  }
  await expect(his.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a sentence')
  // from now on he hears and is heard; a new member is not a new message
  await say(page, 'Welcome.')
  await expect(theirs.getByText('Welcome.', { exact: true })).toBeVisible()
  await say(theirs, 'Good to be here.')
  for (const one of [page, his]) await expect(one.getByText('Good to be here.', { exact: true })).toBeVisible()
  await expect(his.getByText('New messages')).toHaveCount(0)

  await his.getByRole('button', { name: 'Leave Pod' }).click()
  await his.getByRole('alertdialog').getByRole('button', { name: 'Leave Pod' }).click()
  await expect(his).toHaveURL('/pods')
  for (const one of [page, theirs]) {
    await expect(members(one)).toContainText('Members (2/6)')
    await expect(members(one)).not.toContainText(`@${member.username}`)
  }
  await api(context, town, 'PUT', `/pods/${pod.id}/creator`, { to: await idOf(theirs, asks.username) })
  await expect(members(theirs)).toContainText('Members (1/6)')
  await expect(members(theirs).getByText('Creator')).toBeVisible()
  // the former creator sees the page for non-members
  await expect(page.getByRole('button', { name: 'Apply to Join Pod' })).toBeVisible()

  const fourthPage = await fourth.newPage()
  await visit(page, `/pod/${shut.slug}`)
  await visit(fourthPage, `/pod/${shut.slug}`)
  await fourthPage.getByRole('button', { name: 'Request Access' }).click()
  await fourthPage.getByRole('alertdialog').getByRole('button', { name: 'Yes, Request Access' }).click()
  await expect(requests(page)).toContainText(wants.username)
  await requests(page)
    .getByRole('button', { name: `Decline ${wants.username}` })
    .click()
  await expect(fourthPage.getByRole('button', { name: 'Request Access' })).toBeEnabled()
  await fourthPage.getByRole('button', { name: 'Request Access' }).click()
  await fourthPage.getByRole('alertdialog').getByRole('button', { name: 'Yes, Request Access' }).click()
  await requests(page)
    .getByRole('button', { name: `Accept ${wants.username}` })
    .click()
  await expect(members(page)).toContainText('Members (2/6)')
  await expect(members(fourthPage)).toContainText(`@${maker.username}`)
  await expect(fourthPage.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

const idOf = async (page: Page, username: string) => {
  const answer = await page.request.get(`/api/v1/members/${username}`)
  return ((await answer.json()) as { id: string }).id
}
