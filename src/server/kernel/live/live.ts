/** Live updates: topics, their events and live count updates, a tab's WebSocket, and the bus between processes. */

export { listenNotify } from './bus.ts'
export { nats } from './bus-nats.ts'
export { type Live, makeLive, noLive } from './hub.ts'
export type { Pulses } from './pulses.ts'
export { openLiveEndpoint } from './socket.ts'
export type { TopicEvent, TopicKind } from './topic.ts'
export { expiredTopicEvents, lastSeqOf } from './topic-reads.ts'
export { LiveTurn, makeTurns } from './turns.ts'
