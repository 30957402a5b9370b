/** The rows of each table as lines for COPY, in chunks: only the plan is held in memory. */
import { centreOf } from '#server/kernel/geo/geo.ts'
import { cellOfNumber } from './member-cells.ts'
import { choiceOf, FIRST_DAY, isPublic, LOGINS, type Plan, TYPES, timeOfPost, upvotesOf, votersOf } from './plan.ts'
import { makeIds, makeRandom, mixed } from './random.ts'
import {
  excerptOfWords,
  FIRST_NAMES,
  LAST_NAMES,
  makeComment,
  makePost,
  makeTitle,
  WORDS,
  type Written,
} from './words.ts'

/** A random stream and a series of ids for each of these. */
const PART = {
  user: 11,
  group: 12,
  post: 13,
  comment: 14,
  option: 15,
  pollVote: 16,
  account: 17,
  pod: 18,
  message: 19,
  event: 20,
  talk: 21,
  round: 26,
  checkIn: 27,
}
const DAY = 24 * 3600_000
const CHUNK = 1 << 18

export interface Table {
  name: string
  columns: string
  lines: Iterable<string>
}

type Field = string | number | null
export const line = (...fields: Field[]) => `${fields.map((field) => field ?? '\\N').join('\t')}\n`
export const at = (time: number) => new Date(time).toISOString()
export const ids = ({ key }: Plan, part: keyof typeof PART) => makeIds(key.seed, key.run, PART[part])
const streamOf = ({ key }: Plan, part: keyof typeof PART) => makeRandom(key.seed, key.run, PART[part], 1)

/** Joins lines to chunks that are large enough to send. */
export function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const one of lines) {
    chunk += one
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

export const MAIL = 'seed.invalid'
export const mailOf = (run: number, member: number) => `m${member + 1}.r${run}@${MAIL}`
/** The numbers stay distinct even for the check that treats 0 as o and 1 as l. */
export function usernameOf({ key }: Pick<Plan, 'key'>, member: number): string {
  return `${firstNameOf(key, member)}.r${key.run}m${member + 1}`
}
const firstNameOf = (key: Plan['key'], member: number) =>
  FIRST_NAMES[mixed([key.seed, key.run, PART.user, member]) % FIRST_NAMES.length]!
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const joinedAt = ({ amounts }: Plan, member: number) =>
  FIRST_DAY - 366 * DAY + Math.floor((365 * DAY * member) / amounts.members)

export interface StoredIds {
  /** ids, in the order of the plan */
  categories: string[]
  /** the hash of the password with which the first members sign in */
  hash: string
  /** word → stem */
  stems: Map<string, string>
  /** in how many public posts each word occurs; filled while the rows of the search are read */
  known: Map<string, number>
}

/** In an order in which every row comes after the rows that it refers to. */
export function* tablesOf(plan: Plan, { categories, hash, ...words }: StoredIds): Generator<Table> {
  yield { name: '"user"', columns: USER, lines: users(plan) }
  yield { name: 'account', columns: ACCOUNT, lines: accounts(plan, hash) }
  yield { name: 'profiles', columns: PROFILE, lines: profiles(plan) }
  yield { name: 'profiles_private', columns: PRIVATE, lines: privates(plan) }
  yield { name: 'groups', columns: GROUP, lines: groups(plan) }
  yield { name: 'group_members', columns: 'group_id, user_id, role, joined_at', lines: memberships(plan) }
  yield { name: 'posts', columns: POST, lines: posts(plan, categories) }
  yield { name: 'post_search', columns: 'post_id, created_at, group_id, words', lines: searched(plan, words) }
  yield { name: 'poll_options', columns: OPTION, lines: options(plan) }
  yield { name: 'comments', columns: COMMENT, lines: comments(plan) }
  yield { name: 'post_votes', columns: 'post_id, user_id, is_upvote', lines: postVotes(plan) }
  yield { name: 'comment_votes', columns: 'comment_id, user_id, is_upvote', lines: commentVotes(plan) }
  yield { name: 'poll_votes', columns: 'id, post_id, user_id, option_id', lines: pollVotes(plan) }
  yield { name: 'facts', columns: 'kind, actor_id, data, created_at', lines: facts(plan) }
}

const USER = 'id, name, email, "emailVerified", "createdAt", "updatedAt", username, "displayUsername"'
function* users(plan: Plan): Generator<string> {
  const id = ids(plan, 'user')
  for (let member = 0; member < plan.amounts.members; member++) {
    const [name, then] = [usernameOf(plan, member), at(joinedAt(plan, member))]
    yield line(id(member), fullNameOf(plan, member), mailOf(plan.key.run, member), 't', then, then, name, name)
  }
}

const fullNameOf = ({ key }: Plan, member: number) => {
  const last = LAST_NAMES[Math.floor(LAST_NAMES.length * (mixed([key.seed, key.run, member]) / 2 ** 32) ** 2)]!
  return `${capital(firstNameOf(key, member))} ${capital(last)}`
}

const ACCOUNT = 'id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt"'
function* accounts(plan: Plan, hash: string): Generator<string> {
  const [id, user] = [ids(plan, 'account'), ids(plan, 'user')]
  for (let member = 0; member < Math.min(LOGINS, plan.amounts.members); member++) {
    const then = at(joinedAt(plan, member))
    yield line(id(member), user(member), 'credential', user(member), hash, then, then)
  }
}

const PROFILE = 'id, username, display_name, location, post_count, comment_count, created_at, updated_at'
function* profiles(plan: Plan): Generator<string> {
  const [id, { written }] = [ids(plan, 'user'), plan]
  for (let member = 0; member < plan.amounts.members; member++) {
    const then = at(joinedAt(plan, member))
    const [username, name] = [usernameOf(plan, member), fullNameOf(plan, member)]
    const location = member % 3 === 0 ? placeOf(member) : null
    yield line(id(member), username, name, location, written.posts[member]!, written.comments[member]!, then, then)
  }
}

const placeOf = (number: number) => capital(WORDS[2000 + (number % 500)]!)

const PRIVATE = 'id, onboarding_completed, onboarding_step, signed_in_at, local_mode_enabled, cell, latitude, longitude'
function* privates(plan: Plan): Generator<string> {
  const id = ids(plan, 'user')
  for (let member = 0; member < plan.amounts.members; member++) {
    const cell = cellOfNumber(plan.key, member)
    const { latitude, longitude } = centreOf(cell)
    yield line(id(member), 't', 5, at(joinedAt(plan, member)), 't', cell, latitude, longitude)
  }
}

const GROUP = 'id, name, description, location, is_public, member_count, creator_id, created_at'
function* groups(plan: Plan): Generator<string> {
  const [id, user, random, { isPublic, size, creator }] = [
    ids(plan, 'group'),
    ids(plan, 'user'),
    streamOf(plan, 'group'),
    plan.groups,
  ]
  for (let group = 0; group < plan.amounts.groups; group++) {
    const number = plan.key.run === 1 ? `${group + 1}` : `${plan.key.run}-${group + 1}`
    const name = `${placeOf(group)} Dads ${number}`
    const then = at(joinedAt(plan, creator[group]!))
    const open = isPublic[group] ? 't' : 'f'
    yield line(
      id(group),
      name,
      `${makeTitle(random)}.`,
      placeOf(group),
      open,
      size[group]!,
      user(creator[group]!),
      then,
    )
  }
}

function* memberships(plan: Plan): Generator<string> {
  const [id, user, { from, member }] = [ids(plan, 'group'), ids(plan, 'user'), plan.memberships]
  for (let group = 0; group < plan.amounts.groups; group++) {
    for (let place = from[group]!; place < from[group + 1]!; place++) {
      const role = member[place] === plan.groups.creator[group] ? 'admin' : 'member'
      yield line(id(group), user(member[place]!), role, at(FIRST_DAY - DAY))
    }
  }
}

const EVERYONE = '00000000-0000-0000-0000-000000000000'
/** The visibility of a post, and of everything below it. */
const openTo = (plan: Plan, post: number, group: (group: number) => string) =>
  isPublic(plan, post) ? EVERYONE : group(plan.posts.group[post]!)
const POST =
  'id, title, content, body, excerpt, type, upvotes, downvotes, comment_count, author_id, category_id, group_id, open_to, created_at, updated_at'
function* posts(plan: Plan, categories: string[]): Generator<string> {
  const [id, user, group] = [ids(plan, 'post'), ids(plan, 'user'), ids(plan, 'group')]
  const { posts } = plan
  let post = 0
  for (const { title, content, body, words, isEdited } of texts(plan)) {
    const up = upvotesOf(plan, post, posts.votes[post]!)
    const time = timeOfPost(plan, post)
    yield line(
      ...[id(post), title, content.replaceAll('\n', '\\n'), JSON.stringify(body), excerptOfWords(words)],
      ...[TYPES[posts.type[post]!]!, up, posts.votes[post]! - up, posts.comments[post]!, user(posts.author[post]!)],
      ...[categories[posts.category[post]!]!, posts.group[post]! < 0 ? null : group(posts.group[post]!)],
      ...[openTo(plan, post, group), at(time), at(isEdited ? time + 3600_000 : time)],
    )
    post++
  }
}

/** The same on every call. */
function* texts(plan: Plan): Generator<Written & { title: string; isEdited: boolean }> {
  const random = streamOf(plan, 'post')
  for (let post = 0; post < plan.amounts.posts; post++) {
    const title = makeTitle(random, plan.posts.type[post] === 0 ? '' : '?')
    yield { title, ...makePost(random), isEdited: random() < 0.03 }
  }
}

/** The columns that the triggers on posts would have written; `stems` are the stems of the words as the database gives them. */
function* searched(plan: Plan, { stems, known }: Pick<StoredIds, 'stems' | 'known'>): Generator<string> {
  const [id, group] = [ids(plan, 'post'), ids(plan, 'group')]
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? []
  const stemsOf = (words: string[]) => new Set(words.map((word) => stems.get(word)!))
  let post = 0
  for (const { title, content } of texts(plan)) {
    const [inTitle, inContent] = [wordsOf(title), wordsOf(content)]
    if (isPublic(plan, post))
      for (const word of new Set([...inTitle, ...inContent]))
        if (word.length > 2) known.set(word, (known.get(word) ?? 0) + 1)
    const [time, heading, place] = [timeOfPost(plan, post), stemsOf(inTitle), plan.posts.group[post]!]
    const words = [
      ...new Set([...heading, ...stemsOf(inContent)]),
      ...[...heading].map((word) => `^${word}`),
      ...blocksOf(time),
    ]
    const quoted = words.map((word) => `'${word}'`).join(' ')
    yield line(id(post++), at(time), place < 0 ? null : group(place), quoted)
  }
}

/** The minute, and the eight periods around it. */
function blocksOf(time: number): string[] {
  const minute = Math.floor(time / 60_000)
  return Array.from({ length: 9 }, (_, level) => `@${level}:${Math.floor(minute / 8 ** level)}`)
}

/** Options have at most eight numbers for each post. */
const optionOrdinal = (post: number, option: number) => post * 8 + option

const OPTION = 'id, post_id, option_text, vote_count, created_at'
function* options(plan: Plan): Generator<string> {
  const [id, poll, random] = [ids(plan, 'option'), ids(plan, 'post'), streamOf(plan, 'option')]
  const { options, pollVotes } = plan.posts
  for (let post = 0; post < plan.amounts.posts; post++) {
    const count = options[post]!
    if (count === 0) continue
    const votes = new Uint32Array(count)
    for (let place = 0; place < pollVotes[post]!; place++) votes[choiceOf(count, place)]!++
    for (let option = 0; option < count; option++) {
      const text = `${makeTitle(random)} ${option + 1}`.slice(-100)
      yield line(id(optionOrdinal(post, option)), poll(post), text, votes[option]!, at(timeOfPost(plan, post) + option))
    }
  }
}

const timeOfComment = (plan: Plan, comment: number) =>
  FIRST_DAY + plan.comments.second[comment]! * 1000 + (mixed([plan.key.seed, plan.key.run, comment]) % 1000)

const COMMENT =
  'id, post_id, post_author_id, author_id, content, body, upvotes, downvotes, open_to, created_at, updated_at'
function* comments(plan: Plan): Generator<string> {
  const [id, poll, user, group] = [ids(plan, 'comment'), ids(plan, 'post'), ids(plan, 'user'), ids(plan, 'group')]
  const random = streamOf(plan, 'comment')
  const { post, author, votes } = plan.comments
  for (let comment = 0; comment < plan.amounts.comments; comment++) {
    const { content, body } = makeComment(random)
    const up = upvotesOf(plan, -comment - 1, votes[comment]!)
    const then = at(timeOfComment(plan, comment))
    yield line(
      ...[id(comment), poll(post[comment]!), user(plan.posts.author[post[comment]!]!), user(author[comment]!)],
      ...[content.replaceAll('\n', '\\n'), JSON.stringify(body), up, votes[comment]! - up],
      ...[openTo(plan, post[comment]!, group), then, then],
    )
  }
}

function* postVotes(plan: Plan): Generator<string> {
  const [id, user] = [ids(plan, 'post'), ids(plan, 'user')]
  for (let post = 0; post < plan.amounts.posts; post++) {
    const votes = plan.posts.votes[post]!
    const [up, circle, target] = [upvotesOf(plan, post, votes), votersOf(plan, post, 0, votes), id(post)]
    for (let place = 0; place < votes; place++) yield line(target, user(circle.at(place)), place < up ? 't' : 'f')
  }
}

function* commentVotes(plan: Plan): Generator<string> {
  const [id, user] = [ids(plan, 'comment'), ids(plan, 'user')]
  for (let comment = 0; comment < plan.amounts.comments; comment++) {
    const votes = plan.comments.votes[comment]!
    if (votes === 0) continue
    const circle = votersOf(plan, plan.comments.post[comment]!, comment + 1, votes)
    const [up, target] = [upvotesOf(plan, -comment - 1, votes), id(comment)]
    for (let place = 0; place < votes; place++) yield line(target, user(circle.at(place)), place < up ? 't' : 'f')
  }
}

function* pollVotes(plan: Plan): Generator<string> {
  const [id, poll, option, user] = [ids(plan, 'pollVote'), ids(plan, 'post'), ids(plan, 'option'), ids(plan, 'user')]
  let ordinal = 0
  for (let post = 0; post < plan.amounts.posts; post++) {
    const [votes, count] = [plan.posts.pollVotes[post]!, plan.posts.options[post]!]
    const circle = votersOf(plan, post, -1, votes)
    for (let place = 0; place < votes; place++) {
      const choice = option(optionOrdinal(post, choiceOf(count, place)))
      yield line(id(ordinal++), poll(post), user(circle.at(place)), choice)
    }
  }
}

/**
 * One fact for each member, post and comment, as the operation would have written it. Votes have no facts: their tallies hold
 * the same.
 */
function* facts(plan: Plan): Generator<string> {
  const [user, poll, comment] = [ids(plan, 'user'), ids(plan, 'post'), ids(plan, 'comment')]
  const { amounts, posts, comments } = plan
  for (let member = 0; member < amounts.members; member++)
    yield line('member.joined', user(member), '{}', at(joinedAt(plan, member)))
  for (let post = 0; post < amounts.posts; post++)
    yield line('post.created', user(posts.author[post]!), `{"post_id":"${poll(post)}"}`, at(timeOfPost(plan, post)))
  for (let one = 0; one < amounts.comments; one++) {
    const data = `{"comment_id":"${comment(one)}","post_id":"${poll(comments.post[one]!)}"}`
    yield line('comment.created', user(comments.author[one]!), data, at(timeOfComment(plan, one)))
  }
}
