/** What the demo town is told from: people, threads and replies, written for this project. Times are relative to "now". */
export interface Townsman {
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
  /** how many members voted it up; fewer than there are people */
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
  /** of a poll: its options, and how many members chose each; together fewer than there are people */
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
  /** the name of a network to which whoever made it belongs */
  of?: string
  /** who made it, then whoever joined, in that order */
  members: string[]
  /** who asks to join a private one */
  asking?: string[]
  daysOld: number
  /** what was said, the oldest first; minutes before now */
  lines: { by: string; said: string; minutesAgo: number }[]
}

export interface TownEvent {
  by: string
  title: string
  description?: string
  /** a place, for everybody who sees it */
  location: string
  /** for those who attend */
  address?: string
  /** a part of town, by which its distance is told */
  area: string
  /** the next one after today, or so many weeks later; earlier than today it is over */
  day: 'Sunday' | 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday'
  weeks?: number
  /** "19:30", in Leeds */
  time: string
  end?: string
  /** the name of a network to which whoever made it belongs */
  of?: string
  /** who comes beside him */
  going: string[]
  cancelled?: true
  comments?: { by: string; said: string; minutesAgo: number }[]
}
