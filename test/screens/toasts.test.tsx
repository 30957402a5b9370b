/** Toasts: their words, their place, and how they are dismissed. */
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Viewer } from '#contract/account.ts'
import { SAY } from '#contract/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { aCard, aPage, aViewer } from './makers.ts'
import { signedOut } from './post-makers.ts'
import { DESK, news, open, PHONE } from './screen.tsx'

const posts = Array.from({ length: 10 }, (_, n) => aCard({ title: `Question ${n}` }))
// the toast that stays longest
const signInToast = news('Please sign in to vote')
const upvote = page.getByRole('button', { name: 'Upvote' }).first()

const openFeed = (size: { width: number; height: number }, viewer?: Viewer) =>
  open('/categories', {
    viewer,
    size,
    answers: { feed: { listFeed: aPage(...posts) } },
  })

/** His session has ended, and he presses a vote. */
async function voteSignedOut(screen: Awaited<ReturnType<typeof open>>) {
  screen.failNext('votes.castPostVote', { fault: signedOut(SAY.signInToVote) })
  await upvote.click()
  await expect.element(signInToast).toBeVisible()
}

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** Waits until neither moves. */
const expectApart = (one: Locator, other: Locator) =>
  expect
    .poll(() => {
      const [a, b] = [boxOf(one), boxOf(other)]
      return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
    })
    .toBe(true)

for (const [where, size] of [
  ['on a phone', PHONE],
  ['on a narrow phone', { width: 320, height: 640 }],
  ['on a desktop', DESK],
  ['on a tablet', { width: 768, height: 640 }],
] as const)
  test(`a toast covers nothing that the member needs next: ${where}`, async () => {
    const screen = await openFeed(size, aViewer())
    await voteSignedOut(screen)
    const start = page.getByRole('button', { name: /^(Create|New) Post$/ })
    await expectApart(signInToast, start)
    await start.click()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    await expect.element(composer).toBeVisible()
    await expect.element(signInToast).toBeVisible()
    for (const name of ['Post', 'Cancel', 'Close'])
      await expectApart(signInToast, composer.getByRole('button', { name }))
  })

test('a swipe of a little more than fifty pixels dismisses a toast, and a shorter one does not', async () => {
  const screen = await openFeed(DESK, aViewer())
  await voteSignedOut(screen)
  const words = signInToast.getByText(/^Please sign in to vote/)
  const left = await atRest(words)
  const swipe = async (dx: number, dy: number) => {
    const { x, y, height } = boxOf(words)
    const [fromX, fromY] = [x + 20, y + height / 2]
    await words.dropTo(page.css('body'), {
      sourcePosition: { x: 20, y: height / 2 },
      targetPosition: { x: fromX + dx - boxOf(page.css('body')).x, y: fromY + dy - boxOf(page.css('body')).y },
    })
  }
  for (const [dx, dy] of [
    [40, 0],
    [-49, 0],
    [0, 40],
    [0, -90],
  ] as const) {
    await swipe(dx, dy)
    await expect.poll(() => boxOf(words).x, { message: `${dx}, ${dy}` }).toBe(left)
  }
  await swipe(60, 0)
  await expect.element(signInToast).not.toBeInTheDocument()
  // the next toast of this kind appears in its place, and does not follow a pointer that only crosses it
  await voteSignedOut(screen)
  await expect.poll(() => boxOf(words).x).toBe(left)
  await words.hover()
  await page.css('body').hover({ position: { x: 5, y: 5 } })
  await expect.poll(() => boxOf(words).x).toBe(left)
})

/** Its distance from the left in px, once it does not move any more. */
async function atRest(locator: Locator): Promise<number> {
  let left = Number.NaN
  await expect
    .poll(() => {
      const before = left
      left = boxOf(locator).x
      return left === before
    })
    .toBe(true)
  return left
}

test('a visitor who votes is sent to the sign-in page, and from there to the post', async () => {
  await openFeed(PHONE)
  const post = page.getByRole('region', { name: 'Posts' }).getByRole('article').nth(6)
  await post.getByRole('button', { name: 'Upvote' }).click()
  await expect
    .element(signInToast.getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/post/${posts[6]!.id}`)}`)
})

const fading = () => [...document.querySelectorAll('[data-sonner-toast][data-removed="true"]')]
/** Resolves when it begins to fade: a fifth of a second later it is removed. */
function fades(text: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!fading().some((one) => one.textContent === text)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['data-removed'] })
    onTestFinished(() => observer.disconnect())
  })
}
async function expectToStay(text: string) {
  await expect.element(news(text)).toBeVisible()
  await expect.poll(fading).toEqual([])
  await expect.element(news(text)).toBeVisible()
}

test('a failure that is reported while the previous toast fades is still shown', async () => {
  await openFeed(DESK, aViewer())
  toast.bad('It failed')
  await expectToStay('It failed')
  // the retry succeeds, and the toast of the failure is dismissed
  const first = fades('It failed')
  toast.good('It worked')
  await first
  toast.bad('Another one failed')
  await expectToStay('Another one failed')
  const second = fades('Another one failed')
  await news('Another one failed').getByRole('button', { name: 'Dismiss' }).click()
  await second
  toast.bad('And a third')
  await expectToStay('And a third')
  toast.bad('A fourth takes its place')
  await expectToStay('A fourth takes its place')
  await expect.element(news('And a third')).not.toBeInTheDocument()
})
