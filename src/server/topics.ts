/** Which room authorizes which live topics, one line each. A network's topic combines the chat with the membership events. */
import type { TopicOf } from '#contract/live-words.ts'
import { chatTopics } from './chat/chat.ts'
import { eventTopics } from './events/events.ts'
import { hideMembershipEvents, showMembershipEvents } from './groups/groups.ts'
import type { TopicKind } from './kernel/live/live.ts'
import { memberTopics } from './members/members.ts'

export const topicKinds: Record<TopicOf, TopicKind> = {
  ...chatTopics,
  ...memberTopics,
  ...eventTopics,
  // a member who may hear the chat may also hear who joins and leaves
  group: {
    mayHear: chatTopics.group.mayHear,
    show: async (db, id, events) =>
      new Map([...(await chatTopics.group.show(db, id, events)), ...(await showMembershipEvents(db, id, events))]),
    hides: (db, _id, events, members) => hideMembershipEvents(db, events, members),
  },
}

export { pulses } from './badges/badges.ts'
