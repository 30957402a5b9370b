/**
 * Which room owns which table, and which other rooms touch it. A room is a folder of `src/server`, `kernel/…` a folder of
 * the kernel. `npm test -- walls` checks this over the TypeScript of the server and over `db/functions` (decision 047).
 *
 * A room that needs data of another room uses the public module of that room first: a function, or a piece of SQL that is
 * named after the rule. A grant is for access that has no such name yet.
 */
import type { DB } from './types.ts'

export type Table = keyof DB

export const OWNERS = {
  account: 'account',
  known_devices: 'account',
  left_names: 'account',
  session: 'account',
  taken_sign_ups: 'account',
  twoFactor: 'account',
  user: 'account',
  verification: 'account',
  admin_log: 'admin',
  assistant_doubts: 'assistant',
  assistant_handed_on: 'assistant',
  assistant_ledger: 'assistant',
  assistant_questions: 'assistant',
  assistant_sentences: 'assistant',
  assistant_settings: 'assistant',
  assistant_spend: 'assistant',
  assistant_usage: 'assistant',
  member_seen: 'badges',
  blocks: 'blocks',
  help_line_seeds: 'care',
  help_lines: 'care',
  categories: 'categories',
  chat_reads: 'chat',
  group_messages: 'chat',
  pod_messages: 'chat',
  comments: 'comments',
  connections: 'connections',
  calendar_feeds: 'events',
  event_attended: 'events',
  event_attendees: 'events',
  event_comments: 'events',
  event_notices: 'events',
  local_events: 'events',
  group_creation_requests: 'groups',
  group_exclusions: 'groups',
  group_join_requests: 'groups',
  group_members: 'groups',
  groups: 'groups',
  totals: 'groups',
  achievements: 'karma',
  karma_changes: 'karma',
  karma_counts: 'karma',
  karma_recount: 'karma',
  user_achievements: 'karma',
  departures: 'leaving',
  images: 'media',
  administrator_addresses: 'members',
  names_taken: 'members',
  profiles: 'members',
  profiles_private: 'members',
  reserved_words: 'members',
  local_cells: 'nearby',
  user_goals: 'onboarding',
  user_interests: 'onboarding',
  gazetteer: 'places',
  places: 'places',
  subscription_interest: 'plans',
  pod_exclusions: 'pods',
  pod_former_members: 'pods',
  pod_join_requests: 'pods',
  pod_members: 'pods',
  pods: 'pods',
  check_in_asks: 'rounds',
  check_ins: 'rounds',
  rhythm_endings: 'rounds',
  rhythms: 'rounds',
  round_places: 'rounds',
  round_results: 'rounds',
  rounds: 'rounds',
  season_answers: 'seasons',
  seasons: 'seasons',
  write_requests: 'rounds',
  poll_options: 'polls',
  poll_votes: 'polls',
  group_turns: 'posts',
  posts: 'posts',
  door_answers: 'seekers',
  pod_figures: 'seekers',
  pod_invitations: 'seekers',
  pod_openings: 'seekers',
  pod_trials: 'seekers',
  seekers: 'seekers',
  trial_doubts: 'seekers',
  dangers: 'reports',
  report_cases: 'reports',
  reports: 'reports',
  meaning: 'retrieval',
  passage_signatures: 'retrieval',
  passage_vectors: 'retrieval',
  retrieval_documents: 'retrieval',
  retrieval_lexemes: 'retrieval',
  retrieval_passages: 'retrieval',
  retrieval_postings: 'retrieval',
  retrieval_stale: 'retrieval',
  retrieval_sweeps: 'retrieval',
  retrieval_totals: 'retrieval',
  known_word_changes: 'search',
  known_words: 'search',
  post_search: 'search',
  search_reindexing: 'search',
  sitemap_parts: 'syndication',
  comment_votes: 'votes',
  post_votes: 'votes',
  used_ids: 'kernel',
  doctor_watch: 'kernel/doctor',
  rate_limits: 'kernel/http',
  notice_wishes: 'kernel/jobs',
  session_ends: 'kernel/live',
  topic_events: 'kernel/live',
  topics: 'kernel/live',
  function_sets: 'kernel/postgres',
  replica_epoch: 'kernel/replica',
  write_marks: 'kernel/replica',
  fact_days: 'kernel/stream',
  fact_words: 'kernel/stream',
  facts: 'kernel/stream',
  parked_facts: 'kernel/stream',
  readers: 'kernel/stream',
} as const satisfies Record<Table, string>

/** The tables of a room. A room that names one of its tables by this type cannot name another room's. */
export type OwnTable<Room extends string> = {
  [Name in Table]: (typeof OWNERS)[Name] extends Room ? Name : never
}[Table]

export interface Grant {
  room: string
  reads?: readonly Table[]
  /** Writes, or locks with `for update`; it may read, too. */
  writes?: readonly Table[]
  /** One sentence. */
  why: string
}

export const GRANTS: readonly Grant[] = [
  {
    room: 'account',
    reads: ['departures', 'profiles'],
    why: 'The username of a member who left stays reserved for a while, and the username of a profile is taken.',
  },
  {
    room: 'account',
    reads: ['profiles_private'],
    writes: ['calendar_feeds'],
    why: 'A suspended member has no session and no calendar feed, and a sign-in updates the private profile.',
  },
  {
    room: 'admin',
    reads: ['reports'],
    why: 'A case shows the reported item, and the log names its place.',
  },
  {
    room: 'admin',
    writes: ['dangers', 'profiles', 'report_cases'],
    why: 'An administrator suspends members, decides cases, and takes those in which somebody may be in danger.',
  },
  {
    room: 'assistant',
    reads: ['blocks', 'categories', 'comments', 'groups', 'posts', 'profiles', 'profiles_private'],
    why: 'An answer shows the title, place and author of each source, but only if the reader may see them now.',
  },
  {
    room: 'badges',
    reads: ['blocks', 'comments', 'group_members', 'group_messages', 'groups', 'local_events', 'posts', 'profiles'],
    why: 'A badge counts the new items of every room.',
  },
  {
    room: 'badges',
    reads: ['chat_reads', 'connections', 'profiles_private'],
    why: 'A badge counts the new items of every room.',
  },
  {
    room: 'blocks',
    reads: ['profiles'],
    why: 'The list of blocked members shows their names.',
  },
  {
    room: 'chat',
    reads: ['group_members', 'groups', 'member_seen', 'pod_members', 'profiles'],
    writes: ['pods'],
    why: 'Only members of a pod or network read and write there; a message shows its author.',
  },
  {
    room: 'comments',
    reads: ['categories', 'comment_votes', 'groups'],
    writes: ['posts', 'profiles'],
    why: 'A comment belongs to a post and has its visibility.',
  },
  {
    room: 'connections',
    writes: ['profiles'],
    why: 'A connection shows the other member.',
  },
  {
    room: 'connections',
    reads: ['user'],
    why: 'Only verified members can connect.',
  },
  {
    room: 'evaluation',
    reads: ['categories'],
    writes: ['comments', 'posts', 'user'],
    why: 'The scratch database contains only members and sources.',
  },
  {
    room: 'events',
    reads: ['group_members', 'groups', 'profiles'],
    why: 'An event belongs to a network or to a grid cell, and shows its attendees.',
  },
  {
    room: 'events',
    reads: ['user'],
    why: 'Only verified members can attend.',
  },
  {
    room: 'feed',
    reads: ['categories', 'groups', 'posts'],
    why: 'The feed lists posts by category and by network.',
  },
  {
    room: 'groups',
    reads: ['departures', 'profiles'],
    why: 'A network shows its members and sends them mails.',
  },
  {
    room: 'groups',
    reads: ['group_turns'],
    why: 'A network asks whether its posts still have to be reindexed.',
  },
  {
    room: 'karma',
    writes: ['profiles'],
    why: 'The karma page shows the member’s name.',
  },
  {
    room: 'karma',
    reads: [
      'check_ins',
      'comment_votes',
      'connections',
      'event_attended',
      'group_members',
      'groups',
      'local_events',
      'pod_members',
      'pod_messages',
      'post_votes',
    ],
    writes: ['comments', 'posts'],
    why: 'Triggers on these tables count karma.',
  },
  {
    room: 'karma',
    writes: ['member_seen'],
    why: 'New karma is shown in the badge.',
  },
  {
    room: 'kernel',
    reads: ['comments', 'event_comments', 'group_messages', 'pod_messages', 'posts'],
    why: 'An id is used only once for all kinds of texts.',
  },
  {
    room: 'kernel/jobs',
    reads: ['profiles_private', 'user'],
    why: 'A mail is sent only if the member wants it and has a verified address.',
  },
  {
    room: 'kernel/live',
    reads: ['session'],
    why: 'A live connection ends with its session.',
  },
  {
    room: 'leaving',
    reads: ['profiles_private', 'session'],
    writes: ['profiles', 'user'],
    why: 'Functions lock the account and the profile of a member who leaves, and refuse new rows of his.',
  },
  {
    room: 'leaving',
    reads: [
      'comment_votes',
      'comments',
      'event_comments',
      'group_members',
      'groups',
      'local_events',
      'pod_members',
      'pods',
      'post_votes',
      'posts',
    ],
    why: 'The steps of a deletion find the member’s rows in every room.',
  },
  {
    room: 'media',
    writes: ['groups', 'profiles'],
    why: 'A picture belongs to a profile or a network.',
  },
  {
    room: 'members',
    reads: ['blocks', 'departures', 'user'],
    why: 'A profile is shown only if its account is verified, not blocked and not leaving.',
  },
  {
    room: 'members',
    reads: ['group_creation_requests', 'groups', 'left_names', 'pods', 'taken_sign_ups'],
    why: 'A name must not look like the name of a pod, a network or another account.',
  },
  {
    room: 'nearby',
    writes: ['profiles', 'profiles_private'],
    why: 'The map shows signed-in members with local mode on.',
  },
  {
    room: 'onboarding',
    reads: ['pod_members', 'pods'],
    writes: ['profiles', 'profiles_private'],
    why: 'The steps write the profile, and offer networks and pods that the member has not joined.',
  },
  {
    room: 'pods',
    reads: ['departures', 'groups', 'profiles'],
    why: 'A pod shows its members, and may belong to a network.',
  },
  {
    room: 'polls',
    reads: ['posts'],
    why: 'A poll is a part of its post.',
  },
  {
    room: 'posts',
    reads: ['comments', 'group_members', 'groups', 'poll_votes', 'post_votes'],
    writes: ['assistant_handed_on', 'categories', 'poll_options', 'profiles'],
    why: 'A post shows its votes and its poll, and has the visibility of its network.',
  },
  {
    room: 'previews',
    reads: ['categories', 'posts', 'profiles'],
    why: 'The preview of a link shows title, category and author.',
  },
  {
    room: 'recounts',
    reads: [
      'categories',
      'comment_votes',
      'comments',
      'connections',
      'event_attendees',
      'group_members',
      'groups',
      'local_cells',
      'local_events',
      'pod_members',
      'pods',
      'poll_options',
      'poll_votes',
      'post_votes',
      'posts',
      'profiles',
      'profiles_private',
    ],
    why: 'A restored backup is proved by comparing every stored count with the rows that it counts.',
  },
  {
    room: 'retrieval',
    reads: ['comments', 'groups', 'posts'],
    why: 'The index contains public posts and comments of members who allow quotations.',
  },
  {
    room: 'rounds',
    reads: ['departures', 'pod_members', 'profiles'],
    writes: ['pods'],
    why: 'A round belongs to a pod and is for its members; the pod is locked first, and a check-in is activity in it. Nobody is asked to write to a member who has left.',
  },
  {
    room: 'search',
    reads: ['categories', 'posts'],
    why: 'A search finds posts by words and by category.',
  },
  {
    room: 'search',
    reads: ['profiles'],
    why: 'The words of a post include the name of its author.',
  },
  {
    room: 'seekers',
    reads: ['blocks', 'check_ins', 'pod_exclusions', 'profiles', 'rhythms', 'rounds'],
    writes: ['pod_members', 'pods'],
    why: 'A man who looks for a pod fits a pod by its rhythm and its members, and the end of a trial locks the pod and ends his membership.',
  },
  {
    room: 'seasons',
    reads: ['pod_members', 'rhythms', 'round_places', 'rounds'],
    writes: ['pods'],
    why: 'A season is some rounds of a pod; its members answer, with the pod locked, and get a mail.',
  },
  {
    room: 'server',
    writes: ['achievements', 'categories', 'groups', 'help_line_seeds', 'help_lines'],
    why: 'It writes the base data of a new instance.',
  },
  {
    room: 'syndication',
    reads: ['categories', 'comments', 'groups', 'posts', 'profiles'],
    why: 'Sitemap and feeds list what everyone may see.',
  },
  {
    room: 'town',
    reads: ['achievements', 'user'],
    writes: [
      'assistant_questions',
      'categories',
      'check_ins',
      'event_attendees',
      'event_comments',
      'facts',
      'group_members',
      'group_messages',
      'groups',
      'karma_counts',
      'local_events',
      'pod_members',
      'pod_messages',
      'pods',
      'profiles',
      'profiles_private',
      'rhythms',
      'rounds',
      'user_achievements',
    ],
    why: 'The demo town is created with the operations of the rooms, and then moved back in time.',
  },
  {
    room: 'votes',
    writes: ['comments', 'posts'],
    why: 'A vote counts only if the member may see the post or comment.',
  },
]

export interface Computed {
  file: string
  reads?: readonly Table[]
  writes?: readonly Table[]
  why: string
}

/** Where a name in SQL is known only while the program runs, and what it can be. */
export const COMPUTED: readonly Computed[] = [
  {
    file: 'src/server/assistant/sentence-validity.ts',
    reads: ['posts', 'comments'],
    why: 'The source of a sentence is a post or a comment.',
  },
  {
    file: 'src/server/chat/removing.ts',
    writes: ['group_messages', 'pod_messages'],
    why: 'The room of a message is a network or a pod.',
  },
  {
    file: 'src/server/chat/unread-rooms.ts',
    reads: ['group_messages', 'pod_messages'],
    why: 'The room of a message is a network or a pod.',
  },
  {
    file: 'src/server/evaluation/scratch.ts',
    writes: [
      'posts',
      'comments',
      'retrieval_documents',
      'retrieval_lexemes',
      'retrieval_postings',
      'retrieval_passages',
    ],
    why: 'The indexes of the scratch database are built again.',
  },
  {
    file: 'src/server/kernel/jobs/queue.ts',
    why: 'A table of an Expired. Its room names it, and its type permits only tables of that room.',
  },
  {
    file: 'src/server/kernel/postgres/copy-tables.ts',
    why: 'Every table is copied and counted, whatever it holds.',
  },
  {
    file: 'src/server/kernel/postgres/copy.ts',
    why: 'Every table of the target is emptied.',
  },
  {
    file: 'src/server/kernel/postgres/functions.ts',
    why: 'PostgreSQL checks a function with this text.',
  },
  {
    file: 'src/server/leaving/leaving.ts',
    why: 'A table of OwnRows. Its room names it, and its type permits only tables of that room.',
  },
  {
    file: 'src/server/leaving/steps.ts',
    why: 'A table of KeptRows. Its room names it, and its type permits only tables of that room.',
  },
  {
    file: 'src/server/members/members.ts',
    why: 'The text is a column of AUTHOR.',
  },
  {
    file: 'src/server/posts/thing.ts',
    reads: ['posts', 'comments'],
    why: 'A text by a member is a post or a comment.',
  },
  {
    file: 'src/server/posts/posts.ts',
    why: 'The text is a lock.',
  },
  {
    file: 'src/server/retrieval/stale-sources.ts',
    reads: ['posts', 'comments'],
    why: 'A sweep goes over posts or over comments.',
  },
  {
    file: 'src/town/town.ts',
    writes: ['comments', 'posts', 'pods', 'topics', 'user', 'facts'],
    why: 'The tables of a town that was told only half are emptied.',
  },
]
