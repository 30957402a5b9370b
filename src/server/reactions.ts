/**
 * The reactions to each fact: one line per kind, with the readers that react to it. Who is notified at once is stated
 * in the fact itself, in its room's `facts.ts`. A new kind without a line does not compile.
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { AccountFact } from './account/account.ts'
import { type AdminFact, administratorsLog } from './admin/admin.ts'
import { type AssistantFact, answerMailReader, doubtReader } from './assistant/assistant.ts'
import type { BlockFact } from './blocks/blocks.ts'
import type { CareFact } from './care/care.ts'
import type { ChatFact } from './chat/chat.ts'
import type { CommentFact } from './comments/comments.ts'
import type { ConnectionFact } from './connections/connections.ts'
import type { EventFact } from './events/events.ts'
import { type GroupFact, groupMails } from './groups/groups.ts'
import type { RoomJobs } from './kernel/jobs/jobs.ts'
import { mailReader, type ReactsTo, type Reader, writersOf } from './kernel/stream/stream.ts'
import type { LeavingFact } from './leaving/leaving.ts'
import type { MemberFact } from './members/members.ts'
import type { OnboardingFact } from './onboarding/onboarding.ts'
import { type PodFact, podMails } from './pods/pods.ts'
import type { PollFact } from './polls/polls.ts'
import type { PostFact } from './posts/posts.ts'
import type { ReportFact } from './reports/reports.ts'
import { retrievalReader as index } from './retrieval/retrieval.ts'
import { askMails, hostMails, type RoundFact, rhythmMailReader, roundMails } from './rounds/rounds.ts'
import { type SeasonFact, seasonMailReader, seasonMailWriters } from './seasons/seasons.ts'
import { type SeekerFact, seekerMails } from './seekers/seekers.ts'
import { THING_FACTS, type ThingFact } from './things/things.ts'
import type { VoteFact } from './votes/votes.ts'

type Kind =
  | (
      | AccountFact
      | AdminFact
      | AssistantFact
      | BlockFact
      | CareFact
      | ChatFact
      | CommentFact
      | ConnectionFact
      | EventFact
    )
  | (
      | GroupFact
      | LeavingFact
      | MemberFact
      | OnboardingFact
      | PodFact
      | PollFact
      | PostFact
      | ReportFact
      | RoundFact
      | SeekerFact
      | SeasonFact
      | VoteFact
    )

const mails = mailReader({ ...groupMails, ...podMails, ...seekerMails, ...askMails })

/** Write the mails of rooms without jobs again when they are sent (docs/decisions/052). Rounds and events have jobs. */
export const mailJobs = ({ db }: { db: Kysely<DB> }): RoomJobs => ({
  tasks: {},
  crontab: '',
  mails: { ...writersOf(db, { ...groupMails, ...podMails, ...seekerMails }), ...seasonMailWriters(db) },
})
const log = administratorsLog
const logged: readonly ReactsTo<ThingFact>[] = [log]
/** The removal and the restoring of every kind of thing. If other readers react too, the kind has a line of its own below. */
const onThings = Object.fromEntries(Object.keys(THING_FACTS).map((kind) => [kind, logged])) as Record<
  ThingFact,
  typeof logged
>

export const reactions: { [K in Kind]: readonly ReactsTo<K>[] } = {
  'member.joined': [],
  'member.onboarded': [],
  'member.left': [],
  'member.blocked': [doubtReader],
  'member.unblocked': [],
  'member.suspended': [log],
  'member.restored': [log],
  'member.quotable_set': [index, doubtReader],
  'post.created': [index],
  'post.edited': [index, doubtReader],
  'post.deleted': [index, doubtReader],
  ...onThings,
  'post.removed': [index, doubtReader, log],
  'post.restored': [index, log],
  'comment.created': [index, answerMailReader],
  'comment.edited': [index, doubtReader],
  'comment.deleted': [index, doubtReader],
  'comment.removed': [index, doubtReader, log],
  'comment.restored': [index, log],
  // karma follows from votes by triggers, which add a vote in the vote's own transaction (docs/decisions/021)
  'vote.cast': [],
  'comment_vote.cast': [],
  'poll_vote.cast': [],
  'message.sent': [],
  'message.deleted': [],
  'group.suggested': [],
  'group_suggestion.answered': [mails, log],
  'group.created': [],
  'group.edited': [doubtReader],
  'group.joined': [],
  'group.left': [],
  'group.run_by': [],
  'group.taken_out': [mails],
  'group.quotable_set': [index, doubtReader],
  'group_request.sent': [],
  'group_request.answered': [mails],
  'pod.created': [],
  'pod.joined': [],
  'pod.left': [],
  'pod.taken_out': [mails],
  'pod.handed_over': [mails],
  'pod.deleted': [],
  'pod.ended': [seasonMailReader],
  'pod_request.sent': [],
  'pod_request.answered': [mails],
  'rhythm.set': [rhythmMailReader],
  'rhythm.end_asked': [rhythmMailReader],
  'rhythm.kept': [rhythmMailReader],
  'round.opened': [roundMails],
  'round.back': [roundMails],
  'round.closed': [roundMails],
  'round.reminded': [roundMails],
  'round.hosted': [hostMails],
  'round.asked': [hostMails],
  'round.place_kept': [hostMails],
  'round.place_ended': [hostMails],
  'check_in.sent': [],
  'check_in.deleted': [],
  'pod_invitation.sent': [mails],
  'trial.ended': [mails],
  'ask.taken': [mails],
  'ask.given_back': [],
  'ask.answered': [],
  'season.asked': [seasonMailReader],
  'season.reminded': [seasonMailReader],
  'season.decided': [],
  'event.created': [],
  'event.edited': [],
  'event.cancelled': [],
  'event.attended': [],
  'event.left': [],
  'event_comment.created': [],
  'event_comment.deleted': [],
  'connection.requested': [],
  'connection.accepted': [],
  'connection.declined': [],
  'connection.cancelled': [],
  'connection.removed': [],
  'report.sent': [],
  'report.decided': [log],
  'report.opened': [log],
  'report.taken': [log],
  'member.written_to': [log],
  'assistant.switched': [log],
  'help_line.added': [log],
  'help_line.changed': [log],
  'help_line.deleted': [log],
}

export const readers: readonly Reader[] = [
  ...[mails, roundMails, hostMails, rhythmMailReader, seasonMailReader],
  ...[log, index, doubtReader, answerMailReader],
]
