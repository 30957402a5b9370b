/**
 * Decides who is in which group, who wrote what and when, and how many comments and votes each item has. This is done in arrays
 * of numbers before the first row is written, so that every counter is known when its row is written.
 */
import { confine, makeRandom, mixed, type Random, spread, strideOf } from './random.ts'

export interface Amounts {
  members: number
  posts: number
  comments: number
  votes: number
  groups: number
  pods?: number
  /** messages in pods */
  messages?: number
  /** rounds of pods, all closed */
  rounds?: number
  /** messages in networks */
  talk?: number
  events?: number
}

/** Identifies a run: the same key on an empty database writes the same rows. */
export interface Key {
  seed: number
  /** 1 for the first in this database */
  run: number
}

const DAY = 24 * 3600_000
/** Everything is written before this date, so that a run writes the same rows on any day. */
export const LAST_DAY = Date.UTC(2026, 0, 1)
/** Posts begin here and become denser towards the end; their authors joined in the year before. */
export const FIRST_DAY = Date.UTC(2021, 0, 1)
const SPAN = LAST_DAY - DAY - FIRST_DAY

/** Members who can sign in; each is in as many networks as a test of the feed needs. */
export const LOGINS = 50
const NETWORKS_PER_LOGIN = 20

export const TYPES = ['text', 'question', 'poll'] as const
const POLL = 2
/** The number of the random stream of each part. */
const STREAM = { groups: 1, memberships: 2, posts: 3, comments: 4, order: 5, shares: 6, voters: 7 }

export interface Plan {
  key: Key
  amounts: Amounts
  groups: { isPublic: Uint8Array; creator: Uint32Array; size: Uint32Array }
  /** the members of group g are `member[from[g]]` to `member[from[g + 1] - 1]` */
  memberships: { from: Uint32Array; member: Uint32Array }
  posts: {
    /** -1: a general post */
    group: Int32Array
    author: Uint32Array
    category: Uint8Array
    type: Uint8Array
    comments: Uint32Array
    votes: Uint32Array
    /** the number of a poll's options; 0 for other posts */
    options: Uint8Array
    pollVotes: Uint32Array
  }
  comments: { post: Uint32Array; author: Uint32Array; second: Uint32Array; votes: Uint32Array }
  /** public posts and comments below them, per member */
  written: { posts: Uint32Array; comments: Uint32Array }
  /** on public posts */
  categories: Uint32Array
}

/** An error with a message for the terminal. */
export class Refused extends Error {}

export function makePlan(key: Key, amounts: Amounts, categories: number): Plan {
  const { members, groups, posts } = amounts
  const plan: Plan = {
    key,
    amounts,
    groups: {
      isPublic: new Uint8Array(groups),
      creator: new Uint32Array(groups),
      size: new Uint32Array(groups),
    },
    memberships: { from: new Uint32Array(groups + 1), member: new Uint32Array(0) },
    posts: {
      group: new Int32Array(posts).fill(-1),
      author: new Uint32Array(posts),
      category: new Uint8Array(posts),
      type: new Uint8Array(posts),
      comments: spread(amounts.comments, posts),
      votes: new Uint32Array(posts),
      options: new Uint8Array(posts),
      pollVotes: new Uint32Array(posts),
    },
    comments: {
      post: new Uint32Array(0),
      author: new Uint32Array(0),
      second: new Uint32Array(0),
      votes: new Uint32Array(0),
    },
    written: { posts: new Uint32Array(members), comments: new Uint32Array(members) },
    categories: new Uint32Array(categories),
  }
  makeGroups(plan)
  makePosts(plan)
  plan.comments = makeComments(plan)
  shareVotes(plan)
  return plan
}

const streamOf = ({ key }: Plan, part: keyof typeof STREAM) => makeRandom(key.seed, key.run, STREAM[part])

function makeGroups(plan: Plan): void {
  const { members, groups: count } = plan.amounts
  const { groups } = plan
  const random = streamOf(plan, 'groups')
  for (let group = 0; group < count; group++) {
    groups.isPublic[group] = random() < 0.7 ? 1 : 0
    groups.creator[group] = Math.floor(random() * members)
  }
  // each number is group · members + member: sorted, they are the members of the first group, then of the second, and so on
  const pairs = new Set<number>()
  for (let group = 0; group < count; group++) pairs.add(group * members + groups.creator[group]!)
  const chance = streamOf(plan, 'memberships')
  for (let member = 0; member < members && count > 0; member++) {
    const stride = strideOf(count)
    const many = member < LOGINS ? NETWORKS_PER_LOGIN : Math.floor(8 * chance() ** 2)
    let group = Math.floor(count * chance() ** 2)
    for (let joined = 0; joined < Math.min(many, count); joined++) {
      pairs.add(group * members + member)
      group = (group + stride) % count
    }
  }
  const sorted = Float64Array.from(pairs).sort()
  const { from } = plan.memberships
  plan.memberships.member = Uint32Array.from(sorted, (pair) => pair % members)
  for (const pair of sorted) groups.size[Math.floor(pair / members)]!++
  for (let group = 0; group < count; group++) from[group + 1] = from[group]! + groups.size[group]!
}

/** A few members write most posts. */
function randomAuthor(random: Random, members: number): number {
  return (Math.floor(members * random() ** 3) * strideOf(members) + (members >>> 1)) % members
}

function randomAuthorIn({ memberships: { from, member } }: Plan, group: number, random: Random): number {
  const [first, end] = [from[group]!, from[group + 1]!]
  return member[first + Math.floor((end - first) * random() ** 2)]!
}

/** Returns true if everyone may see the post, so that it counts in public numbers. */
export const isPublic = ({ posts, groups }: Plan, post: number): boolean =>
  posts.group[post]! < 0 || groups.isPublic[posts.group[post]!] === 1

function makePosts(plan: Plan): void {
  const { amounts, posts, written, categories } = plan
  const random = streamOf(plan, 'posts')
  for (let post = 0; post < amounts.posts; post++) {
    const isInGroup = random() < 0.2 && amounts.groups > 0
    if (isInGroup) posts.group[post] = Math.floor(amounts.groups * random() ** 2)
    const author = isInGroup ? randomAuthorIn(plan, posts.group[post]!, random) : randomAuthor(random, amounts.members)
    const category = Math.floor(categories.length * random() ** 1.7)
    posts.author[post] = author
    posts.category[post] = category
    const kind = random()
    posts.type[post] = kind < 0.62 ? 0 : kind < 0.92 ? 1 : POLL
    if (posts.type[post] === POLL) posts.options[post] = 2 + Math.floor(random() * 4)
    if (!isPublic(plan, post)) continue
    written.posts[author]!++
    categories[category]!++
  }
}

/** The time of post p in milliseconds since 1970: later posts are denser; each is at least a second after the one before. */
export function timeOfPost({ amounts, key }: Plan, post: number): number {
  const age = (amounts.posts - post - 1) / amounts.posts
  const apart = 1000 * (amounts.posts - post)
  const jitter = mixed([key.seed, key.run, STREAM.posts, post]) % 1000
  return Math.round(LAST_DAY - DAY - apart - age ** 1.6 * (SPAN - 1000 * amounts.posts)) + jitter
}

/** The comments in the order of their time, distributed over the posts by their shares. */
function makeComments(plan: Plan): Plan['comments'] {
  const { amounts, posts, groups, written } = plan
  const random = streamOf(plan, 'order')
  const keys = new Float64Array(amounts.comments)
  let place = 0
  for (let post = 0; post < amounts.posts; post++) {
    const begin = Math.ceil((timeOfPost(plan, post) - FIRST_DAY) / 1000) + 1
    const end = Math.floor((LAST_DAY - FIRST_DAY) / 1000) - 1
    for (let many = posts.comments[post]!; many > 0; many--) {
      const delay = -Math.log(1 - random()) * 2 * 24 * 3600 * (1 + 20 * random() ** 8)
      const second = begin + Math.floor(delay < end - begin ? delay : random() * (end - begin))
      keys[place++] = second * amounts.posts + post // below 2^53 for 30 million posts
    }
  }
  keys.sort()
  const made = {
    post: Uint32Array.from(keys, (number) => number % amounts.posts),
    second: Uint32Array.from(keys, (number) => Math.floor(number / amounts.posts)),
    author: new Uint32Array(amounts.comments),
    votes: new Uint32Array(amounts.comments),
  }
  const who = streamOf(plan, 'comments')
  for (let comment = 0; comment < amounts.comments; comment++) {
    const group = posts.group[made.post[comment]!]!
    const author =
      group < 0 || groups.isPublic[group] ? randomAuthor(who, amounts.members) : randomAuthorIn(plan, group, who)
    made.author[comment] = author
    if (group < 0 || groups.isPublic[group]) written.comments[author]!++
  }
  return made
}

/** 13 of 20 votes are on posts, 6 on comments, and 1 in a poll. */
function shareVotes(plan: Plan): void {
  const { amounts, posts, comments } = plan
  let inPolls = posts.options.some((count) => count > 0) ? Math.floor(amounts.votes / 20) : 0
  const forComments = amounts.comments > 0 ? Math.floor((amounts.votes * 6) / 20) : 0
  const polls = Uint32Array.from(posts.options.keys().filter((post) => posts.options[post]! > 0))
  const roomOf = (post: number) => votersOf(plan, post, 0, 0).size
  inPolls = Math.min(
    inPolls,
    polls.reduce((sum, post) => sum + roomOf(post), 0),
  )
  const forPosts = amounts.votes - inPolls - forComments
  posts.votes = spread(forPosts, amounts.posts)
  comments.votes = spread(forComments, amounts.comments)
  const perPoll = spread(inPolls, polls.length)
  const fits = [
    confine(posts.votes, roomOf),
    confine(comments.votes, (comment) => roomOf(comments.post[comment]!)),
    confine(perPoll, (place) => roomOf(polls[place]!)),
  ]
  if (fits.includes(false))
    throw new Refused(
      `${amounts.votes} votes do not fit: a member has one vote for each post and comment that he can see.`,
    )
  for (const [place, post] of polls.entries()) posts.pollVotes[post] = perPoll[place]!
}

interface Voters {
  size: number
  /** the voter at this position; different for different positions below `size` */
  at(place: number): number
}

/**
 * The members who may vote on this post or below it. `thing` distinguishes the order for the post from the orders for its
 * comments.
 */
export function votersOf(plan: Plan, post: number, thing: number, votes: number): Voters {
  const group = plan.posts.group[post]!
  const isHidden = !isPublic(plan, post)
  const first = isHidden ? plan.memberships.from[group]! : 0
  const size = isHidden ? plan.memberships.from[group + 1]! - first : plan.amounts.members
  const chance = mixed([plan.key.seed, plan.key.run, STREAM.voters, post, thing])
  // in four of five cases the voters are from the most active fifth
  const activeCount = Math.ceil(size / 5)
  const span = votes <= activeCount && chance % 5 > 0 ? activeCount : size
  const stride = strideOf(span)
  const start = (chance >>> 3) % Math.max(1, span)
  return {
    size,
    at: (place) => {
      const found = (start + place * stride) % span
      return isHidden ? plan.memberships.member[first + found]! : found
    },
  }
}

/** How many of these votes are up; the rest are down. Most posts get few down votes, some get many. */
export function upvotesOf({ key }: Plan, ordinal: number, votes: number): number {
  const share = 0.7 + 0.3 * (mixed([key.seed, key.run, STREAM.shares, ordinal]) / 2 ** 32)
  return Math.round(votes * share)
}

/** The option that the voter at this position chose. */
export const choiceOf = (options: number, place: number): number =>
  Math.floor(options * ((place * 0.618034) % 1) ** 1.5)
