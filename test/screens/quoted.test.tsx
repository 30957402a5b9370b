/** A link to quoted words in a thread: the words are highlighted and in view, or reported as missing. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aComment, anId, aPost, aThread, aViewer } from './makers.ts'
import { DESK, open } from './screen.tsx'

/** The whitespace of the ranges is that of the page's source. */
const marked = () => [...(CSS.highlights.get('quoted') ?? [])].map((range) => range.toString().replace(/\s+/g, ' '))
const place = (quote: string, comment?: string) => {
  const search = new URLSearchParams({ quote, ...(comment && { comment }) })
  return `?${search}${comment ? `#comment-${comment}` : ''}`
}
const shelf = aPost({ content: 'We built the loft bed twice. Pre-drill everything.' })

test('the words are highlighted in their comment, across bold text and links, whatever their spaces and capitals are', async () => {
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

test('words of the post itself are highlighted in it', async () => {
  await open(`/post/${shelf.id}${place('Pre-drill everything.')}`, {
    answers: { comments: { getThread: aThread(shelf) } },
  })
  await expect.poll(marked).toEqual(['Pre-drill everything.'])
})

test('a comment far down is loaded with one request, is in view, and the comments above it are a press away', async () => {
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

test('a deleted comment is reported as deleted, and nothing is requested to find it', async () => {
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

test('words that were edited away are reported as missing', async () => {
  const said = aComment({ content: 'I have thought better of it.' })
  await open(`/post/${shelf.id}${place('It faded.', said.id)}`, {
    answers: { comments: { getThread: aThread(shelf, [said]) } },
  })
  await expect.element(page.getByText('The words that you were led to do not stand here any more.')).toBeVisible()
  expect(marked()).toEqual([])
})

test('an open thread is not requested again when a link leads to a comment that it already shows', async () => {
  const said = aComment({ post_id: shelf.id, content: 'It faded in ten days.' })
  const screen = await open(`/post/${shelf.id}`, { answers: { comments: { getThread: aThread(shelf, [said]) } } })
  await expect.element(page.getByText(said.content)).toBeVisible()
  await screen.go(`/post/${shelf.id}${place('It faded', said.id)}`)
  await expect.poll(marked).toEqual(['It faded'])
  expect(screen.asked('comments.getThread')).toHaveLength(1)
})
