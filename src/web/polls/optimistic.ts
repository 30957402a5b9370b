/** The optimistic update of a poll, and how its numbers are written. */
import type { Poll } from '#contract/polls.ts'
import { grouped } from '../ui/number.ts'

/** Returns the poll with the viewer's vote moved to `wished`. An unknown option changes nothing. */
export function optimisticPoll(poll: Poll, wished: string | undefined): Poll {
  if (wished === undefined || wished === poll.my_option || !poll.options.some(({ id }) => id === wished)) return poll
  const moved = (id: string) => Number(id === wished) - Number(id === poll.my_option)
  return {
    options: poll.options.map((option) => ({ ...option, vote_count: option.vote_count + moved(option.id) })),
    my_option: wished,
  }
}

export const votesIn = (poll: Poll) => poll.options.reduce((sum, { vote_count }) => sum + vote_count, 0)

/** A share in percent, as a whole number. 0 of 0 is 0. */
export const percentOf = (count: number, total: number) => (total === 0 ? 0 : Math.round((count / total) * 100))

/** "1 vote", "1,204 votes" */
export const votesWord = (count: number) => `${grouped(count)} ${count === 1 ? 'vote' : 'votes'}`
