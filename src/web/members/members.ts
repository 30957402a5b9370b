/** Members in data: the displayed name, and the public fields. */
import type { Author } from '#contract/members.ts'
import { UNKNOWN } from '#contract/words.ts'
import { queries } from '../kernel/api.ts'

export { traitsOf } from './traits.ts'

/** Returns the display name, or else the username; "Unknown User" if the account is deleted. */
export const nameOf = (author: Pick<Author, 'display_name' | 'username'> | null): string =>
  author ? author.display_name?.trim() || author.username : UNKNOWN.display_name

export const memberQuery = (username: string) => queries.members.getMember.queryOptions({ input: { username } })
