/** Creates rooms for journeys in the program's own database: a pod or network with these members, and its messages. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { until } from '#test/client.ts'
import { MAKE_DUE, MAKE_OVER } from '#test/round-moves.ts'
import type { Instance } from './server.ts'

/** A program, or the URL of its database. */
type Where = Pick<Instance, 'database'>

export interface MadeRoom {
  id: string
  /** its page */
  path: string
}

/** Opens one connection to the database for the duration of `work`. */
async function inDatabase<Result>(where: Where, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: where.database })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A pod of these members; the first of them created it. */
export const makePod = (where: Where, ...usernames: string[]): Promise<MadeRoom> =>
  inDatabase(where, async (client) => {
    const id = randomUUID()
    await client.query(
      `insert into pods (id, name, capacity, creator_id)
        select $1, $2, 6, id from profiles where username = $3`,
      [id, id, usernames[0]],
    )
    await client.query(
      'insert into pod_members (pod_id, user_id) select $1, id from profiles where username = any($2)',
      [id, usernames],
    )
    return { id, path: `/pod/${id}` }
  })

/** This many messages, "Line 1" and so on, by the members in turn; all of them old. */
export const fillPod = (where: Where, { id }: MadeRoom, count: number, ...usernames: string[]) =>
  inDatabase(where, async (client) => {
    for (let n = 1; n <= count; n++)
      await client.query(
        `select send_message('pod', $1::uuid, (select id from profiles where username = $2), $3::uuid, $4)`,
        [id, usernames[n % usernames.length], randomUUID(), `Line ${n}`],
      )
    await client.query(`update pod_messages set created_at = created_at - interval '3 days' where pod_id = $1`, [id])
  })

/** The day of the pod's next round has come; the program opens it. */
export const openNextRound = (where: Where, pod: MadeRoom) => moveRounds(where, pod, MAKE_DUE, 'a round is open', 1)

/** The time of the open round is over; the program closes it. */
export const endRound = (where: Where, pod: MadeRoom) => moveRounds(where, pod, MAKE_OVER, 'the round is closed', 0)

const moveRounds = (where: Where, { id }: MadeRoom, statements: string[], what: string, open: number) =>
  inDatabase(where, async (client) => {
    // at once: the program must not look at a pod whose rounds have moved, and whose members and season have not
    await client.query('begin')
    for (const statement of statements) await client.query(statement, [id])
    await client.query('commit')
    await until(what, async () => {
      const { rows } = await client.query('select from rounds where pod_id = $1 and closed_at is null', [id])
      return rows.length === open
    })
  })

/** The position up to which he has read. */
export const haveRead = (where: Where, { id }: MadeRoom, username: string, seq: number) =>
  inDatabase(where, (client) =>
    client.query(
      `insert into chat_reads (user_id, topic, seq) select id, 'pod:' || $1, $2 from profiles where username = $3
        on conflict (user_id, topic) do update set seq = excluded.seq`,
      [id, seq, username],
    ),
  )

/** Removes him, faster than any notification. */
export const removeMember = (where: Where, { id }: MadeRoom, username: string) =>
  inDatabase(where, (client) =>
    client.query(
      'delete from pod_members where pod_id = $1 and user_id = (select id from profiles where username = $2)',
      [id, username],
    ),
  )

/** The messages in the database, with their authors, in order. */
export const messagesIn = (where: Where, { id }: MadeRoom): Promise<string[]> =>
  inDatabase(where, async (client) => {
    const { rows } = await client.query('select content from pod_messages where pod_id = $1 order by seq', [id])
    return rows.map(({ content }) => content as string)
  })

/** A network in which he is the only member. */
export const makeGroupOf = (
  where: Where,
  username: string,
  { is_public }: { is_public: boolean },
): Promise<{ id: string; slug: string }> =>
  inDatabase(where, async (client) => {
    const id = randomUUID()
    await client.query(
      `insert into groups (id, name, is_public, status, creator_id)
        select $1, $4, $2, 'approved', id from profiles where username = $3`,
      [id, is_public, username, id],
    )
    await client.query(
      `insert into group_members (group_id, user_id, role) select $1, id, 'admin' from profiles where username = $2
        on conflict do nothing`,
      [id, username],
    )
    return { id, slug: id }
  })

/** Moves it to another day, which may be in the past. */
export const moveEvent = (where: Where, { id }: { id: string }, day: string) =>
  inDatabase(where, (client) => client.query('update local_events set event_date = $2 where id = $1', [id, day]))

/** His karma, reported at each change. */
export const setKarma = (where: Where, username: string, karma: number) =>
  inDatabase(where, (client) =>
    client.query(
      `with changed as (update profiles set community_karma = $2 where username = $1 returning id)
        select tell('member:' || id, 'karma.changed', null) from changed`,
      [username, karma],
    ),
  )

/** The first member asks the second to connect. */
export const requestConnection = (where: Where, from: string, to: string) =>
  inDatabase(where, (client) =>
    client.query(
      `with asked as (insert into connections (requester_id, addressee_id)
          select f.id, t.id from profiles f, profiles t where f.username = $1 and t.username = $2 returning id, addressee_id)
        select tell('member:' || addressee_id, 'connection.requested', id) from asked`,
      [from, to],
    ),
  )
