/** Short news in the corner: what it says, where it lies, and how it is put away. */
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Viewer } from '#contract/account.ts'
import { SAY } from '#contract/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { aCard, aPage, aViewer } from './makers.ts'
import { signedOut } from './post-makers.ts'
import { DESK, news, open, PHONE } from './screen.tsx'

const posts = Array.from({ length: 10 }, (_, n) => aCard({ title: `Question ${n}` }))
// the news that stays longest
const door = news('Please sign in to vote')
const upvote = page.getByRole('button', { name: 'Upvote' }).first()

const openFeed = (size: { width: number; height: number }, viewer?: Viewer) =>
  open('/categories', {
    viewer,
    size,
    answers: { feed: { listFeed: aPage(...posts) } },
  })

/** His session has ended, and he presses. */
async function voteSignedOut(screen: Awaited<ReturnType<typeof open>>) {
  screen.failNext('votes.castPostVote', { fault: signedOut(SAY.signInToVote) })
  await upvote.click()
  await expect.element(door).toBeVisible()
}

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** As soon as both stand still. */
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
  ['at a desk', DESK],
  ['on a tablet', { width: 768, height: 640 }],
] as const)
  test(`news lies over nothing that is pressed next: ${where}`, async () => {
    const screen = await openFeed(size, aViewer())
    await voteSignedOut(screen)
    const start = page.getByRole('button', { name: /^(Create|New) Post$/ })
    await expectApart(door, start)
    await start.click()
    const composer = page.getByRole('dialog', { name: 'New Post' })
    await expect.element(composer).toBeVisible()
    await expect.element(door).toBeVisible()
    for (const name of ['Post', 'Cancel', 'Close']) await expectApart(door, composer.getByRole('button', { name }))
  })

test('news is swiped away by a little more than fifty pixels, and comes back from a little less', async () => {
  const screen = await openFeed(DESK, aViewer())
  await voteSignedOut(screen)
  const words = door.getByText(/^Please sign in to vote/)
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
  await expect.element(door).not.toBeInTheDocument()
  // the next of its kind stands where it should, and follows nobody who only passes over it
  await voteSignedOut(screen)
  await expect.poll(() => boxOf(words).x).toBe(left)
  await words.hover()
  await page.css('body').hover({ position: { x: 5, y: 5 } })
  await expect.poll(() => boxOf(words).x).toBe(left)
})

/** Where it stands once it moves no more, in px from the left. */
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

test('a visitor who would vote is sent to the door, and from there to what he would vote on', async () => {
  await openFeed(PHONE)
  const post = page.getByRole('region', { name: 'Posts' }).getByRole('article').nth(6)
  await post.getByRole('button', { name: 'Upvote' }).click()
  await expect
    .element(door.getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/post/${posts[6]!.id}`)}`)
})

const fading = () => [...document.querySelectorAll('[data-sonner-toast][data-removed="true"]')]
/** Resolves in the very moment in which it begins to fade: a fifth of a second later it is gone. */
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

test('a failure that comes while the last one fades is still said', async () => {
  await openFeed(DESK, aViewer())
  toast.bad('It failed')
  await expectToStay('It failed')
  // it has worked, and what failed is put away
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
