/** What is invalidated after an action on a connection. */
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Connection, StandingConnection } from '#contract/connections.ts'
import { connectionQuery, connectionsChanged, connectionsQuery, countsQuery } from './connections.ts'

const [BEN, CARL] = ['01900000-0000-7000-8000-00000000000b', '01900000-0000-7000-8000-00000000000c'] as const
const still = { can_request: false, can_accept: false, can_decline: false, can_cancel: false, can_remove: false }
const standing = (user_id: string): StandingConnection => ({
  ...{ user_id, status: 'none', again_at: null, ...still, can_request: true, seq: 3 },
})
const requested: Connection = { user_id: BEN, status: 'requested', again_at: null, ...still, can_cancel: true }

function filledCache(): QueryClient {
  const client = new QueryClient()
  for (const id of [BEN, CARL]) client.setQueryData(connectionQuery(id).queryKey, standing(id))
  client.setQueryData(countsQuery().queryKey, { kin: 0, incoming: 0, sent: 0 })
  client.setQueryData(connectionsQuery('sent').queryKey, {
    pages: [{ items: [], next: null }],
    pageParams: [undefined],
  })
  return client
}
const isInvalidated = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryState(queryKey)?.isInvalidated

test('counts and lists are invalidated, but not the connection that was just answered', async () => {
  const client = filledCache()
  await connectionsChanged(client, requested)
  expect(client.getQueryData(connectionQuery(BEN).queryKey)).toEqual({ ...requested, seq: 3 })
  const keys = [countsQuery(), connectionsQuery('sent'), connectionQuery(CARL), connectionQuery(BEN)].map(
    (of) => of.queryKey,
  )
  expect(keys.map((key) => isInvalidated(client, key))).toEqual([true, true, true, false])
})

test('everything is invalidated without an answer, or while an earlier request is pending', async () => {
  const client = filledCache()
  await connectionsChanged(client)
  expect(isInvalidated(client, connectionQuery(BEN).queryKey)).toBe(true)
  const answer = Promise.withResolvers<StandingConnection>()
  const busy = filledCache()
  void busy.fetchQuery({ queryKey: connectionQuery(BEN).queryKey, queryFn: () => answer.promise })
  await connectionsChanged(busy, requested)
  expect(isInvalidated(busy, connectionQuery(BEN).queryKey)).toBe(true)
})
