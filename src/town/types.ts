/**
 * The types of the demo town's texts: people, threads and replies, written for this project. Times are relative to
 * "now".
 */
import type { Outcome, PauseReason, PrivateLine } from '#contract/round-words.ts'
export interface TownMember {
  /** 3–30 of letters, digits, `.`, `_`, `-` */
  username: string
  displayName: string
  /** a place or part of town, as a member would write it; at most 120 characters */
  location: string
  /** at most 500 characters */
  bio: string
}

export interface Reply {
  by: string
  /** Markdown subset: paragraphs, line breaks, lists, bold, italic, quotes, code, links */
  content: string
  /** how many minutes after the post it was written */
  minutesLater: number
  /** number of upvotes; fewer than there are people */
  up?: number
}

export interface Thread {
  category: string
  type: 'text' | 'question' | 'poll'
  by: string
  /** hours before now */
  hoursAgo: number
  /** at most 200 characters */
  title: string
  content: string
  up: number
  down?: number
  /** of a poll: its options, and the number of votes for each; in total fewer than there are people */
  poll?: { option: string; votes: number }[]
  replies: Reply[]
}

export interface TownPod {
  /** 3–60 characters */
  name: string
  description: string
  capacity: number
  meeting_frequency: 'weekly' | 'bi-weekly' | 'monthly' | 'as-needed'
  is_private?: true
  /** the name of a network to which the creator belongs */
  of?: string
  /** the creator, then the other members in the order of joining */
  members: string[]
  /** members who ask to join a private one */
  asking?: string[]
  daysOld: number
  /** messages, the oldest first; minutes before now */
  lines: { by: string; said: string; minutesAgo: number }[]
}

export interface TownCheckIn {
  by: string
  outcome: Outcome
  win?: string
  struggle?: string
  ask?: string
  /** the member who has taken the ask, and his word */
  taken?: { by: string; words: string }
  /** the next commitment */
  commitment?: { cue: string | null; action: string }
  keepsPrivate?: PrivateLine[]
}

export interface TownRounds {
  /** the time of the rhythm, "20:00"; its weekday follows from the day on which the town is created */
  time: string
  weeks: 1 | 2 | 4
  setBy: string
  /** the last round is open */
  isOpen: boolean
  paused?: { by: string; reason: PauseReason }[]
  /** the check-ins of each round in their order, the oldest round first */
  rounds: TownCheckIn[][]
}

export interface TownEvent {
  by: string
  title: string
  description?: string
  /** a place that everybody sees */
  location: string
  /** shown to attendees only */
  address?: string
  /** the part of town from which distances are computed */
  area: string
  /** the next such day after today, or this number of weeks later; a negative number is in the past */
  day: 'Sunday' | 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday'
  weeks?: number
  /** "19:30", in Leeds */
  time: string
  end?: string
  /** the name of a network to which the creator belongs */
  of?: string
  /** attendees beside him */
  going: string[]
  cancelled?: true
  comments?: { by: string; said: string; minutesAgo: number }[]
}
