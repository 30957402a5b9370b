/** The feed and a category as a server would return them, page by page. */
import type { Category } from '#contract/categories.ts'
import type { PostCard } from '#contract/posts.ts'
import { aCard, aPage, aPost, aThread, theCategories } from './makers.ts'
import type { Answers } from './standin.ts'

/** This many posts, "Post 1" and so on, of the categories in turn. */
export const cards = (count: number): PostCard[] =>
  Array.from({ length: count }, (_, at) =>
    aCard({ title: `Post ${at + 1}`, category: theCategories[at % theCategories.length]! }),
  )

/** A feed of these posts, twenty per page; each of them has its own page. */
export const answersOfFeed = (posts: PostCard[] = cards(20)): Answers => ({
  feed: {
    listFeed: ({ after }) => {
      const from = Number(after ?? 0)
      return { items: posts.slice(from, from + 20), next: from + 20 < posts.length ? String(from + 20) : null }
    },
  },
  comments: { getThread: ({ post_id }) => aThread(aPost(posts.find(({ id }) => id === post_id))) },
})

/** The page of a category with these posts. */
export const answersOfCategory = (category: Category, posts: PostCard[] = []): Answers => ({
  categories: { getCategory: category },
  feed: { listCategoryPosts: aPage(...posts) },
})
