/** Live topics, for server and browser: their names, and the membership events. */

/** The topic of the members of a pod, of a network or of an event, or of one member. */
export type TopicOf = 'pod' | 'group' | 'event' | 'member'

/** The same name as in the database (`tell`): the id in lower case. */
export const topicOf = (kind: TopicOf, id: string): string => `${kind}:${id.toLowerCase()}`

export const MEMBERSHIP_EVENTS = ['group.joined', 'group.left', 'group.run_by'] as const
export type MembershipEventKind = (typeof MEMBERSHIP_EVENTS)[number]

/**
 * A request header: the tab has just heard of an event, so it must not be shown a state from before it. The value means nothing.
 */
export const LATEST_HEADER = 'x-latest'

/** Where a tab reads its topics by HTTP, one request at a time, while its WebSocket connection fails. */
export const LIVE_TURN_PATH = '/api/live'
