/**
 * A father asks the assistant: quotations open in their thread and are struck when they are taken back; a question without an
 * answer is handed on to the members. With a model and without one.
 *
 * Rooms: assistant, retrieval, comments, posts.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { until } from '#test/client.ts'
import { begins, firstAndThen, makeModelServer } from '#test/model.ts'
import { api, awake, DESK, expect, newPerson, PHONE, signUp, test, toast } from './journey.ts'
import { expectSound } from './screen.ts'
import { type Instance, startOwn, stop } from './server.ts'

// each test has a program of its own
test.describe.configure({ timeout: 120_000 })

const QUESTION = 'My toddler will not brush his teeth'
const WORDS = 'We let our toddler brush our teeth first. After a week he asked for his turn.'
const NOBODY = 'Which carburettor jet suits a 1962 Lambretta?'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ask Pop' })
const field = (page: Page) => dialog(page).getByLabel('Your question')
const another = (page: Page) => dialog(page).getByRole('button', { name: 'Ask Another Question' })
const words = (page: Page) => dialog(page).getByRole('link', { name: WORDS })

/** A thread with an answer on a later page, written in this browser, and indexed by the assistant. */
async function aThread(context: BrowserContext, instance: Instance): Promise<{ post: string; comment: string }> {
  const categories = await api<{ id: string }[]>(context, instance, 'GET', '/categories')
  const post = await api<{ id: string }>(context, instance, 'POST', '/posts', {
    type: 'question',
    title: 'Toddler will not brush teeth',
    content: 'Our toddler screams as soon as he sees the brush.',
    category_id: categories[0]!.id,
  })
  const say = (content: string) =>
    api<{ id: string }>(context, instance, 'POST', `/posts/${post.id}/comments`, { content })
  for (let n = 1; n <= 24; n++) await say(`Good luck, number ${n}.`)
  const { id } = await say(WORDS)
  await until('the assistant finds the thread', async () => {
    const { state } = await api<{ state: string }>(context, instance, 'POST', '/assistant/questions', {
      question: QUESTION,
    })
    return state === 'answered' || undefined
  })
  return { post: post.id, comment: id }
}

async function openDialog(page: Page, instance: Instance) {
  await page.goto(`${instance.url}/categories`)
  await awake(page)
  await page.getByRole('button', { name: /^Ask Anything/ }).click()
  await expect(field(page)).toBeFocused()
}

test('a father asks, reads the quotations in their threads, and they disappear when they are retracted', async ({
  page,
  context,
  otherBrowser,
  ownInstance,
}) => {
  const writer = await otherBrowser()
  await signUp(writer, newPerson('writer'), ownInstance)
  const { post, comment } = await aThread(writer, ownInstance)
  await signUp(context, newPerson('asker'), ownInstance)
  await page.setViewportSize(PHONE)

  await test.step('quotations have an author, and lead to the comment on a later page', async () => {
    await openDialog(page, ownInstance)
    await expect(dialog(page)).toContainText('0/5')
    await page.keyboard.type(QUESTION)
    await page.keyboard.press('Enter')
    await expect(another(page)).toBeVisible()
    await expect(dialog(page)).toContainText('1/5')
    await expect(dialog(page)).toContainText('4 remaining this month')
    await dialog(page).getByText('Based on 1 community post(s)').click()
    await expect(dialog(page).getByRole('link', { name: 'Toddler will not brush teeth' })).toHaveCount(2)
    await expectSound(page, { inDark: true })
    await page.setViewportSize(PHONE)
    await words(page).click()
    await expect(page).toHaveURL((url) => url.pathname === `/post/${post}` && url.hash === `#comment-${comment}`)
    await expect(page.locator(`#comment-${comment}`)).toBeInViewport()
    await expect.poll(() => marked(page)).toBe(WORDS)
  })

  await test.step('the same URL opens the answer by itself, and without its script', async () => {
    await page.reload()
    await awake(page)
    await expect.poll(() => marked(page)).toBe(WORDS)
    await expect(page.locator(`#comment-${comment}`)).toBeInViewport()
    const plain = await page.request.get(page.url())
    expect(await plain.text()).toContain(`id="comment-${comment}"`)
  })

  await test.step('a retracted quotation is struck through, with the reason', async () => {
    await api(writer, ownInstance, 'DELETE', `/comments/${comment}`)
    await page.goto(`${ownInstance.url}/questions`)
    await awake(page)
    await page.getByText(/^Show the answer/).click()
    await expect(page.getByText('The dad who said this has taken it back')).toBeVisible()
    await expect(page.getByRole('link', { name: WORDS })).toHaveCount(0)
    await expectSound(page, { inDark: true })
    await page.setViewportSize(PHONE)
    const gone = `${ownInstance.url}/post/${post}?comment=${comment}#comment-${comment}`
    await page.goto(gone)
    await expect(page.getByText('The comment that you were led to is not here any more.')).toBeVisible()
  })

  await test.step('a question without an answer is not charged, and is handed on to the members', async () => {
    await openDialog(page, ownInstance)
    await field(page).fill(NOBODY)
    await field(page).press('Enter')
    await expect(dialog(page)).toContainText('No dad has answered this yet')
    await expect(dialog(page)).toContainText('Based on 0 community post(s)')
    await expect(dialog(page)).toContainText('1/5')
    await dialog(page).getByRole('button', { name: 'Ask the dads' }).click()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    await expect(composer.getByLabel('Title')).toHaveValue(NOBODY)
    await expect(composer.getByLabel('What you want to say')).toHaveValue(NOBODY)
    await composer.getByLabel('Category').selectOption({ index: 1 })
    await composer.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(toast(page, 'Post created successfully!')).toBeVisible()
    await expect(dialog(page).getByText('Your question is in the feed now. We will write to you')).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('article').getByRole('heading', { name: NOBODY })).toBeVisible()
  })
})

const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('quoted') ?? [])].map((range) => range.toString()).join())

test('a member without questions left sees the plans, and deletes what he asked', async ({
  page,
  context,
  otherBrowser,
  ownInstance,
}) => {
  const writer = await otherBrowser()
  await signUp(writer, newPerson('writer'), ownInstance)
  await aThread(writer, ownInstance)
  await signUp(context, newPerson('asker'), ownInstance)
  for (let n = 0; n < 4; n++) await api(context, ownInstance, 'POST', '/assistant/questions', { question: QUESTION })
  await page.setViewportSize(DESK)
  await openDialog(page, ownInstance)
  await expect(dialog(page)).toContainText('4/5')
  await field(page).fill(QUESTION)
  await field(page).press('Enter')
  await another(page).click()
  await expect(dialog(page)).toContainText('5/5')
  await expect(field(page)).toBeDisabled()
  await expectSound(page, { inDark: true })
  await page.setViewportSize(DESK)
  await dialog(page).getByRole('button', { name: 'Upgrade for More Questions' }).click()
  const plans = page.getByRole('dialog', { name: 'Choose Your Plan' })
  await expect(plans).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(plans).toBeHidden()
  await dialog(page).getByRole('link', { name: 'My questions' }).click()
  await expect(page.getByRole('article')).toHaveCount(5)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByRole('heading', { name: 'No questions yet' })).toBeVisible()
})

test('with a model, sentences appear as they are generated; closing the dialog aborts the call', async ({
  page,
  context,
  otherBrowser,
  empty,
}) => {
  const model = await makeModelServer()
  const { url, name, apiKey } = model.config
  const instance = await startOwn('model', process.env.PAGES_DIR!, empty, {
    ...{ MODEL_URL: url, MODEL_NAME: name, MODEL_API_KEY: apiKey ?? '' },
  })
  try {
    const writer = await otherBrowser()
    await signUp(writer, newPerson('writer'), instance)
    await aThread(writer, instance)
    await signUp(context, newPerson('asker'), instance)
    await page.setViewportSize(DESK)
    // it sends one sentence, and then nothing for a long time
    model.answer = firstAndThen(() => {})
    await openDialog(page, instance)
    await field(page).fill(QUESTION)
    await field(page).press('Enter')
    await expect(dialog(page).getByRole('figure')).toHaveCount(1)
    await expect(dialog(page)).toContainText('Pop is thinking...')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect.poll(() => model.calls.at(-1)?.isLeft).toBe(true)

    // no sentence was sent: no question is charged
    model.answer = begins
    await page.getByRole('button', { name: /^Ask Anything/ }).click()
    await expect(dialog(page)).toContainText('1/5')
    await field(page).fill(`${QUESTION}!`)
    await field(page).press('Enter')
    await expect(dialog(page)).toContainText('Pop is thinking...')
    await expect.poll(() => model.calls.length).toBeGreaterThan(2)
    await page.keyboard.press('Escape')
    await expect.poll(() => model.calls.at(-1)?.isLeft).toBe(true)
    await until('it was given back', async () => {
      const { queriesUsed } = await api<{ queriesUsed: number }>(context, instance, 'GET', '/assistant')
      return queriesUsed === 1 || undefined
    })
    await page.close()
  } finally {
    await stop(instance)
    await model.stop()
  }
  expect(instance.errors).toEqual([])
})
