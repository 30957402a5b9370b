/** A recount of a community finds nothing, and then each count that was made wrong. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeWorld } from '#test/world.ts'
import { recount } from './recounts.ts'

const world = await makeWorld()

test('every count of a community is right, and every wrong one is found', async () => {
  const { db } = world
  const [ana, ben] = [await world.member({ name: 'ana' }), await world.member({ name: 'ben' })]
  const post = await world.post({ by: ana })
  const comment = await world.comment({ by: ben, on: post })
  const poll = await world.poll({ by: ben })
  const { poll: shown } = await world.as(ana).posts.getPost({ id: poll.id })
  await world.as(ana).polls.castPollVote({ post_id: poll.id, option_id: shown!.options[0]!.id })
  await world.as(ben).votes.castPostVote({ post_id: post.id, direction: 'up' })
  await world.as(ana).votes.castCommentVote({ comment_id: comment.id, direction: 'down' })
  await world.as(ana).connections.requestConnection({ user_id: ben.id })
  await world.as(ben).connections.acceptConnection({ user_id: ana.id })
  const network = await world.publicNetwork({ members: [ana, ben] })
  await world.pod({ members: [ana] })
  await world.event({ by: ana })
  await world.local(ben, { latitude: 53.8, longitude: -1.5 })
  const counts = await recount(db)
  expect(counts.filter(({ wrong }) => wrong > 0)).toEqual([])
  // each kind has something to count here
  expect(counts.filter(({ rows }) => rows === 0)).toEqual([])

  const wrongs = {
    'comments of posts': sql`update posts set comment_count = comment_count + 1 where id = ${post.id}`,
    'up votes of posts': sql`update posts set upvotes = upvotes + 1 where id = ${post.id}`,
    'down votes of posts': sql`update posts set downvotes = downvotes + 1 where id = ${post.id}`,
    'up votes of comments': sql`update comments set upvotes = upvotes + 1 where id = ${comment.id}`,
    'down votes of comments': sql`update comments set downvotes = downvotes + 1 where id = ${comment.id}`,
    'votes of polls': sql`update poll_options set vote_count = 0`,
    'posts of categories': sql`update categories set post_count = post_count + 1 where slug = 'new-dads'`,
    'posts of members': sql`update profiles set post_count = post_count + 1 where id = ${ben.id}`,
    'comments of members': sql`update profiles set comment_count = comment_count + 1 where id = ${ana.id}`,
    'kin of members': sql`update profiles set kin_count = 0 where id = ${ana.id}`,
    'members of networks': sql`update groups set member_count = member_count + 1 where id = ${network.id}`,
    'members of pods': sql`update pods set current_members = current_members + 1`,
    'attendees of events': sql`update local_events set attendees_count = attendees_count + 1`,
    'members of places': sql`delete from local_cells`,
  }
  expect(Object.keys(wrongs)).toEqual(counts.map(({ name }) => name))
  for (const wrong of Object.values(wrongs)) await wrong.execute(db)
  expect((await recount(db)).map(({ name, wrong }) => [name, wrong])).toEqual(
    Object.keys(wrongs).map((name) => [name, 1]),
  )
})
