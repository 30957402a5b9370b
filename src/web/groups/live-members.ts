/** Live updates of a network's members: their number and the list. */

import { useQueryClient } from '@tanstack/react-query'
import type { Group, MembershipEvent } from '#contract/groups.ts'
import { MEMBERSHIP_EVENTS, topicOf } from '#contract/live-words.ts'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { useViewer } from '../kernel/viewer.ts'
import { groupMembersQuery, groupQuery, putMembershipEvent } from './groups.ts'

const FOLLOWED: readonly string[] = MEMBERSHIP_EVENTS

/** Only for members of the network: the server sends these events only to them. */
export function useMembershipEvents(group: Group) {
  const client = useQueryClient()
  const viewer = useViewer()
  const refetchGroup = () => void client.invalidateQueries({ queryKey: groupQuery(group.slug).queryKey })
  useLiveTopic(group.is_member ? topicOf('group', group.id) : null, group.seq, (events) => {
    if (events === null) {
      // after a reset the server's sequence numbers may restart, so any answer that comes now counts as newer
      client.setQueryData<Group>(groupQuery(group.slug).queryKey, (known) => known && { ...known, seq: null })
      refetchGroup()
      void client.invalidateQueries({ queryKey: groupMembersQuery(group.slug).queryKey })
    }
    for (const { seq, kind, subject, data } of events ?? []) {
      if (!FOLLOWED.includes(kind) || !subject || !data) continue
      putMembershipEvent(client, group.slug, subject, data as MembershipEvent, seq)
      // a change of the viewer's own role may permit more actions
      if (subject === viewer?.id) refetchGroup()
    }
  })
}
