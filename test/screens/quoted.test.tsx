/** A link to words in a thread: they are marked where they stand, in view, or said to be gone. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aComment, anId, aPost, aThread, aViewer } from './makers.ts'
import { DESK, open } from './screen.tsx'

/** Blanks and breaks are those of the page's source. */
const marked = () => [...(CSS.highlights.get('quoted') ?? [])].map((range) => range.toString().replace(/\s+/g, ' '))
const place = (quote: string, comment?: string) => {
  const search = new URLSearchParams({ quote, ...(comment && { comment }) })
  return `?${search}${comment ? `#comment-${comment}` : ''}`
}
const shelf = aPost({ content: 'We built the loft bed twice. Pre-drill everything.' })

test('the words are marked in their comment, through bold words and links, whatever their spaces and capitals', async () => {
  const said = aComment({
    body: [
      { t: 'p', c: ['We moved ', { t: 'b', c: ['bedtime\n  thirty'] }, ' minutes'] },
      { t: 'p', c: ['earlier. It faded.'] },
    ],
  })
  const other = aComment({ content: 'We moved bedtime thirty minutes earlier too.' })
  const screen = await open(`/post/${shelf.id}${place('MOVED bedtime thirty minutes Earlier.', said.id)}`, {
    viewer: aViewer(),
    answers: { comments: { getThread: aThread(shelf, [other, said]) } },
  })
  await expect.poll(marked).toEqual(['moved bedtime thirty minutesearlier.'])
  const [range] = [...CSS.highlights.get('quoted')!] as Range[]
  expect(document.getElementById(`comment-${said.id}`)!.contains(range!.commonAncestorContainer)).toBe(true)
  expect(screen.asked('comments.getThread')).toEqual([{ post_id: shelf.id, around: said.id }])
  await screen.go('/about')
  expect(CSS.highlights.has('quoted')).toBe(false)
})

test('words of the post itself are marked in it', async () => {
  await open(`/post/${shelf.id}${place('Pre-drill everything.')}`, {
    answers: { comments: { getThread: aThread(shelf) } },
  })
  await expect.poll(marked).toEqual(['Pre-drill everything.'])
})

test('a comment far down is opened in one question, in view, and the ones above it are a press away', async () => {
  const all = Array.from({ length: 60 }, (_, n) => aComment({ post_id: shelf.id, content: `Answer ${n}. It helped.` }))
  const said = all[44]!
  const screen = await open(`/post/${shelf.id}${place('Answer 44.', said.id)}`, {
    size: DESK,
    answers: {
      comments: {
        getThread: ({ around }) =>
          around === said.id
            ? { post: shelf, comments: { items: all.slice(41), next: null }, after: 'forty-one' }
            : { post: shelf, comments: { items: all.slice(0, 20), next: 'twenty' } },
        listComments: { items: all.slice(0, 20), next: 'twenty' },
      },
    },
  })
  await expect.poll(marked).toEqual(['Answer 44.'])
  await expect.element(page.css(`#comment-${said.id}`)).toBeInViewport()
  expect(screen.asked('comments.listComments')).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Show the first comments' }))
    .toHaveAttribute('href', '?#comments')
})

test('a comment that is gone is said to be gone, and nothing is fetched in search of it', async () => {
  const gone = anId()
  const screen = await open(`/post/${shelf.id}${place('It faded.', gone)}`, {
    answers: {
      comments: { getThread: { post: shelf, comments: { items: [aComment({ post_id: shelf.id })], next: 'more' } } },
    },
  })
  await expect.element(page.getByText('The comment that you were led to is not here any more.')).toBeVisible()
  expect(marked()).toEqual([])
  expect(screen.asked('comments.listComments')).toEqual([])
})

test('words that were changed since are said to stand there no more', async () => {
  const said = aComment({ content: 'I have thought better of it.' })
  await open(`/post/${shelf.id}${place('It faded.', said.id)}`, {
    answers: { comments: { getThread: aThread(shelf, [said]) } },
  })
  await expect.element(page.getByText('The words that you were led to do not stand here any more.')).toBeVisible()
  expect(marked()).toEqual([])
})

test('a thread that is open already is not asked for again when a link leads to a comment that it shows', async () => {
  const said = aComment({ post_id: shelf.id, content: 'It faded in ten days.' })
  const screen = await open(`/post/${shelf.id}`, { answers: { comments: { getThread: aThread(shelf, [said]) } } })
  await expect.element(page.getByText(said.content)).toBeVisible()
  await screen.go(`/post/${shelf.id}${place('It faded', said.id)}`)
  await expect.poll(marked).toEqual(['It faded'])
  expect(screen.asked('comments.getThread')).toHaveLength(1)
})
