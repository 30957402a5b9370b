/** Polls: votes and results by touch and by keyboard, for visitors, and with failures. */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Viewer } from '#contract/account.ts'
import type { Poll } from '#contract/polls.ts'
import { SAY } from '#contract/words.ts'
import { press, use } from './keyboard.ts'
import { aPost, aThread, aViewer } from './makers.ts'
import { aPoll, signedOut } from './post-makers.ts'
import { DESK, news, open, PHONE } from './screen.tsx'

const ANSWERS = ['Seven or younger', 'Eight', 'Ten or later, and I would do it again']
const viewer = aViewer()
const region = page.getByRole('region', { name: 'Poll' })
const buttons = region.css('button.opt')
const results = region.getByRole('listitem')
const change = region.getByRole('button', { name: 'Change vote' })
const post = aPost({ type: 'poll', title: 'When did you let them walk to school alone?' })
/** as the server stores it */
let poll: Poll
beforeEach(() => {
  poll = aPoll(ANSWERS)
})
const idOf = (at: number) => poll.options[at]!.id

/** The numbers of votes for the options. */
function counted(...votes: number[]) {
  poll = { ...poll, options: poll.options.map((option, at) => ({ ...option, vote_count: votes[at] ?? 0 })) }
}

function voted(id: string): Poll {
  const by = (option: string) => Number(option === id) - Number(option === poll.my_option)
  const options = poll.options.map((option) => ({ ...option, vote_count: option.vote_count + by(option.id) }))
  poll = { options, my_option: id }
  return poll
}

const openPoll = ({ as = viewer, size = DESK }: { as?: Viewer | null; size?: typeof DESK } = {}) =>
  open(`/post/${post.id}`, {
    viewer: as ?? undefined,
    size,
    answers: {
      comments: { getThread: () => aThread({ ...post, poll }) },
      polls: { castPollVote: ({ option_id }) => voted(option_id) },
    },
  })

test('with a thumb: every control is 44 px high, and a tap votes', async () => {
  await openPoll({ size: PHONE })
  await expect.poll(() => buttons.elements().length).toBe(3)
  const small = () =>
    page
      .css('.full button')
      .elements()
      .flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width < 44 || height < 44 ? [`${one.textContent} ${width}×${height}`] : []
      })
  expect(small()).toEqual([])
  await buttons.nth(2).click()
  await expect.element(results.nth(2)).toMatchTextContent('100% 1')
  expect(small()).toEqual([])
  await change.click()
  await expect.poll(() => buttons.elements().length).toBe(3)
})

test('a vote shows the results at once, stays after a reload, and can be changed, without a layout shift', async () => {
  counted(2, 0, 0)
  const screen = await openPoll({ size: PHONE })
  await expect.poll(() => buttons.elements().map(({ textContent }) => textContent)).toEqual(ANSWERS)
  expect(region.element().textContent).not.toContain('%')
  await expect.element(region).toMatchTextContent('2 votes')
  const places = () =>
    region
      .css('.opt')
      .elements()
      .map((one) => JSON.stringify(one.getBoundingClientRect()))
  const height = () => region.element().getBoundingClientRect().height
  const [before, tall] = [places(), height()]

  // at once: before the server has responded
  const release = screen.holdNext('polls.castPollVote')
  await buttons.nth(1).click()
  await expect.element(results.nth(0)).toMatchTextContent('67% 2')
  await expect.element(results.nth(1)).toMatchTextContent('Eight (your vote)')
  await expect.element(results.nth(1)).toMatchTextContent('33% 1')
  await expect.element(results.nth(2)).toMatchTextContent('0% 0')
  expect(buttons.elements()).toHaveLength(0)
  expect(news('Vote recorded!').elements()).toHaveLength(0)
  release()
  await expect.element(news('Vote recorded!')).toBeVisible()
  await expect.element(region.getByRole('status')).toHaveTextContent('Your vote: Eight. 33% of 3 votes.')
  expect(places()).toEqual(before)
  expect(height()).toBe(tall)

  await screen.reload()
  await expect.element(results.nth(1)).toMatchTextContent('(your vote)')
  await change.click()
  await expect.element(buttons.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(buttons.nth(1)).toHaveFocus()
  expect(places()).toEqual(before)
  await region.getByRole('button', { name: 'Keep my vote' }).click()
  await expect.element(results.nth(1)).toMatchTextContent('33% 1')
  await change.click()
  const releaseNext = screen.holdNext('polls.castPollVote')
  await buttons.nth(2).click()
  await expect.element(results.nth(2)).toMatchTextContent('33% 1')
  await expect.element(results.nth(1)).toMatchTextContent('0% 0')
  await expect.element(region).toMatchTextContent('3 votes')
  releaseNext()
  await expect.poll(() => poll.options.map(({ vote_count }) => vote_count)).toEqual([2, 0, 1])
})

test('the last of several votes wins, and only one request runs at a time', async () => {
  const screen = await openPoll()
  const release = screen.holdNext('polls.castPollVote')
  await buttons.nth(0).click()
  for (const at of [1, 2]) {
    await change.click()
    await buttons.nth(at).click()
  }
  await expect.element(results.nth(2)).toMatchTextContent('(your vote)')
  expect(screen.asked('polls.castPollVote')).toHaveLength(1)
  release()
  await expect.element(news('Vote recorded!')).toBeVisible()
  expect(news('Vote recorded!').elements()).toHaveLength(1)
  expect(screen.asked('polls.castPollVote')).toMatchObject([{ option_id: idOf(0) }, { option_id: idOf(2) }])
  await expect.element(results.nth(2)).toMatchTextContent('(your vote)')
})

test('a vote that could not be recorded is rolled back to the buttons, is reported, and can be repeated', async () => {
  const screen = await openPoll()
  const release = screen.holdNext('polls.castPollVote')
  screen.failNext('polls.castPollVote', 'unreached')
  await buttons.nth(1).click()
  await expect.element(region).toMatchTextContent('100%')
  release()
  await expect.element(news('Failed to record vote')).toBeVisible()
  await expect.poll(() => buttons.elements().length).toBe(3)
  await expect.element(buttons.nth(1)).toHaveFocus()
  await expect.element(region).toMatchTextContent('0 votes')
  await buttons.nth(1).click()
  await expect.element(news('Vote recorded!')).toBeVisible()
  // the session ends: the stored vote stays, and he reads where to sign in
  screen.failNext('polls.castPollVote', { fault: signedOut(SAY.signInToPoll) })
  await change.click()
  await buttons.nth(0).click()
  await expect
    .element(news('Sign in to vote in this poll').getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/post/${post.id}`)}`)
  await expect.element(results.nth(1)).toMatchTextContent('(your vote)')
})

test('by keyboard alone a member votes and changes his vote, and the focus is never lost', async () => {
  await openPoll()
  await use(buttons.nth(1), { key: ' ' })
  await expect.element(change).toHaveFocus()
  await press('Enter')
  await expect.element(buttons.nth(1)).toHaveFocus()
  await press('Tab')
  await press('Enter')
  await expect.element(change).toHaveFocus()
  await expect.element(results.nth(2)).toMatchTextContent('100% 1')
})

test('a visitor reads the options, and finds the sign-in page', async () => {
  counted(1, 0, 0)
  await openPoll({ as: null, size: PHONE })
  await expect.poll(() => results.elements().map(({ textContent }) => textContent)).toEqual(ANSWERS)
  await expect.element(region).toMatchTextContent('1 vote')
  expect(region.element().textContent).not.toContain('%')
  expect(region.getByRole('button').elements()).toHaveLength(0)
  await expect
    .element(region.getByRole('link', { name: 'Sign in to vote in this poll' }))
    .toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/post/${post.id}`)}`)
})
