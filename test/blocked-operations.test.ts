/**
 * If a blocked member acts on something of the member who blocked him, he gets the response for an item that does not exist,
 * and the other member is not notified.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openListener } from './live-listener.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const { url } = await world.serve({ pages: 'stub' })
const [ana, ben, carl] = (await world.members(3)) as [Person, Person, Person]
const ground = await world.post({ by: carl })
const meeting = await world.event({ by: carl })
const things = {
  post: await world.post({ by: ana }),
  comment: await world.comment({ by: ana, on: ground }),
  event: await world.event({ by: ana }),
  event_comment: await world.as(ana).events.createEventComment({ id: meeting.id, content: 'So says Ana.' }),
  profile: ana,
}
await world.as(ben).events.attendEvent({ id: things.event.id, going: true })
await world.as(ana).blocks.blockMember({ user_id: ben.id })

const asBen = world.as(ben)
type Operation = (id: string) => Promise<unknown>
const OPERATIONS: [string, keyof typeof things, Operation][] = [
  ['edits a comment', 'comment', (id) => asBen.comments.editComment({ id, content: 'Mine.' })],
  ['deletes a comment', 'comment', (id) => asBen.comments.deleteComment({ id })],
  ['votes on a comment', 'comment', (comment_id) => asBen.votes.castCommentVote({ comment_id, direction: 'up' })],
  ['deletes a comment on an event', 'event_comment', (id) => asBen.events.deleteEventComment({ id })],
  ['edits a post', 'post', (id) => asBen.posts.editPost({ id, content: 'Mine.' })],
  ['deletes a post', 'post', (id) => asBen.posts.deletePost({ id })],
  ['votes on a post', 'post', (post_id) => asBen.votes.castPostVote({ post_id, direction: 'up' })],
  ['edits an event', 'event', (id) => asBen.events.editEvent({ id, title: 'Mine' })],
  ['cancels an event', 'event', (id) => asBen.events.cancelEvent({ id })],
  ['leaves an event', 'event', (id) => asBen.events.attendEvent({ id, going: false })],
  ...(['post', 'comment', 'event', 'event_comment', 'profile'] as const).map(
    (kind): [string, typeof kind, Operation] => [
      `reports: ${kind}`,
      kind,
      (id) => asBen.reports.reportThing({ kind, id, reason: 'unkind' }),
    ],
  ),
]

describe('the response is as if the item did not exist', () => {
  const answerTo = (operation: Promise<unknown>) =>
    operation.then(
      () => ({ code: 'DONE' }),
      ({ code, status, message }) => ({ code, status, message }),
    )
  test.each(OPERATIONS)('%s', async (_name, kind, operation) => {
    const answer = await answerTo(operation(things[kind].id))
    expect(answer).toEqual(await answerTo(operation(randomUUID())))
    expect(answer.code).not.toBe('DONE')
  })
})

describe('a request to join is hidden from an administrator who has blocked the requester', () => {
  const networkOf = async (...admins: Person[]) => {
    const network = await world.privateNetwork({ members: admins })
    await sql`update group_members set role = 'admin' where group_id = ${network.id}`.execute(world.db)
    return network
  }

  test('in a network: the blocker neither reads nor answers the request, the other administrator does both', async () => {
    const network = await networkOf(ana, carl)
    const asked = await asBen.groups.requestToJoinGroup({ id: network.id, message: 'A canary.' })
    expect(asked.request_pending).toBe(true)
    expect((await world.as(ana).groups.listGroupRequests({ id: network.id })).items).toEqual([])
    const { items } = await world.as(carl).groups.listGroupRequests({ id: network.id })
    expect(items).toMatchObject([{ message: 'A canary.', requester: { id: ben.id } }])
    const answer = { id: items[0]!.id, decision: 'decline' } as const
    await expect(world.as(ana).groups.decideGroupRequest(answer)).rejects.toMatchObject({ status: 404 })
    await world.as(carl).groups.decideGroupRequest(answer)
  })

  test('in a pod: an earlier request waits, and is visible again after the block', async () => {
    const pod = await world.pod({ members: [ana], is_private: true })
    const apart = (is: boolean) => world.as(ana).blocks[is ? 'blockMember' : 'unblockMember']({ user_id: ben.id })
    await apart(false)
    expect((await asBen.pods.requestToJoinPod({ id: pod.id })).is_pending).toBe(true)
    await apart(true)
    expect((await asBen.pods.getPod({ slug: pod.slug })).is_pending).toBe(true)
    expect((await world.as(ana).pods.listPodRequests({})).items).toEqual([])
    const { rows } = await sql<{ id: string }>`select id from pod_join_requests where pod_id = ${pod.id}`.execute(
      world.db,
    )
    const answer = { id: rows[0]!.id, decision: 'rejected' } as const
    await expect(world.as(ana).pods.decidePodRequest(answer)).rejects.toMatchObject({ status: 404 })
    await apart(false)
    expect((await world.as(ana).pods.listPodRequests({})).items).toMatchObject([{ requester: { id: ben.id } }])
    await apart(true)
  })

  test('live: the creator gets no event about a blocked member’s request, but gets one about another member’s', async () => {
    const pod = await world.pod({ members: [ana], is_private: true })
    const network = await networkOf(ana)
    const listener = await openListener(url, (await signInDirectly(world, url, ana)).cookieHeader())
    await listener.listen(`member:${ana.id}`)
    for (const who of [ben, carl]) {
      const browser = await signInDirectly(world, url, who)
      await browser.send('PUT', `/api/v1/pods/${pod.id}/request`)
      await browser.send('POST', `/api/v1/groups/${network.id}/requests`, {})
    }
    // messages come in order: his message would have come before
    const kindsReceived = () =>
      listener.frames.flatMap(({ kind }) => (kind && /request\.sent$/.test(kind) ? [kind] : []))
    await expect.poll(() => kindsReceived().length).toBeGreaterThanOrEqual(2)
    expect(kindsReceived()).toEqual(['pod_request.sent', 'group_request.sent'])
    listener.hangUp()
  })
})
