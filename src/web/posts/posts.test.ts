import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { queries } from '../kernel/api.ts'
import { putPost } from './posts.ts'

test('an edited post is shown with its new text in search results, not with the highlighted old one', () => {
  const client = new QueryClient()
  const [before, after] = [new Date(1), new Date(2)]
  const post = { id: 'a', title: 'Kettle', excerpt: 'On.', updated_at: before } as Post
  const found = { title: [{ text: 'Kettle', marked: true }], passage: null }
  const key = [...queries.search.key(), 'any question']
  client.setQueryData(key, { pages: [{ items: [{ ...post, found }], next: null }], pageParams: [undefined] })
  putPost(client, { ...post, title: 'Pan', updated_at: after })
  expect(client.getQueryData(key)).toMatchObject({ pages: [{ items: [{ title: 'Pan', found: undefined }] }] })
})
