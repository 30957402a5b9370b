/**
 * Creates the members and items of a test, by the operations of the product; by SQL only where no room exists yet. Imports no
 * test runner.
 */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Comment } from '#contract/comments.ts'
import type { NewEvent } from '#contract/event-fields.ts'
import type { Event } from '#contract/events.ts'
import type { Post } from '#contract/posts.ts'
import type { Auth } from '#server/account/auth.ts'
import type { Database } from '#server/kernel/postgres/database.ts'
import { excerptOf, parseBody } from '#server/kernel/text/markdown.ts'
import type { Api } from './world.ts'

export interface Person {
  id: string
  username: string
  display_name: string
  email: string
  /** only for a person who was created with a password */
  password?: string
}
export interface Subject {
  id: string
  name: string
  slug: string
}
export interface Network extends Subject {
  is_public: boolean
}
export interface Made {
  id: string
}

/** In degrees. */
export interface Position {
  latitude: number
  longitude: number
}

interface Words {
  by: Person
  title?: string
  content?: string
  type?: 'text' | 'question' | 'poll'
  poll_options?: string[]
  category?: Pick<Subject, 'id'>
}

export interface Makers {
  /** A verified account that has never signed in. `ana` becomes `ana.1` and so on, so that names never clash. */
  member(input?: {
    name?: string
    username?: string
    email?: string
    password?: string
    verified?: boolean
    /** whether he has completed the first steps; default: yes */
    onboarded?: boolean
  }): Promise<Person>
  members(count: number): Promise<Person[]>
  /** A new category, without posts. */
  category(name?: string): Promise<Subject>
  /** One of the twelve categories of the base seed. */
  seeded(name: string): Promise<Subject>
  post(input: Words & { id?: string }): Promise<Post>
  /** A poll, by default of three options. */
  poll(input: Words & { id?: string }): Promise<Post>
  comment(input: { by: Person; on: Made; content?: string; id?: string }): Promise<Comment>
  privateNetwork(input: { members: Person[]; name?: string }): Promise<Network>
  publicNetwork(input: { members: Person[]; name?: string }): Promise<Network>
  /** A post in a network, counted where everyone may see it. */
  postIn(network: Network, input: Words): Promise<Made>
  leave(network: Network, person: Person): Promise<void>
  /** An active network with these members; the first of them created it. */
  pod(input: { members: Person[]; name?: string; capacity?: number; is_private?: boolean }): Promise<Subject>
  /** Switches his local mode on, in the cell of this position, if one is given. */
  local(person: Person, position?: Position): Promise<void>
  /** Gives him a session, which `as` then uses: for tests that check whether the session still exists. */
  signedIn(person: Pick<Person, 'id'>): Promise<void>
  /** An event by this member, whose local mode is switched on; in a week, unless the test says otherwise. */
  event(input: { by: Person } & Partial<z.input<typeof NewEvent>>): Promise<Event>
}

interface Parts {
  db: Database['db']
  auth: Auth
  as(caller: Person): Api
}

export function makeMakers({ db, auth, as }: Parts): Makers {
  let count = 0

  const member: Makers['member'] = async ({ name = 'dad', verified = true, onboarded = true, ...given } = {}) => {
    const { internalAdapter, password: hasher } = await auth.$context
    const username = given.username ?? `${name}.${++count}`
    const email = given.email ?? `${username.toLowerCase()}@example.org`
    const display_name = name.charAt(0).toUpperCase() + name.slice(1)
    const account = {
      email,
      name: display_name,
      username: username.toLowerCase(),
      displayUsername: username,
      emailVerified: verified,
    }
    const { id } = await internalAdapter.createUser(account, { method: 'email-password' })
    if (onboarded)
      await db
        .updateTable('profiles_private')
        .set({ onboarding_completed: true, onboarding_step: 5 })
        .where('id', '=', id)
        .execute()
    const person: Person = { id, username, display_name, email }
    const { password } = given
    if (!password) return person
    await internalAdapter.linkAccount({
      userId: id,
      providerId: 'credential',
      accountId: id,
      password: await hasher.hash(password),
    })
    return { ...person, password }
  }

  const seeded: Makers['seeded'] = (name) =>
    db.selectFrom('categories').select(['id', 'name', 'slug']).where('name', '=', name).executeTakeFirstOrThrow()

  const words = async ({ by: _by, category, ...given }: Words) => ({
    title: 'Sleep at last',
    content: 'Six hours in a row.',
    type: 'text' as const,
    ...given,
    category_id: (category ?? (await seeded('New Dads'))).id,
  })

  const network = async (is_public: boolean, members: Person[], name = `Network ${++count}`): Promise<Network> => {
    const made = await db
      .insertInto('groups')
      .values({ name, is_public })
      .returning(['id', 'name', 'slug', 'is_public'])
      .executeTakeFirstOrThrow()
    const rows = members.map(({ id }) => ({ group_id: made.id, user_id: id }))
    if (rows.length) await db.insertInto('group_members').values(rows).execute()
    return made
  }

  const signedIn: Makers['signedIn'] = async ({ id }) => {
    const session = { id, userId: id, token: randomUUID(), expiresAt: new Date(Date.now() + 86_400_000) }
    await db
      .insertInto('session')
      .values({ ...session, updatedAt: new Date() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  const local: Makers['local'] = async (person, position) => {
    await signedIn(person)
    await as(person).nearby.setLocalMode({ enabled: true })
    if (position) await as(person).nearby.updateLocation(position)
  }

  return {
    member,
    signedIn,
    local,
    async event({ by, ...words }) {
      await local(by)
      return as(by).events.createEvent({
        ...{ title: 'Swim with the little ones', location: 'Brockwell Lido' },
        ...{ event_date: daysAhead(7), event_time: '10:00', time_zone: 'Europe/London' },
        ...words,
      })
    },
    members: (count) => Promise.all(Array.from({ length: count }, () => member())),
    category: (name = `Subject ${++count}`) =>
      db
        .insertInto('categories')
        .values({ name, color: 'new' })
        .returning(['id', 'name', 'slug'])
        .executeTakeFirstOrThrow(),
    seeded,
    post: async (input) => passed(await as(input.by).posts.createPost(await words(input))),
    poll: async (input) =>
      as(input.by).posts.createPost({
        poll_options: ['Cot', 'Our bed', 'The car'],
        ...(await words(input)),
        type: 'poll',
      }),
    comment: async ({ by, on, content = 'Same here.', id }) =>
      passed(await as(by).comments.createComment({ post_id: on.id, content, id })),
    privateNetwork: ({ members, name }) => network(false, members, name),
    publicNetwork: ({ members, name }) => network(true, members, name),
    async postIn(network, input) {
      const { title, content, type, category_id } = await words(input)
      const body = parseBody(content)
      const id = randomUUID()
      const text = { title, content, type, body: JSON.stringify(body), excerpt: excerptOf(body) }
      const made = await db
        .insertInto('posts')
        .values({ id, ...text, category_id, group_id: network.id, author_id: input.by.id })
        .returning(['id', 'created_at'])
        .executeTakeFirstOrThrow()
      if (network.is_public) {
        const one = { post_count: sql<number>`post_count + 1` }
        await db.updateTable('categories').set(one).where('id', '=', category_id).execute()
        await db.updateTable('profiles').set(one).where('id', '=', input.by.id).execute()
      }
      await passed(made)
      return { id }
    },
    async pod({ members, name = `Pod ${++count}`, capacity = 6, is_private = false }) {
      const made = await db
        .insertInto('pods')
        .values({ name, capacity, is_private, creator_id: members[0]?.id ?? null })
        .returning(['id', 'name', 'slug'])
        .executeTakeFirstOrThrow()
      const rows = members.map(({ id }) => ({ pod_id: made.id, user_id: id }))
      if (rows.length) await db.insertInto('pod_members').values(rows).execute()
      return made
    },
    async leave({ id }, person) {
      await db.deleteFrom('group_members').where('group_id', '=', id).where('user_id', '=', person.id).execute()
    },
  }
}

/**
 * Waits until the current millisecond is over. Rows with the same time are ordered by their random ids. Makers are fast enough
 * for two rows in a millisecond; members are not.
 */
export async function passed<One extends { created_at: Date }>(made: One): Promise<One> {
  while (Date.now() <= made.created_at.getTime()) await setImmediate()
  return made
}

/** The date this many days from now, in UTC. */
export const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
