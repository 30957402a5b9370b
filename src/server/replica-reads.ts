/**
 * Which procedures may be answered by a read replica, and which writes hide nothing (docs/decisions/058). A procedure that is named in
 * neither list reads from the primary, and its writes are marked for everyone.
 */

/**
 * Their answers may lack what others have written in the last seconds, never what the caller has written. None of them writes, and
 * no other call relies on their being current.
 */
export const MAY_LAG: ReadonlySet<string> = new Set([
  ...['categories.listCategories', 'categories.getCategory'],
  ...['posts.getPost', 'comments.getThread', 'comments.listComments', 'comments.listMemberComments'],
  ...['feed.listFeed', 'feed.listCategoryPosts', 'feed.listGroupPosts', 'feed.listMemberPosts'],
  ...['search.searchPosts', 'members.getMember'],
  ...['groups.listGroups', 'groups.getGroup', 'groups.listGroupMembers', 'pods.listPods'],
  ...['events.listEvents', 'events.listWeek', 'events.listGroupEvents', 'events.getEvent', 'events.listEventComments'],
  'care.listHelpLines',
])

/**
 * Frequent writes that only add, or that only their author sees. Nobody else has to see them at once. Any other write may take
 * something away from somebody, such as a block or a removal.
 */
export const HIDES_NOTHING: ReadonlySet<string> = new Set([
  ...['posts.createPost', 'comments.createComment', 'events.createEventComment', 'events.attendEvent'],
  ...['votes.castPostVote', 'votes.castCommentVote', 'polls.castPollVote'],
  ...['chat.sendMessage', 'chat.markRead', 'rounds.checkIn', 'groups.joinGroup'],
  ...['members.setDarkMode', 'members.setNotices', 'badges.markSeen', 'nearby.updateLocation'],
  ...['karma.refreshScores', 'karma.awardAchievements', 'karma.tellAchievements'],
  ...['assistant.askAssistant', 'assistant.streamAnswer', 'assistant.countMonthlyQueries'],
  ...['places.placeAt', 'places.geocode', 'plans.registerInterest', 'reports.reportThing'],
])
