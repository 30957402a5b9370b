/** Asking the assistant: the dialog in all its states, as a member sees it on the feed. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assistantFaults } from '#contract/assistant.ts'
import { QUESTION_MAX } from '#contract/assistant-words.ts'
import type { Post } from '#contract/posts.ts'
import { another, answer, dialog, field, first, openDialog, reply, second, send, WORDS } from './ask-dialog.ts'
import {
  alone,
  aQuotation,
  aReply,
  aStanding,
  aStream,
  eventsOf,
  own,
  streamReply,
  struck,
} from './assistant-makers.ts'
import { answersOfFeed, cards } from './feed-makers.ts'
import { aViewer, theCategories } from './makers.ts'
import { signedOut, takePosts } from './post-makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'

test('a member asks by keyboard alone, and reads quotations with their author and place', async () => {
  const screen = await openDialog()
  await expect.element(field).toHaveFocus()
  await expect.element(dialog.getByText('2/5')).toBeVisible()
  await expect.element(dialog.getByText('3 remaining this month')).toBeVisible()
  await userEvent.keyboard('He wakes{Shift>}{Enter}{/Shift}at four.{Enter}')
  await expect.element(answer).toMatchTextContent('That sounds exhausting.')
  expect(screen.asked('assistant.streamAnswer')).toEqual([{ id: expect.any(String), question: 'He wakes\nat four.' }])
  const quotations = answer.getByRole('figure')
  await expect.poll(() => quotations.elements().length).toBe(2)
  await expect.element(quotations.first()).toMatchTextContent(/We moved bedtime.*Marcus Oyelaran/)
  const threads = answer.getByRole('region')
  await expect
    .element(threads.first())
    .toMatchTextContent(/Earlier bedtime, fewer visitors at four.*New Dads.*We moved/)
  await expect.element(threads.nth(1)).toMatchTextContent(/We split the nights.*f\/Night Shift.*By the week/)
  const { comment_id } = reply.sentences[1]!.quotation!
  const link = answer.getByRole('link', { name: WORDS })
  const address = new URL((link.element() as HTMLAnchorElement).href)
  expect(address.pathname).toBe(`/post/${first.post_id}`)
  expect(address.hash).toBe(`#comment-${comment_id}`)
  expect(Object.fromEntries(address.searchParams)).toEqual({ quote: WORDS, comment: comment_id })
  // the second quotation is from the post itself
  await expect
    .element(answer.getByRole('link', { name: /^By the week/ }))
    .toHaveAttribute('href', expect.stringMatching(/^\/post\/[^#]*\?quote=[^#]*$/))
  await expect.element(dialog.getByText('3/5')).toBeVisible()
  await expect.element(dialog.getByText('2 remaining this month')).toBeVisible()
  await expect
    .element(dialog.getByText('These are the words of members, chosen by Pop. It is not medical advice.'))
    .toBeVisible()

  await dialog.getByText('Based on 2 community post(s)').click()
  for (const place of [dialog.getByRole('heading', { name: first.title }), dialog.getByRole('listitem').first()])
    await expect
      .element(place.getByRole('link', { name: first.title }))
      .toHaveAttribute('href', `/post/${first.post_id}`)
  await another.click()
  await expect.element(answer).toHaveTextContent('')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  // the press that emptied the field did not also send it
  await expect.element(field).toBeValid()
})

test('while the assistant works nothing can be typed or sent, and sentences appear one by one', async () => {
  const stream = aStream()
  await openDialog({ assistant: { streamAnswer: () => stream } })
  await field.fill('He wakes at four.')
  await send.click()
  await expect.element(answer).toMatchTextContent('Pop is thinking...')
  await expect.element(field).toBeDisabled()
  await expect.element(send).toBeDisabled()
  await expect.element(answer).toHaveFocus()
  const events = eventsOf(reply)
  stream.say(...events.slice(0, 3))
  await expect.element(answer.getByRole('figure')).toBeVisible()
  await expect.element(answer).toMatchTextContent('Pop is thinking...')
  expect(answer.getByRole('figure').elements()).toHaveLength(1)
  await expect.element(another).not.toBeInTheDocument()
  stream.say(...events.slice(3))
  await expect.element(another).toBeVisible()
  await expect.element(answer).not.toMatchTextContent('Pop is thinking...')
  expect(answer.getByRole('figure').elements()).toHaveLength(2)
})

test('closing the dialog aborts a running answer, and discards the question and the answer', async () => {
  const stream = aStream()
  const screen = await openDialog({ assistant: { streamAnswer: () => stream } })
  await field.fill('He wakes at four.')
  await userEvent.keyboard('{Enter}')
  stream.say(...eventsOf(reply).slice(0, 2))
  await expect.element(answer).toMatchTextContent('That sounds exhausting.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => stream.ended).toBe(true)
  const opener = page.getByRole('button', { name: /^Ask Anything/ })
  await expect.element(opener).toHaveFocus()
  // the server may have refunded the question
  screen.answer({ assistant: { getAssistant: aStanding({ queriesUsed: 1 }) } })
  await opener.click()
  await expect.element(field).toHaveValue('')
  await expect.element(answer).toHaveTextContent('')
  await expect.element(dialog.getByText('1/5')).toBeVisible()
})

test('an empty question and one that is too long are reported beside the field, and nothing is sent', async () => {
  const screen = await openDialog()
  await field.fill('   ')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Please enter a question')).toBeVisible()
  await expect.element(field).toHaveFocus()
  expect(screen.asked('assistant.streamAnswer')).toEqual([])
  await field.fill('x'.repeat(QUESTION_MAX + 1))
  await send.click()
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveAccessibleDescription('The question can be at most 1,000 characters')
  await expect.element(field).toHaveFocus()
  expect(screen.asked('assistant.streamAnswer')).toEqual([])
})

test('after the last question of the month nothing can be typed, and the plans are one press away', async () => {
  await openDialog({ assistant: { getAssistant: aStanding({ queriesUsed: 5 }) } })
  await expect.element(dialog.getByText('5/5')).toBeVisible()
  await expect.element(field).toBeDisabled()
  await expect.element(send).toBeDisabled()
  await expect.element(dialog.getByText('Your questions come back on 1 December.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upgrade for More Questions' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Choose Your Plan' })).toBeVisible()
})

for (const { data, says, counts } of [
  { data: undefined, says: 'Monthly query limit reached', counts: '5/5' },
  {
    data: { message: 'Monthly query limit reached', queriesUsed: 7 },
    says: 'Monthly query limit reached',
    counts: '7/5',
  },
])
  test(`a refusal at the limit sets the counter to ${counts}, and shows the server’s message`, async () => {
    const screen = await openDialog({ assistant: { getAssistant: aStanding({ queriesUsed: 1 }) } })
    screen.failNext('assistant.streamAnswer', { fault: assistantFaults.limit, ...(data && { data }) })
    await field.fill('He wakes at four.')
    await send.click()
    await expect.element(dialog.getByText(says)).toBeVisible()
    await expect.element(dialog.getByText(counts)).toBeVisible()
    await expect.element(field).toBeDisabled()
    await expect.element(dialog.getByRole('button', { name: 'Upgrade for More Questions' })).toBeVisible()
  })

test('a member on a plan without a limit sees no counter', async () => {
  await openDialog({ assistant: { getAssistant: aStanding({ queriesLimit: null, queriesUsed: 200 }) } })
  await expect.element(dialog.getByText('As many questions as you like')).toBeVisible()
  expect(dialog.getByText('200').elements()).toEqual([])
  await expect.element(field).toBeEnabled()
})

test('a failed question shows the reason, keeps the words, and is sent again with the same id', async () => {
  const screen = await openDialog()
  const failures = [
    { trouble: 'unreached', says: 'Failed to get response from the assistant' },
    { trouble: { fault: assistantFaults.failed }, says: 'Failed to get response from the assistant' },
    { trouble: 'bug', says: 'Something went wrong. Please try again.' },
    { trouble: { fault: assistantFaults.off }, says: 'The assistant is switched off here' },
  ] as const
  await field.fill('He wakes at four.')
  for (const { trouble, says } of failures) {
    screen.failNext('assistant.streamAnswer', trouble)
    await send.click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(says)
    await expect.element(field).toHaveValue('He wakes at four.')
    await expect.element(field).toHaveFocus()
  }
  await send.click()
  await expect.element(another).toBeVisible()
  const ids = screen.asked('assistant.streamAnswer').map((input) => (input as { id: string }).id)
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(1)
  await another.click()
  await field.fill('He wakes at four.')
  await send.click()
  await expect.element(another).toBeVisible()
  expect((screen.asked('assistant.streamAnswer').at(-1) as { id: string }).id).not.toBe(ids[0])
})

test('an answer that is cut off keeps the sentences that arrived, and continues when the member retries', async () => {
  const stream = aStream()
  const screen = await openDialog({ assistant: { streamAnswer: () => stream } })
  await field.fill('He wakes at four.')
  await send.click()
  stream.say(...eventsOf(reply).slice(0, 2))
  await expect.element(answer).toMatchTextContent('That sounds exhausting.')
  stream.cut()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Failed to get response from the assistant')
  await expect.element(answer).toMatchTextContent('That sounds exhausting.')
  const rest = aStream()
  screen.answer({ assistant: { streamAnswer: () => rest } })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(answer).toMatchTextContent(/That sounds exhausting.*Pop is thinking/)
  await expect.element(answer).toHaveFocus()
  rest.say(...eventsOf(reply))
  await expect.poll(() => answer.getByRole('figure').elements().length).toBe(2)
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  const [one, two] = screen.asked('assistant.streamAnswer')
  expect(two).toEqual(one)
})

test('a member who was signed out meanwhile is asked to sign in', async () => {
  const screen = await openDialog()
  screen.answer({ account: { getViewer: null } })
  screen.failNext('assistant.streamAnswer', { fault: signedOut('Please sign in to use the assistant') })
  await field.fill('He wakes at four.')
  await send.click()
  const says = dialog.getByRole('alert')
  await expect.element(says).toMatchTextContent('Please sign in to use the assistant')
  await expect.element(says.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth?next=%2Fcategories')
})

test('a question without an answer is handed to the members in one press, with the words filled in', async () => {
  const viewer = aViewer()
  const posted: Post[] = []
  const refused = aReply({ state: 'refused', queriesUsed: 2, sources: [], sentences: [] })
  const screen = await openDialog({
    viewer,
    answers: { posts: { createPost: takePosts(viewer, posted) } },
    assistant: { streamAnswer: () => streamReply(refused) },
  })
  const long = `${'My son asks why the moon follows the car. '.repeat(8)}What do you say?`
  await field.fill(long)
  await send.click()
  await expect.element(answer).toHaveTextContent('No dad has answered this yet')
  await expect.element(dialog.getByText('Based on 0 community post(s)')).toBeVisible()
  await expect.element(dialog.getByText('2/5')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ask the dads' }).click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  await expect.element(composer.getByRole('radio', { name: 'Question' })).toBeChecked()
  await expect.element(composer.getByLabelText('Title')).toHaveValue(expect.stringMatching(/^My son asks why.*…$/))
  await expect.element(composer.getByLabelText('What you want to say')).toHaveValue(long)
  await composer.getByLabelText('Category').selectOptions(theCategories[0]!.name)
  await composer.getByRole('button', { name: 'Post' }).click()
  await expect.element(news('Post created successfully!')).toBeVisible()
  const promise = dialog.getByText(/^Your question is in the feed now. We will write to you/)
  await expect.element(promise).toBeVisible()
  await expect.element(promise).toHaveFocus()
  expect(screen.asked('posts.createPost')).toEqual([expect.objectContaining({ type: 'question', handed_on: true })])
})

test('a post that the member was writing stays unchanged when he hands a question to the members', async () => {
  const refused = aReply({ state: 'refused', queriesUsed: 2, sources: [], sentences: [] })
  await openDialog({ assistant: { streamAnswer: () => streamReply(refused) } })
  await dialog.getByRole('button', { name: 'Close' }).click()
  const composer = page.getByRole('dialog', { name: 'New Post' })
  const create = page.getByRole('button', { name: 'New Post' })
  await create.click()
  await composer.getByLabelText('Title').fill('Half a shed')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Ask Anything' }).click()
  await field.fill('Why does the moon follow the car?')
  await send.click()
  await dialog.getByRole('button', { name: 'Ask the dads' }).click()
  await expect.element(composer.getByLabelText('Title')).toHaveValue('Why does the moon follow the car?')
  await composer.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await create.click()
  await expect.element(composer.getByLabelText('Title')).toHaveValue('Half a shed')
})

test('an answer stands thread by thread, each once under its title, and a reply has its author once', async () => {
  const reply1 = aQuotation(first, 'We moved bedtime.')
  const sentences = [
    own('You are not alone.'),
    alone(reply1),
    alone(aQuotation(second, 'We took turns.')),
    own('Also:'),
    alone(aQuotation(first, 'Ours needed a dark room.')),
    alone({ ...reply1, text: 'But only by ten minutes.' }),
    alone({ ...reply1, text: 'After a week he slept.' }),
    struck('edited'),
  ]
  const grouped = aReply({ sentences, sources: [first, second] })
  await openDialog({ assistant: { streamAnswer: () => streamReply(grouped) } })
  await field.fill('He wakes at four.')
  await send.click()
  await expect.element(another).toBeVisible()
  await expect
    .poll(() =>
      answer
        .getByRole('heading')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual([...[first.title, second.title]])
  const [one, two] = [answer.getByRole('region').first(), answer.getByRole('region').nth(1)]
  await expect
    .element(one)
    .toMatchTextContent(
      /We moved bedtime\..*Also:.*Ours needed a dark room\..*But only by ten minutes\.After a week he slept\..*has changed it/,
    )
  expect(one.getByRole('figure').elements()).toHaveLength(3)
  await expect.element(two).toMatchTextContent(/We took turns\./)
  await expect.element(answer).toMatchTextContent(/^.*You are not alone\..*Earlier bedtime/)
})

test('with quotations alone the dialog does not claim that they were chosen', async () => {
  const plain = aReply({ with_model: false, sentences: [alone(aQuotation(first, WORDS))], sources: [first] })
  await openDialog({ assistant: { streamAnswer: () => streamReply(plain) } })
  await field.fill('He wakes at four.')
  await send.click()
  await expect.element(answer.getByRole('link', { name: WORDS })).toBeVisible()
  await expect.element(dialog.getByText('These are the words of members. It is not medical advice.')).toBeVisible()
})

test('a counter that fails to load is only logged, and the member can still ask', async () => {
  const screen = await open('/categories', {
    viewer: aViewer(),
    answers: {
      ...answersOfFeed(cards(3)),
      assistant: { getAssistant: aStanding(), streamAnswer: () => streamReply(reply) },
    },
    pardoned: /The number of questions did not load/,
  })
  screen.failNext('assistant.getAssistant', 'bug')
  await page.getByRole('button', { name: 'Ask Anything' }).click()
  await expect.element(dialog.getByText('Your question')).toBeVisible()
  expect(dialog.getByText(/remaining/).elements()).toEqual([])
  await field.fill('He wakes at four.')
  await send.click()
  await expect.element(another).toBeVisible()
  expect(page.css('.toast').elements()).toEqual([])
})

test('on a phone the button shows the used questions once they are known, and makes no request for them', async () => {
  const screen = await open('/categories', {
    viewer: aViewer(),
    size: PHONE,
    answers: {
      ...answersOfFeed(cards(3)),
      assistant: { getAssistant: aStanding(), streamAnswer: () => streamReply(reply) },
    },
  })
  const box = page.getByRole('button', { name: /^Ask Anything/ })
  await expect.element(box).toMatchTextContent(/^Ask Anything$/)
  expect(screen.asked('assistant.getAssistant')).toEqual([])
  await box.click()
  await expect.element(dialog.getByText('2/5')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(box).toMatchTextContent('2/5 used')
})

test('the dialog passes the checks of accessibility and layout before and after a question, in both themes', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  await openDialog()
  await expectSound()
  await field.fill('He wakes at four.')
  await send.click()
  await expect.element(another).toBeVisible()
  await dialog.getByText('Based on 2 community post(s)').click()
  await expectSound()
})
