/** Members in data: how one is called, and his public row. */
import type { Author } from '#contract/members.ts'
import { UNKNOWN } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'

/** His display name, or else his username; "Unknown User" where the account is gone. */
export const nameOf = (author: Pick<Author, 'display_name' | 'username'> | null): string =>
  author ? author.display_name?.trim() || author.username : UNKNOWN.display_name

export const memberQuery = (username: string) => queries.members.getMember.queryOptions({ input: { username } })
