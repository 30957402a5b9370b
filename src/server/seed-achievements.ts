/**
 * The achievements of a new instance, from those of a member's first day to those that take a year. They have fixed
 * ids, so that a name or a line can be reworded later. Each line must fit before and after it is earned. The metrics
 * are those of db/functions/karma.sql, which contain nothing that is hidden from others.
 */
import type { Achievement } from '#contract/karma.ts'

export interface BaseAchievement {
  /** the last digits of its id, which never change */
  number: number
  name: string
  description: string
  badge_emoji: string
  category: Achievement['category']
  points: number
  metric:
    | 'posts'
    | 'comments'
    | 'kin'
    | 'groups'
    | 'pods'
    | 'events'
    | 'votes'
    | 'liked'
    | 'karma'
    | 'weeks'
    | 'days'
    | 'check_ins'
  threshold: number
}

type Line = [number, string, string, string, number, BaseAchievement['metric'], number]

const of = (category: Achievement['category'], lines: Line[]): BaseAchievement[] =>
  lines.map(([number, name, badge_emoji, description, points, metric, threshold]) => ({
    ...{ number, name, badge_emoji, description, category, points, metric, threshold },
  }))

export const ACHIEVEMENTS: readonly BaseAchievement[] = [
  ...of('content', [
    [1, 'Pull Up a Chair', '🪑', 'Your first comment.', 5, 'comments', 1],
    [2, 'First Words', '🌱', 'Your first post.', 6, 'posts', 1],
    [3, 'Warm Welcome', '☕', 'A post or comment that others voted up more than down.', 12, 'liked', 1],
    [4, 'Storyteller', '📖', '10 posts.', 30, 'posts', 10],
    [5, 'Well Said', '💡', 'From other dads, 25 votes up more than down.', 35, 'votes', 25],
    [6, 'Good Neighbour', '💬', '50 comments.', 50, 'comments', 50],
    [7, 'Worth Keeping', '🪵', '100 posts and comments that others voted up more than down.', 110, 'liked', 100],
    [8, 'Lamp in the Window', '🪔', 'From other dads, 500 votes up more than down.', 150, 'votes', 500],
  ]),
  ...of('social', [
    [9, 'Handshake', '🤝', 'Your first kin.', 10, 'kin', 1],
    [10, 'Circle of Kin', '🫂', '10 kin.', 60, 'kin', 10],
    [11, 'The Long Table', '🍞', '25 kin.', 120, 'kin', 25],
  ]),
  ...of('community', [
    [12, 'Through the Door', '🚪', 'A place in a public network.', 8, 'groups', 1],
    [13, 'Round the Fire', '🔥', 'A place in a pod.', 15, 'pods', 1],
    [14, 'Around the Houses', '🏘️', 'A place in 5 public networks.', 40, 'groups', 5],
    [15, 'Coming Back', '🗓️', '4 weeks with a visit among the last 12.', 45, 'weeks', 4],
    [16, 'Cornerstone', '🧱', '1,000 karma.', 100, 'karma', 1000],
    [17, 'Steady Hand', '⚓', 'A visit in each of the last 12 weeks.', 130, 'weeks', 12],
    [18, 'A Year with Us', '🌳', 'A year as a member.', 160, 'days', 365],
    [19, 'Old Oak', '🏡', '5,000 karma.', 200, 'karma', 5000],
    [23, 'Said Out Loud', '🧭', 'Your first check-in with a pod.', 7, 'check_ins', 1],
    [24, 'Eight Rounds', '🪢', '8 check-ins with your pods.', 32, 'check_ins', 8],
  ]),
  ...of('local', [
    [20, 'Turning Up', '👋', 'Your first local event.', 14, 'events', 1],
    [21, 'Familiar Face', '🧢', '5 local events.', 55, 'events', 5],
    [22, 'Local Hand', '🧰', '20 local events.', 140, 'events', 20],
  ]),
]

export const achievementId = (number: number) => `6f617468-6572-4b69-8e01-${String(number).padStart(12, '0')}`
