/** What is told while somebody looks, for both sides: how topics are called, and what is told of a network's members. */

/** Of the members of a pod, of a network, of an event, and of one member alone. */
export type TopicOf = 'pod' | 'group' | 'event' | 'member'

/** As the database makes it (`tell`): the id in small letters. */
export const topicOf = (kind: TopicOf, id: string): string => `${kind}:${id.toLowerCase()}`

export const MEMBERSHIP_EVENTS = ['group.joined', 'group.left', 'group.run_by'] as const
export type MembershipEventKind = (typeof MEMBERSHIP_EVENTS)[number]
