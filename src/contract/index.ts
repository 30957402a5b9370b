/** The whole product as one object of rooms. */
import { account } from './account.ts'
import { categories } from './categories.ts'
import { comments } from './comments.ts'
import { feed } from './feed.ts'
import { members } from './members.ts'
import { polls } from './polls.ts'
import { posts } from './posts.ts'
import { search } from './search.ts'
import { votes } from './votes.ts'

export const contract = { account, members, categories, posts, comments, votes, polls, feed, search }
export type Contract = typeof contract
