/** The contract of the whole product: one object with a key per room. */
import { account } from './account.ts'
import { admin } from './admin.ts'
import { assistant } from './assistant.ts'
import { badges } from './badges.ts'
import { blocks } from './blocks.ts'
import { care } from './care.ts'
import { categories } from './categories.ts'
import { chat } from './chat.ts'
import { comments } from './comments.ts'
import { connections } from './connections.ts'
import { day } from './day.ts'
import { events } from './events.ts'
import { feed } from './feed.ts'
import { groups } from './groups.ts'
import { karma } from './karma.ts'
import { media } from './media.ts'
import { members } from './members.ts'
import { nearby } from './nearby.ts'
import { onboarding } from './onboarding.ts'
import { places } from './places.ts'
import { plans } from './plans.ts'
import { pods } from './pods.ts'
import { polls } from './polls.ts'
import { posts } from './posts.ts'
import { reports } from './reports.ts'
import { askCalls } from './round-ask-calls.ts'
import { hostCalls } from './round-host-calls.ts'
import { placeCalls } from './round-place-calls.ts'
import { rhythmCalls } from './round-rhythm-calls.ts'
import { rounds } from './rounds.ts'
import { search } from './search.ts'
import { seasons } from './seasons.ts'
import { seekers } from './seekers.ts'
import { votes } from './votes.ts'

export const contract = {
  account,
  members,
  onboarding,
  categories,
  posts,
  comments,
  votes,
  polls,
  feed,
  search,
  chat,
  groups,
  pods,
  rounds: { ...rounds, ...askCalls, ...hostCalls, ...placeCalls, ...rhythmCalls },
  seekers,
  seasons,
  media,
  nearby,
  places,
  events,
  connections,
  blocks,
  karma,
  badges,
  day,
  assistant,
  plans,
  care,
  reports,
  admin,
}
export type Contract = typeof contract
