/** The contract implemented, room by room; a forgotten procedure does not compile. */
import { implement, ORPCError, ValidationError } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { faults, noSuchCall } from '#contract/kernel.ts'
import * as account from './account/account.ts'
import * as admin from './admin/admin.ts'
import * as assistant from './assistant/assistant.ts'
import * as badges from './badges/badges.ts'
import * as blocks from './blocks/blocks.ts'
import * as care from './care/care.ts'
import * as categories from './categories/categories.ts'
import * as chat from './chat/chat.ts'
import * as comments from './comments/comments.ts'
import * as connections from './connections/connections.ts'
import * as day from './day/day.ts'
import * as events from './events/events.ts'
import * as feed from './feed/feed.ts'
import * as groups from './groups/groups.ts'
import * as karma from './karma/karma.ts'
import { type Ctx, notSignedIn } from './kernel/ctx.ts'
import { addressKey } from './kernel/http/http.ts'
import { errorFacts } from './kernel/log.ts'
import { isOutage } from './kernel/postgres/postgres.ts'
import { refuse } from './kernel/refuse.ts'
import * as media from './media/media.ts'
import * as members from './members/members.ts'
import * as nearby from './nearby/nearby.ts'
import * as onboarding from './onboarding/onboarding.ts'
import * as places from './places/places.ts'
import * as plans from './plans/plans.ts'
import * as pods from './pods/pods.ts'
import * as polls from './polls/polls.ts'
import * as posts from './posts/posts.ts'
import * as reports from './reports/reports.ts'
import * as search from './search/search.ts'
import * as votes from './votes/votes.ts'

/** A call: the ctx of every verb, and what only the edge knows. */
export interface CallContext extends Ctx {
  /** whose allowance a visitor draws on; null: nobody's, he comes from within */
  address: string | null
}

const base = implement(contract).$context<CallContext>()

/** The rules that the contract states for every procedure: who may call, and how often. */
const os = base.use(async ({ context, procedure, next }) => {
  const { signIn, limit, administrators } = procedure['~orpc'].meta
  // before anything is looked at, so that what he sends makes no difference either
  if (administrators && !(await members.isAdministrator(context))) refuse(noSuchCall)
  if (signIn && !context.viewer) throw new ORPCError('UNAUTHENTICATED', { status: 401, message: signIn })
  const payer = context.viewer?.id ?? (context.address && addressKey(context.address))
  if (limit && payer) await context.limits.draw(limit, payer)
  try {
    return await next()
  } catch (error) {
    // his account went while this was under way: what is then amiss is no fault of anybody's
    const isFault = error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR'
    if (isFault || isOutage(error) || !context.viewer || (await members.isHere(context, context.viewer.id))) throw error
    return notSignedIn(signIn ?? 'Please sign in')
  }
})

export const router = os.router({
  account: {
    getViewer: os.account.getViewer.handler(({ context }) =>
      context.viewer ? members.ownRow(context, context.viewer.id) : null,
    ),
    listDevices: os.account.listDevices.handler(({ context }) => account.listDevices(context)),
    signOutDevice: os.account.signOutDevice.handler(({ context, input }) => account.signOutDevice(context, input.id)),
    signOutOthers: os.account.signOutOthers.handler(({ context }) => account.signOutOthers(context)),
  },
  members: {
    getMember: os.members.getMember.handler(({ context, input }) => members.getMember(context, input.username)),
    getOwnProfile: os.members.getOwnProfile.handler(({ context }) => members.getOwnProfile(context)),
    updateProfile: os.members.updateProfile.handler(({ context, input }) => members.updateProfile(context, input)),
    setDarkMode: os.members.setDarkMode.handler(({ context, input }) =>
      members.setDarkMode(context, input.dark_mode_enabled),
    ),
    getNotices: os.members.getNotices.handler(({ context }) => members.getNotices(context)),
    setNotices: os.members.setNotices.handler(({ context, input }) => members.setNotices(context, input)),
    stopNotices: os.members.stopNotices.handler(({ context, input }) => members.stopNotices(context, input)),
  },
  onboarding: {
    getOnboarding: os.onboarding.getOnboarding.handler(({ context }) => onboarding.getOnboarding(context)),
    saveProfileStep: os.onboarding.saveProfileStep.handler(({ context, input }) =>
      onboarding.saveProfileStep(context, input),
    ),
    saveInterests: os.onboarding.saveInterests.handler(({ context, input }) =>
      onboarding.saveInterests(context, input),
    ),
    saveGoals: os.onboarding.saveGoals.handler(({ context, input }) => onboarding.saveGoals(context, input)),
    listOfferedGroups: os.onboarding.listOfferedGroups.handler(({ context }) => onboarding.listOfferedGroups(context)),
    joinOfferedGroups: os.onboarding.joinOfferedGroups.handler(({ context, input }) =>
      onboarding.joinOfferedGroups(context, input),
    ),
    listOfferedPods: os.onboarding.listOfferedPods.handler(({ context }) => onboarding.listOfferedPods(context)),
    createFirstPod: os.onboarding.createFirstPod.handler(({ context, input }) =>
      onboarding.createFirstPod(context, input),
    ),
    joinPods: os.onboarding.joinPods.handler(({ context, input }) => onboarding.joinPods(context, input)),
    passStep: os.onboarding.passStep.handler(({ context, input }) => onboarding.passStep(context, input)),
    completeOnboarding: os.onboarding.completeOnboarding.handler(({ context }) =>
      onboarding.completeOnboarding(context),
    ),
    putWelcomeAway: os.onboarding.putWelcomeAway.handler(({ context }) => onboarding.putWelcomeAway(context)),
  },
  categories: {
    listCategories: os.categories.listCategories.handler(({ context }) => categories.listCategories(context)),
    getCategory: os.categories.getCategory.handler(({ context, input }) => categories.getCategory(context, input.slug)),
  },
  posts: {
    getPost: os.posts.getPost.handler(({ context, input }) =>
      posts.readAsAdministrator(context, (all) => posts.getPost(context, input.id, all)),
    ),
    createPost: os.posts.createPost.handler(({ context, input }) => posts.createPost(context, input)),
    editPost: os.posts.editPost.handler(({ context, input }) => posts.editPost(context, input)),
    deletePost: os.posts.deletePost.handler(({ context, input }) => posts.deletePost(context, input)),
  },
  comments: {
    getThread: os.comments.getThread.handler(({ context, input }) => comments.getThread(context, input)),
    listComments: os.comments.listComments.handler(({ context, input }) => comments.listComments(context, input)),
    listMemberComments: os.comments.listMemberComments.handler(({ context, input }) =>
      comments.listMemberComments(context, input),
    ),
    createComment: os.comments.createComment.handler(({ context, input }) => comments.createComment(context, input)),
    editComment: os.comments.editComment.handler(({ context, input }) => comments.editComment(context, input)),
    deleteComment: os.comments.deleteComment.handler(({ context, input }) => comments.deleteComment(context, input)),
  },
  votes: {
    castPostVote: os.votes.castPostVote.handler(({ context, input }) => votes.castPostVote(context, input)),
    castCommentVote: os.votes.castCommentVote.handler(({ context, input }) => votes.castCommentVote(context, input)),
  },
  polls: {
    castPollVote: os.polls.castPollVote.handler(({ context, input }) => polls.castPollVote(context, input)),
  },
  search: {
    searchPosts: os.search.searchPosts.handler(({ context, input }) => search.searchPosts(context, input)),
  },
  groups: {
    listGroups: os.groups.listGroups.handler(({ context, input }) => groups.listGroups(context, input)),
    getGroupsOverview: os.groups.getGroupsOverview.handler(({ context }) => groups.getGroupsOverview(context)),
    listMyGroups: os.groups.listMyGroups.handler(({ context, input }) => groups.listMyGroups(context, input)),
    getGroup: os.groups.getGroup.handler(({ context, input }) => groups.getGroup(context, input.slug)),
    listGroupMembers: os.groups.listGroupMembers.handler(({ context, input }) =>
      groups.listGroupMembers(context, input),
    ),
    joinGroup: os.groups.joinGroup.handler(({ context, input }) => groups.joinGroup(context, input)),
    leaveGroup: os.groups.leaveGroup.handler(({ context, input }) => groups.leaveGroup(context, input)),
    takeOutGroupMember: os.groups.takeOutGroupMember.handler(({ context, input }) =>
      groups.takeOutGroupMember(context, input),
    ),
    requestToJoinGroup: os.groups.requestToJoinGroup.handler(({ context, input }) =>
      groups.requestToJoinGroup(context, input),
    ),
    listGroupRequests: os.groups.listGroupRequests.handler(({ context, input }) =>
      groups.listGroupRequests(context, input),
    ),
    decideGroupRequest: os.groups.decideGroupRequest.handler(({ context, input }) =>
      groups.decideGroupRequest(context, input),
    ),
    editGroup: os.groups.editGroup.handler(({ context, input }) => groups.editGroup(context, input)),
    suggestGroup: os.groups.suggestGroup.handler(({ context, input }) => groups.suggestGroup(context, input)),
    listSuggestions: os.groups.listSuggestions.handler(({ context, input }) => groups.listSuggestions(context, input)),
    decideSuggestion: os.groups.decideSuggestion.handler(({ context, input }) =>
      groups.decideSuggestion(context, input),
    ),
  },
  chat: {
    listMessages: os.chat.listMessages.handler(({ context, input }) => chat.listMessages(context, input)),
    sendMessage: os.chat.sendMessage.handler(({ context, input }) => chat.sendMessage(context, input)),
    deleteMessage: os.chat.deleteMessage.handler(({ context, input }) => chat.deleteMessage(context, input)),
    markRead: os.chat.markRead.handler(({ context, input }) => chat.markRead(context, input)),
  },
  pods: {
    listPods: os.pods.listPods.handler(({ context, input }) => pods.listPods(context, input)),
    getPod: os.pods.getPod.handler(({ context, input }) => pods.getPod(context, input.slug)),
    createPod: os.pods.createPod.handler(({ context, input }) => pods.createPod(context, input)),
    joinPod: os.pods.joinPod.handler(({ context, input }) => pods.joinPod(context, input)),
    leavePod: os.pods.leavePod.handler(({ context, input }) => pods.leavePod(context, input)),
    deletePod: os.pods.deletePod.handler(({ context, input }) => pods.deletePod(context, input)),
    handOverPod: os.pods.handOverPod.handler(({ context, input }) => pods.handOverPod(context, input)),
    takeOutPodMember: os.pods.takeOutPodMember.handler(({ context, input }) => pods.takeOutPodMember(context, input)),
    requestToJoinPod: os.pods.requestToJoinPod.handler(({ context, input }) => pods.requestToJoinPod(context, input)),
    listPodRequests: os.pods.listPodRequests.handler(({ context, input }) => pods.listPodRequests(context, input)),
    listOwnCommunities: os.pods.listOwnCommunities.handler(({ context }) => pods.listOwnCommunities(context)),
    decidePodRequest: os.pods.decidePodRequest.handler(({ context, input }) => pods.decidePodRequest(context, input)),
  },
  media: {
    removeAvatar: os.media.removeAvatar.handler(({ context }) =>
      media.removeImage(context, { kind: 'avatar', group_id: null }),
    ),
    removeGroupImage: os.media.removeGroupImage.handler(({ context, input }) => media.removeImage(context, input)),
  },
  feed: {
    listFeed: os.feed.listFeed.handler(({ context, input }) => feed.listFeed(context, input.after)),
    listCategoryPosts: os.feed.listCategoryPosts.handler(({ context, input }) =>
      feed.listCategoryPosts(context, input),
    ),
    listGroupPosts: os.feed.listGroupPosts.handler(({ context, input }) => feed.listGroupPosts(context, input)),
    listMemberPosts: os.feed.listMemberPosts.handler(({ context, input }) => feed.listMemberPosts(context, input)),
  },
  nearby: {
    getLocalProfile: os.nearby.getLocalProfile.handler(({ context }) => nearby.getLocalProfile(context)),
    setLocalMode: os.nearby.setLocalMode.handler(({ context, input }) => nearby.setLocalMode(context, input)),
    updateLocation: os.nearby.updateLocation.handler(({ context, input }) => nearby.updateLocation(context, input)),
    listNearby: os.nearby.listNearby.handler(({ context, input }) => nearby.listNearby(context, input)),
  },
  places: {
    searchPlaces: os.places.searchPlaces.handler(({ context, input }) => places.searchPlaces(context, input)),
    placeAt: os.places.placeAt.handler(({ context, input }) => places.placeAt(context, input)),
    geocode: os.places.geocode.handler(({ context, input }) => places.geocode(context, input)),
  },
  events: {
    listEvents: os.events.listEvents.handler(({ context, input }) => events.listEvents(context, input)),
    listWeek: os.events.listWeek.handler(({ context, input }) => events.listWeek(context, input)),
    listGroupEvents: os.events.listGroupEvents.handler(({ context, input }) => events.listGroupEvents(context, input)),
    getEvent: os.events.getEvent.handler(({ context, input }) => events.getEvent(context, input)),
    createEvent: os.events.createEvent.handler(({ context, input }) => events.createEvent(context, input)),
    editEvent: os.events.editEvent.handler(({ context, input }) => events.editEvent(context, input)),
    cancelEvent: os.events.cancelEvent.handler(({ context, input }) => events.cancelEvent(context, input)),
    attendEvent: os.events.attendEvent.handler(({ context, input }) => events.attendEvent(context, input)),
    listEventComments: os.events.listEventComments.handler(({ context, input }) =>
      events.listEventComments(context, input),
    ),
    createEventComment: os.events.createEventComment.handler(({ context, input }) =>
      events.createEventComment(context, input),
    ),
    deleteEventComment: os.events.deleteEventComment.handler(({ context, input }) =>
      events.deleteEventComment(context, input),
    ),
    getCalendarFeed: os.events.getCalendarFeed.handler(({ context }) => events.getCalendarFeed(context)),
    renewCalendarFeed: os.events.renewCalendarFeed.handler(({ context }) => events.renewCalendarFeed(context)),
    revokeCalendarFeed: os.events.revokeCalendarFeed.handler(({ context }) => events.revokeCalendarFeed(context)),
  },
  connections: {
    getConnection: os.connections.getConnection.handler(({ context, input }) =>
      connections.getConnection(context, input),
    ),
    requestConnection: os.connections.requestConnection.handler(({ context, input }) =>
      connections.requestConnection(context, input),
    ),
    acceptConnection: os.connections.acceptConnection.handler(({ context, input }) =>
      connections.acceptConnection(context, input),
    ),
    declineConnection: os.connections.declineConnection.handler(({ context, input }) =>
      connections.declineConnection(context, input),
    ),
    cancelConnectionRequest: os.connections.cancelConnectionRequest.handler(({ context, input }) =>
      connections.cancelConnectionRequest(context, input),
    ),
    removeConnection: os.connections.removeConnection.handler(({ context, input }) =>
      connections.removeConnection(context, input),
    ),
    listConnections: os.connections.listConnections.handler(({ context, input }) =>
      connections.listConnections(context, input),
    ),
    countConnections: os.connections.countConnections.handler(({ context }) => connections.countConnections(context)),
  },
  blocks: {
    blockMember: os.blocks.blockMember.handler(({ context, input }) => blocks.blockMember(context, input)),
    unblockMember: os.blocks.unblockMember.handler(({ context, input }) => blocks.unblockMember(context, input)),
    listBlocks: os.blocks.listBlocks.handler(({ context, input }) => blocks.listBlocks(context, input)),
    listBlockedIds: os.blocks.listBlockedIds.handler(({ context }) => blocks.listBlockedIds(context)),
    getBlock: os.blocks.getBlock.handler(({ context, input }) => blocks.getBlock(context, input)),
  },
  karma: {
    getKarma: os.karma.getKarma.handler(({ context }) => karma.getKarma(context)),
    refreshScores: os.karma.refreshScores.handler(({ context, input }) => karma.refreshScores(context, input)),
    awardAchievements: os.karma.awardAchievements.handler(({ context, input }) =>
      karma.awardAchievements(context, input),
    ),
    tellAchievements: os.karma.tellAchievements.handler(({ context, input }) => karma.tellAchievements(context, input)),
  },
  badges: {
    getBadges: os.badges.getBadges.handler(({ context, input }) => badges.getBadges(context, input)),
    markSeen: os.badges.markSeen.handler(({ context, input }) => badges.markSeen(context, input)),
  },
  assistant: {
    askAssistant: os.assistant.askAssistant.handler(({ context, input, signal }) =>
      assistant.askAssistant(context, input, signal),
    ),
    streamAnswer: os.assistant.streamAnswer.handler(async ({ context, input, signal }) =>
      partsAsFaults(context.log, await assistant.streamAnswer(context, input, signal)),
    ),
    getAssistant: os.assistant.getAssistant.handler(({ context }) => assistant.getAssistant(context)),
    countMonthlyQueries: os.assistant.countMonthlyQueries.handler(({ context, input }) =>
      assistant.countMonthlyQueries(context, input),
    ),
    listQuestions: os.assistant.listQuestions.handler(({ context, input }) => assistant.listQuestions(context, input)),
    getQuestion: os.assistant.getQuestion.handler(({ context, input }) => assistant.getQuestion(context, input)),
    deleteQuestion: os.assistant.deleteQuestion.handler(({ context, input }) =>
      assistant.deleteQuestion(context, input),
    ),
    deleteQuestions: os.assistant.deleteQuestions.handler(({ context }) => assistant.deleteQuestions(context)),
    setQuotable: os.assistant.setQuotable.handler(({ context, input }) => assistant.setQuotable(context, input)),
    setGroupQuotable: os.assistant.setGroupQuotable.handler(({ context, input }) =>
      assistant.setGroupQuotable(context, input),
    ),
    getAssistantSwitch: os.assistant.getAssistantSwitch.handler(({ context }) =>
      assistant.getAssistantSwitch(context, context.modelMonthlyTokens),
    ),
    setAssistantSwitch: os.assistant.setAssistantSwitch.handler(({ context, input }) =>
      assistant.setAssistantSwitch(context, input),
    ),
  },
  plans: {
    registerInterest: os.plans.registerInterest.handler(({ context, input }) => plans.registerInterest(context, input)),
  },
  care: {
    listHelpLines: os.care.listHelpLines.handler(({ context }) => care.listHelpLines(context)),
    saveHelpLine: os.care.saveHelpLine.handler(({ context, input }) => care.saveHelpLine(context, input)),
    deleteHelpLine: os.care.deleteHelpLine.handler(({ context, input }) => care.deleteHelpLine(context, input)),
  },
  day: { getDay: os.day.getDay.handler(({ context, input }) => day.getDay(context, input)) },
  reports: {
    reportThing: os.reports.reportThing.handler(({ context, input }) => reports.reportThing(context, input)),
  },
  admin: {
    listReports: os.admin.listReports.handler(({ context, input }) => admin.listReports(context, input)),
    decideReport: os.admin.decideReport.handler(({ context, input }) => admin.decideReport(context, input)),
    removeThing: os.admin.removeThing.handler(({ context, input }) => admin.removeThing(context, input)),
    restoreThing: os.admin.restoreThing.handler(({ context, input }) => admin.restoreThing(context, input)),
    listStandings: os.admin.listStandings.handler(({ context, input }) => admin.listStandings(context, input)),
    suspendMember: os.admin.suspendMember.handler(({ context, input }) => admin.suspendMember(context, input)),
    restoreMember: os.admin.restoreMember.handler(({ context, input }) => admin.restoreMember(context, input)),
    listActs: os.admin.listActs.handler(({ context, input }) => admin.listActs(context, input)),
  },
})

/** Whatever goes wrong leaves here as a fault that a member may read; the rest of it goes to the log only. */
export const asFaults =
  (log: Ctx['log']) =>
  async <Result>({ next }: { next(): Promise<Result> }): Promise<Result> => {
    try {
      return await next()
    } catch (error) {
      throw faultOf(error, log)
    }
  }

/** The same for an answer that comes in parts. */
function partsAsFaults<Part>(log: Ctx['log'], parts: AsyncGenerator<Part>): AsyncGenerator<Part> {
  return {
    next: () => asFaults(log)({ next: () => parts.next() }),
    return: (value) => parts.return(value),
    throw: (error) => parts.throw(error),
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}

export function faultOf(error: unknown, log: Ctx['log']): ORPCError<string, unknown> {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) return invalid(error.cause)
    if (error.code !== 'INTERNAL_SERVER_ERROR') return error
  }
  if (isOutage(error))
    return new ORPCError('UNAVAILABLE', { status: 503, message: faults.unavailable.message, data: { retry_after: 5 } })
  log.error(errorFacts(error instanceof ORPCError && error.cause ? error.cause : error), 'a call failed')
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: faults.unexpected.message })
}

/** So that a body with a hundred thousand unknown fields is not answered by a larger one. */
const NAMED = 20

/** One sentence per field; the first of them is the fault's own sentence, for callers that show only one. */
function invalid({ issues }: ValidationError): ORPCError<string, unknown> {
  // a Map, because a field may be called "constructor"
  const fields = new Map<string, string>()
  const say = (field: string, sentence: string) => {
    if (!fields.has(field) && fields.size < NAMED) fields.set(field.slice(0, 100), sentence)
  }
  for (const issue of issues) {
    const keys = (issue as { keys?: string[] }).keys
    const at = issue.path?.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
    if (keys) for (const key of keys) say(key, 'This field is not known here')
    else say(at || 'body', issue.message)
  }
  const [message = faults.invalid.message] = fields.values()
  return new ORPCError('INVALID', { status: 400, message, data: { fields: Object.fromEntries(fields) } })
}
