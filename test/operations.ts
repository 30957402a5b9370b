/**
 * Every operation of the contract as a request, and the status for each persona. A new operation must be added here:
 * test/matrix.test.ts fails until it is named.
 */
import { randomUUID } from 'node:crypto'
import { contract } from '#contract/index.ts'
import { daysAhead } from './makers.ts'

export const PERSONAS = ['visitor', 'unverified', 'member', 'author', 'insider', 'ex'] as const
/**
 * `author` wrote the items and is a member of the private network; `insider` is one of its members; `ex` wrote in it and left;
 * `member` never was in it; `unverified` has an account, but no session.
 */
export type Persona = (typeof PERSONAS)[number]

/** The items that the requests refer to. */
export interface Things {
  category: { id: string; slug: string }
  /** the private one */
  network: string
  openPost: string
  openComment: string
  hiddenPost: string
  hiddenComment: string
  /** by the persona `ex`, who left */
  exPost: string
  exComment: string
  username: string
  /** the author's id */
  author: string
  /** another member's signed-in device */
  device: string
  openPoll: string
  pollOption: string
  hiddenPoll: string
  hiddenOption: string
  /** address of the private network; the author is its admin */
  networkSlug: string
  openNetwork: { id: string; slug: string }
  /** a private one like `network` from which nobody was removed yet */
  spareNetwork(): string
  /** a stranger's request to join the private network */
  groupRequest: string
  suggestion: string
  /** pods that the author made and the insider is in; `ex` has left them, `member` never was there */
  openPod: { id: string; slug: string }
  shutPod: { id: string; slug: string }
  /** the address of a deleted pod */
  deletedPod: string
  /** a stranger's request to join the private pod */
  podRequest: string
  /** a message of the author's in the private pod, in the private network, not yet deleted */
  spareMessage(room: 'pod' | 'group'): string
  /** a public pod like these that nobody has left yet */
  sparePod(): string
  /** a private pod like these, with an open round */
  roundPod: string
  openRound: string
  /** the author's, of a closed round in that pod */
  checkIn: string
  /** a private pod like these, with open places */
  doorPod: string
  /** a man who looks for a pod and fits it, another one, and one who is in it on trial */
  seeker: string
  otherSeeker: string
  onTrial: string
  /** a stranger's invitation to that pod */
  invitation: string
  /** a private pod of the author and the insider that `ex` has left; the author's check-in there has an ask */
  askPod: string
  askRound: string
  askCheckIn: string
  /** a private pod like these at the end of its season, and one that has ended */
  askedPod: string
  endedPod: string
  endedSlug: string
  insider: string
  /** has no connection or block with any of the personas */
  stranger: { id: string; username: string }
  /** a report that waits for a decision, and a removed post of the author's */
  openCase: string
  removedPost: string
  /** events of the author's; those for attending are others, so that no change sends mails meanwhile */
  openEvent: string
  openMeeting: string
  pastEvent: string
  /** in the private network */
  hiddenEvent: string
  hiddenMeeting: string
  /** by the persona `ex`, who left */
  exEvent: string
  spareExEvent(): string
  hiddenEventComment: string
  /** the author's, not yet cancelled or deleted */
  spareEvent(): string
  spareEventComment(): string
  /** the day of the private network's events, the first of that day */
  eventDay: string
  /** a public post of the author's that is not deleted yet, and a comment of his */
  sparePost(): string
  spareComment(): string
  /** the author's questions to the assistant; the spare ones are not deleted yet */
  question: string
  spareQuestion(): string
}

export interface Request {
  method: string
  path: string
  body?: Record<string, unknown>
}

export interface Row {
  operation: string
  /** the item, if it makes a difference */
  on: string
  request(things: Things): Request
  /** the status for each persona */
  expects: Record<Persona, number>
  /** for an allowed read: does this persona find the private network's items in the response? */
  hides?: boolean
}

const everyone = (status: number): Row['expects'] => ({
  visitor: status,
  unverified: status,
  member: status,
  author: status,
  insider: status,
  ex: status,
})
/** Visitors are asked to sign in. */
const members = (status: number): Row['expects'] => ({ ...everyone(status), visitor: 401, unverified: 401 })
/** For everyone outside it does not exist. */
const insidersRead = { ...everyone(404), author: 200, insider: 200 }
/** Members stay members; nobody else can join this way. */
const insidersOnly = (refused: number) => ({ ...members(refused), author: 200, insider: 200 })
const insidersWrite = (status: number) => ({ ...members(404), author: status, insider: status })

/** Only the author may; others who can read it get a refusal that says so. */
const authorWrites = { ...members(403), author: 200 }
/** The same in the private network. */
const insideAuthorWrites = { ...members(404), author: 200, insider: 403 }

const get = (path: (things: Things) => string) => (things: Things) => ({ method: 'GET', path: path(things) })
const edit = (target: (things: Things) => string) => (things: Things) => ({
  method: 'PATCH',
  path: target(things),
  body: { content: `Changed. ${randomUUID()}` },
})
const comment = (post: (things: Things) => string) => (things: Things) => ({
  method: 'POST',
  path: `/posts/${post(things)}/comments`,
  body: { content: 'Same here.', id: randomUUID() },
})
const vote = (target: (things: Things) => string) => (things: Things) => ({
  method: 'PUT',
  path: `${target(things)}/vote`,
  body: { direction: 'up' },
})

const question = () => ({ id: randomUUID(), question: `Zorblax? ${randomUUID()}` })

export const ROWS: Row[] = [
  { operation: 'getViewer', on: 'oneself', request: get(() => '/me'), expects: everyone(200) },
  { operation: 'listDevices', on: 'oneself', request: get(() => '/me/devices'), expects: members(200) },
  {
    operation: 'signOutDevice',
    on: "another man's device",
    request: ({ device }) => ({ method: 'DELETE', path: `/me/devices/${device}` }),
    expects: members(404),
  },
  { operation: 'getBadges', on: 'oneself', request: get(() => '/me/badges'), expects: members(200) },
  { operation: 'getDay', on: 'oneself', request: get(() => '/me/day'), expects: members(200), hides: true },
  {
    operation: 'markSeen',
    on: 'oneself',
    request: () => ({ method: 'PUT', path: '/me/seen/feed', body: {} }),
    expects: members(200),
  },
  {
    operation: 'signOutOthers',
    on: 'oneself',
    request: () => ({ method: 'DELETE', path: '/me/devices' }),
    expects: members(200),
  },
  {
    operation: 'setDarkMode',
    on: 'oneself',
    request: () => ({ method: 'PUT', path: '/me/dark-mode', body: { dark_mode_enabled: true } }),
    expects: members(200),
  },
  { operation: 'getLocalProfile', on: 'oneself', request: get(() => '/me/local'), expects: members(200) },
  { operation: 'getOwnProfile', on: 'oneself', request: get(() => '/me/profile'), expects: members(200) },
  {
    operation: 'updateProfile',
    on: 'oneself',
    request: () => ({ method: 'PATCH', path: '/me/profile', body: { bio: `Two girls. ${randomUUID()}` } }),
    expects: members(200),
  },
  {
    operation: 'setLocalMode',
    on: 'oneself',
    request: () => ({ method: 'PUT', path: '/me/local-mode', body: { enabled: true } }),
    expects: members(200),
  },
  {
    operation: 'updateLocation',
    on: 'oneself, in words',
    request: () => ({ method: 'PUT', path: '/me/location', body: { location: 'Leeds' } }),
    expects: members(200),
  },
  {
    operation: 'updateLocation',
    on: 'oneself, as a position',
    request: () => ({ method: 'PUT', path: '/me/location', body: { latitude: 1, longitude: 1 } }),
    expects: members(200),
  },
  {
    operation: 'listNearby',
    on: 'others, with local mode on',
    request: get(() => '/nearby'),
    expects: members(200),
  },
  { operation: 'getNotices', on: 'oneself', request: get(() => '/me/notices'), expects: members(200) },
  {
    operation: 'setNotices',
    on: 'oneself',
    request: () => ({ method: 'PUT', path: '/me/notices', body: { wanted: true } }),
    expects: members(200),
  },
  {
    operation: 'stopPodMails',
    on: 'a link that is none',
    request: () => ({
      method: 'POST',
      path: '/notices/stop-of-pod',
      body: { key: randomUUID(), pod_id: randomUUID(), kind: 'recap' },
    }),
    expects: everyone(404),
  },
  {
    operation: 'stopNotices',
    on: 'a link that is none',
    request: () => ({ method: 'POST', path: '/notices/stop', body: { key: randomUUID() } }),
    expects: everyone(404),
  },
  {
    operation: 'removeAvatar',
    on: 'oneself',
    request: () => ({ method: 'DELETE', path: '/me/images/avatar' }),
    expects: members(200),
  },
  {
    operation: 'removeGroupImage',
    on: 'the network of which the author is an admin',
    request: ({ network }) => ({ method: 'DELETE', path: `/groups/${network}/images/banner` }),
    expects: { ...members(403), author: 200 },
  },
  {
    operation: 'getMember',
    on: 'a profile',
    request: get(({ username }) => `/members/${username}`),
    expects: everyone(200),
  },
  { operation: 'listCategories', on: 'all', request: get(() => '/categories'), expects: everyone(200), hides: true },
  {
    operation: 'getCategory',
    on: 'one',
    request: get(({ category }) => `/categories/${category.slug}`),
    expects: everyone(200),
    hides: true,
  },
  { operation: 'listFeed', on: 'the feed', request: get(() => '/feed'), expects: everyone(200), hides: true },
  {
    operation: 'listCategoryPosts',
    on: 'a category',
    request: get(({ category }) => `/categories/${category.slug}/posts`),
    expects: everyone(200),
    hides: true,
  },
  {
    operation: 'listMemberPosts',
    on: "the author's posts",
    request: get(({ username }) => `/members/${username}/posts`),
    expects: everyone(200),
    hides: true,
  },
  {
    operation: 'listMemberComments',
    on: "the author's comments",
    request: get(({ username }) => `/members/${username}/comments`),
    expects: everyone(200),
    hides: true,
  },
  {
    operation: 'getPost',
    on: 'an open post',
    request: get(({ openPost }) => `/posts/${openPost}`),
    expects: everyone(200),
  },
  {
    operation: 'getPost',
    on: 'a hidden post',
    request: get(({ hiddenPost }) => `/posts/${hiddenPost}`),
    expects: insidersRead,
  },
  {
    operation: 'getPost',
    on: 'a hidden post by one who left',
    request: get(({ exPost }) => `/posts/${exPost}`),
    expects: insidersRead,
  },
  {
    operation: 'createPost',
    on: 'a category',
    request: ({ category }) => ({
      method: 'POST',
      path: '/posts',
      body: { id: randomUUID(), type: 'text', title: 'Hello', content: 'Hello there.', category_id: category.id },
    }),
    expects: members(201),
  },
  {
    operation: 'getThread',
    on: 'an open post',
    request: get(({ openPost }) => `/posts/${openPost}/thread`),
    expects: everyone(200),
  },
  {
    operation: 'getThread',
    on: 'a hidden post',
    request: get(({ hiddenPost }) => `/posts/${hiddenPost}/thread`),
    expects: insidersRead,
  },
  {
    operation: 'listComments',
    on: 'an open post',
    request: get(({ openPost }) => `/posts/${openPost}/comments`),
    expects: everyone(200),
  },
  {
    operation: 'listComments',
    on: 'a hidden post',
    request: get(({ hiddenPost }) => `/posts/${hiddenPost}/comments`),
    expects: insidersRead,
  },
  {
    operation: 'createComment',
    on: 'an open post',
    request: comment(({ openPost }) => openPost),
    expects: members(201),
  },
  {
    operation: 'createComment',
    on: 'a hidden post',
    request: comment(({ hiddenPost }) => hiddenPost),
    expects: insidersWrite(201),
  },
  {
    operation: 'createComment',
    on: 'a hidden post by one who left',
    request: comment(({ exPost }) => exPost),
    expects: insidersWrite(201),
  },
  {
    operation: 'castPostVote',
    on: 'an open post',
    request: vote(({ openPost }) => `/posts/${openPost}`),
    expects: members(200),
  },
  {
    operation: 'castPostVote',
    on: 'a hidden post',
    request: vote(({ hiddenPost }) => `/posts/${hiddenPost}`),
    expects: insidersWrite(200),
  },
  {
    operation: 'castCommentVote',
    on: 'an open comment',
    request: vote(({ openComment }) => `/comments/${openComment}`),
    expects: members(200),
  },
  {
    operation: 'castCommentVote',
    on: 'a hidden comment',
    request: vote(({ hiddenComment }) => `/comments/${hiddenComment}`),
    expects: insidersWrite(200),
  },
  {
    operation: 'castCommentVote',
    on: 'a hidden comment by one who left',
    request: vote(({ exComment }) => `/comments/${exComment}`),
    expects: insidersWrite(200),
  },
  {
    operation: 'createPost',
    on: 'a category, as a poll',
    request: ({ category }) => ({
      method: 'POST',
      path: '/posts',
      body: {
        id: randomUUID(),
        type: 'poll',
        title: 'Hello',
        content: 'Hello there.',
        category_id: category.id,
        poll_options: ['One', 'Two'],
      },
    }),
    expects: members(201),
  },
  {
    operation: 'createPost',
    on: 'a private network',
    request: ({ category, network }) => ({
      method: 'POST',
      path: '/posts',
      body: {
        id: randomUUID(),
        type: 'text',
        title: 'Hello',
        content: 'Hello there.',
        category_id: category.id,
        group_id: network,
      },
    }),
    expects: insidersWrite(201),
  },
  {
    operation: 'editPost',
    on: 'an open post',
    request: edit(({ openPost }) => `/posts/${openPost}`),
    expects: authorWrites,
  },
  {
    operation: 'editPost',
    on: 'a hidden post',
    request: edit(({ hiddenPost }) => `/posts/${hiddenPost}`),
    expects: insideAuthorWrites,
  },
  {
    operation: 'editPost',
    on: 'a hidden post by one who left',
    request: edit(({ exPost }) => `/posts/${exPost}`),
    expects: { ...members(404), author: 403, insider: 403 },
  },
  {
    operation: 'deletePost',
    on: 'an open post',
    request: ({ sparePost }) => ({ method: 'DELETE', path: `/posts/${sparePost()}` }),
    expects: authorWrites,
  },
  {
    operation: 'deletePost',
    on: 'a hidden post by one who left',
    request: ({ exPost }) => ({ method: 'DELETE', path: `/posts/${exPost}` }),
    expects: { ...members(404), author: 403, insider: 403 },
  },
  {
    operation: 'editComment',
    on: 'an open comment',
    request: edit(({ openComment }) => `/comments/${openComment}`),
    expects: authorWrites,
  },
  {
    operation: 'editComment',
    on: 'a hidden comment',
    request: edit(({ hiddenComment }) => `/comments/${hiddenComment}`),
    expects: insideAuthorWrites,
  },
  {
    operation: 'editComment',
    on: 'a hidden comment by one who left',
    request: edit(({ exComment }) => `/comments/${exComment}`),
    expects: { ...members(404), author: 403, insider: 403 },
  },
  {
    operation: 'deleteComment',
    on: 'an open comment',
    request: ({ spareComment }) => ({ method: 'DELETE', path: `/comments/${spareComment()}` }),
    expects: authorWrites,
  },
  {
    operation: 'deleteComment',
    on: 'a hidden comment by one who left',
    request: ({ exComment }) => ({ method: 'DELETE', path: `/comments/${exComment}` }),
    expects: { ...members(404), author: 403, insider: 403 },
  },
  {
    operation: 'castPollVote',
    on: 'an open poll',
    request: ({ openPoll, pollOption }) => ({
      method: 'PUT',
      path: `/posts/${openPoll}/poll-vote`,
      body: { option_id: pollOption },
    }),
    expects: members(200),
  },
  {
    operation: 'castPollVote',
    on: 'a hidden poll',
    request: ({ hiddenPoll, hiddenOption }) => ({
      method: 'PUT',
      path: `/posts/${hiddenPoll}/poll-vote`,
      body: { option_id: hiddenOption },
    }),
    expects: insidersWrite(200),
  },
  {
    operation: 'castPollVote',
    on: "an open poll, by another poll's option",
    request: ({ openPoll, hiddenOption }) => ({
      method: 'PUT',
      path: `/posts/${openPoll}/poll-vote`,
      body: { option_id: hiddenOption },
    }),
    expects: members(404),
  },
  {
    operation: 'searchPosts',
    on: 'words of the private network',
    request: get(() => '/search?q=inside'),
    expects: everyone(200),
    hides: true,
  },
  { operation: 'listGroups', on: 'all', request: get(() => '/groups'), expects: members(200) },
  { operation: 'getGroupsOverview', on: 'all', request: get(() => '/me/groups/overview'), expects: members(200) },
  { operation: 'listMyGroups', on: 'oneself', request: get(() => '/me/groups'), expects: members(200), hides: true },
  {
    operation: 'getGroup',
    on: 'the private network: its head',
    request: get(({ networkSlug }) => `/groups/named/${networkSlug}`),
    expects: everyone(200),
  },
  {
    operation: 'listGroupPosts',
    on: 'a public network',
    request: get(({ openNetwork }) => `/groups/named/${openNetwork.slug}/posts`),
    expects: everyone(200),
  },
  {
    operation: 'listGroupPosts',
    on: 'the private network',
    request: get(({ networkSlug }) => `/groups/named/${networkSlug}/posts`),
    expects: { ...everyone(403), author: 200, insider: 200 },
  },
  {
    operation: 'listGroupMembers',
    on: 'a public network',
    request: get(({ openNetwork }) => `/groups/named/${openNetwork.slug}/members`),
    expects: members(200),
  },
  {
    operation: 'listGroupMembers',
    on: 'the private network',
    request: get(({ networkSlug }) => `/groups/named/${networkSlug}/members`),
    expects: { ...members(403), author: 200, insider: 200 },
  },
  {
    operation: 'joinGroup',
    on: 'a public network',
    request: ({ openNetwork }) => ({ method: 'PUT', path: `/groups/${openNetwork.id}/membership` }),
    expects: members(200),
  },
  {
    operation: 'joinGroup',
    on: 'the private network',
    request: ({ network }) => ({ method: 'PUT', path: `/groups/${network}/membership` }),
    expects: { ...members(403), author: 200, insider: 200 },
  },
  {
    operation: 'leaveGroup',
    on: 'a public network',
    request: ({ openNetwork }) => ({ method: 'DELETE', path: `/groups/${openNetwork.id}/membership` }),
    expects: members(200),
  },
  {
    operation: 'leaveGroup',
    on: 'a public network, once more',
    request: ({ openNetwork }) => ({ method: 'DELETE', path: `/groups/${openNetwork.id}/membership` }),
    expects: members(403),
  },
  {
    operation: 'takeOutGroupMember',
    on: 'a private network, of one of its members',
    request: ({ spareNetwork, insider }) => ({
      method: 'PUT',
      path: `/groups/${spareNetwork()}/exclusions/${insider}`,
      body: { reason: 'Because.' },
    }),
    expects: authorWrites,
  },
  {
    operation: 'requestToJoinGroup',
    on: 'a public network',
    request: ({ openNetwork }) => ({ method: 'POST', path: `/groups/${openNetwork.id}/requests`, body: {} }),
    expects: members(409),
  },
  {
    operation: 'requestToJoinGroup',
    on: 'the private network',
    request: ({ network }) => ({ method: 'POST', path: `/groups/${network}/requests`, body: {} }),
    expects: { ...members(200), author: 409, insider: 409 },
  },
  {
    operation: 'listGroupRequests',
    on: 'the private network',
    request: get(({ network }) => `/groups/${network}/requests`),
    expects: { ...members(403), author: 200 },
  },
  {
    operation: 'decideGroupRequest',
    on: "a stranger's request",
    request: ({ groupRequest }) => ({
      method: 'PUT',
      path: `/group-requests/${groupRequest}/decision`,
      body: { decision: 'decline' },
    }),
    expects: { ...members(404), author: 200 },
  },
  {
    operation: 'editGroup',
    on: 'the private network',
    request: ({ network }) => ({
      method: 'PATCH',
      path: `/groups/${network}`,
      body: { description: `Changed. ${randomUUID()}` },
    }),
    expects: { ...members(403), author: 200 },
  },
  {
    operation: 'suggestGroup',
    on: 'oneself',
    request: () => ({
      method: 'POST',
      path: '/group-suggestions',
      body: { id: randomUUID(), group_name: 'Dads of Twins', description: 'Two at once.' },
    }),
    expects: members(201),
  },
  { operation: 'listSuggestions', on: 'all', request: get(() => '/group-suggestions'), expects: members(404) },
  {
    operation: 'decideSuggestion',
    on: 'one',
    request: ({ suggestion }) => ({
      method: 'PUT',
      path: `/group-suggestions/${suggestion}/decision`,
      body: { decision: 'approve', is_public: true },
    }),
    expects: members(404),
  },
]

const ROUND_PLACE = ({ roundPod }: Things) => `/pods/${roundPod}`
const put = (path: (things: Things) => string, body: object) => (things: Things) => ({
  method: 'PUT',
  path: path(things),
  body: { ...body },
})
const remove = (path: (things: Things) => string) => (things: Things) => ({ method: 'DELETE', path: path(things) })
const AT_DOOR = 'a private pod with open places'
const DOOR = ({ doorPod }: Things) => `/pods/${doorPod}/door`
const LOOKS = { stages: ['grown'], time_zone: 'UTC', weeks: 4, aims: ['work'] }

ROWS.push(
  {
    operation: 'getOwnSearch',
    on: 'oneself',
    request: get(() => '/me/pod-search'),
    expects: members(200),
    hides: true,
  },
  { operation: 'lookForPod', on: 'oneself', request: put(() => '/me/pod-search', LOOKS), expects: members(200) },
  { operation: 'stopLooking', on: 'oneself', request: remove(() => '/me/pod-search'), expects: members(200) },
  {
    operation: 'answerInvitation',
    on: "a stranger's invitation",
    request: put(({ invitation }) => `/me/pod-invitations/${invitation}`, { answer: 'accept' }),
    expects: members(404),
  },
  { operation: 'getDoor', on: AT_DOOR, request: get(DOOR), expects: insidersWrite(200) },
  { operation: 'openDoor', on: AT_DOOR, request: put(DOOR, { places: 3 }), expects: insideAuthorWrites },
  {
    operation: 'inviteSeeker',
    on: 'a man who fits',
    request: put(({ doorPod, seeker }) => `/pods/${doorPod}/invitations/${seeker}`, {}),
    expects: insideAuthorWrites,
  },
  {
    operation: 'passOver',
    on: 'a man who fits',
    request: put(({ doorPod, otherSeeker }) => `/pods/${doorPod}/passed/${otherSeeker}`, {}),
    expects: insideAuthorWrites,
  },
  {
    operation: 'sayFit',
    on: 'a man on trial',
    request: put(({ doorPod, onTrial }) => `/pods/${doorPod}/trials/${onTrial}`, { fits: false }),
    expects: insidersWrite(200),
  },
  { operation: 'closeDoor', on: AT_DOOR, request: remove(DOOR), expects: insideAuthorWrites },
)

const IN_POD = 'a private pod with rounds'

ROWS.push(
  {
    operation: 'getRounds',
    on: IN_POD,
    request: get((things) => `${ROUND_PLACE(things)}/rounds`),
    expects: insidersWrite(200),
  },
  {
    operation: 'listRounds',
    on: IN_POD,
    request: get((things) => `${ROUND_PLACE(things)}/rounds/closed`),
    expects: insidersWrite(200),
  },
  {
    operation: 'setRhythm',
    on: IN_POD,
    request: put((things) => `${ROUND_PLACE(things)}/rhythm`, {
      ...{ weekday: 3, time: '20:00', time_zone: 'Europe/London', weeks: 2 },
    }),
    expects: insidersWrite(200),
  },
  {
    operation: 'endRhythm',
    on: IN_POD,
    request: remove((things) => `${ROUND_PLACE(things)}/rhythm`),
    expects: insidersWrite(200),
  },
  {
    operation: 'keepRhythm',
    on: IN_POD,
    request: (things) => ({ method: 'POST', path: `${ROUND_PLACE(things)}/rhythm/keep` }),
    expects: insidersWrite(200),
  },
  {
    operation: 'checkIn',
    on: 'the open round of a private pod',
    request: put(({ openRound }) => `/rounds/${openRound}/check-in`, { outcome: 'kept', win: 'Home by six.' }),
    expects: insidersWrite(200),
  },
  {
    operation: 'setPause',
    on: IN_POD,
    request: put(({ roundPod }) => `/me/pods/${roundPod}/pause`, { reason: 'travel' }),
    expects: insidersWrite(200),
  },
  {
    operation: 'endPause',
    on: IN_POD,
    request: remove(({ roundPod }) => `/me/pods/${roundPod}/pause`),
    expects: insidersWrite(200),
  },
  {
    operation: 'setReminders',
    on: IN_POD,
    request: put(({ roundPod }) => `/me/pods/${roundPod}/reminders`, { reminders: 'notice' }),
    expects: insidersWrite(200),
  },
  {
    operation: 'setStoppedMails',
    on: IN_POD,
    request: put(({ roundPod }) => `/me/pods/${roundPod}/stopped-mails`, { stopped: ['recap'] }),
    expects: insidersWrite(200),
  },
  {
    operation: 'listOwnCheckIns',
    on: 'oneself',
    request: get(() => '/me/check-ins'),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'deleteCheckIn',
    on: "the author's, of a closed round",
    request: remove(({ checkIn }) => `/me/check-ins/${checkIn}`),
    expects: { ...members(404), author: 200 },
  },
  {
    operation: 'deleteOwnCheckIns',
    on: 'a pod, where only members find any',
    request: remove(({ roundPod }) => `/me/pods/${roundPod}/check-ins`),
    expects: members(200),
  },
  {
    operation: 'takeHost',
    on: 'the open round of a private pod',
    request: put(({ openRound }) => `/rounds/${openRound}/host`, {}),
    expects: insidersWrite(200),
  },
  {
    operation: 'declineHost',
    on: 'the open round of a private pod',
    request: remove(({ openRound }) => `/rounds/${openRound}/host`),
    expects: insidersWrite(200),
  },
  {
    operation: 'answerWriteRequest',
    on: 'a pod in which nobody is asked to write',
    request: put(({ roundPod }) => `/me/pods/${roundPod}/write-request`, { answer: 'done' }),
    expects: members(404),
  },
  {
    operation: 'stayInPod',
    on: IN_POD,
    request: put(({ roundPod }) => `/me/pods/${roundPod}/sign`, {}),
    expects: insidersWrite(200),
  },
  {
    operation: 'setLeftAlone',
    on: IN_POD,
    request: put(({ roundPod }) => `/me/pods/${roundPod}/left-alone`, { until: `${daysAhead(7)}T12:00:00.000Z` }),
    expects: insidersWrite(200),
  },
  {
    operation: 'endLeftAlone',
    on: IN_POD,
    request: remove(({ roundPod }) => `/me/pods/${roundPod}/left-alone`),
    expects: insidersWrite(200),
  },
)

const END_OF_SEASON = 'a private pod at the end of its season'
const ENDED = 'a pod that has ended'
ROWS.push(
  {
    operation: 'getSeason',
    on: END_OF_SEASON,
    request: get(({ askedPod }) => `/pods/${askedPod}/season`),
    expects: insidersWrite(200),
  },
  {
    operation: 'answerSeason',
    on: END_OF_SEASON,
    request: put(({ askedPod }) => `/me/pods/${askedPod}/season`, { season: 1, answer: 'on' }),
    expects: insidersWrite(200),
  },
  {
    operation: 'getPod',
    on: ENDED,
    request: get(({ endedSlug }) => `/pods/${endedSlug}`),
    expects: insidersWrite(200),
  },
  {
    operation: 'getRounds',
    on: ENDED,
    request: get(({ endedPod }) => `/pods/${endedPod}/rounds`),
    expects: insidersWrite(200),
  },
  {
    operation: 'getSeason',
    on: ENDED,
    request: get(({ endedPod }) => `/pods/${endedPod}/season`),
    expects: insidersWrite(200),
  },
  {
    operation: 'listMessages',
    on: ENDED,
    request: get(({ endedPod }) => `/chat/pod/${endedPod}/messages`),
    expects: insidersWrite(200),
  },
  {
    operation: 'sendMessage',
    on: ENDED,
    request: ({ endedPod }) => ({
      method: 'POST',
      path: `/chat/pod/${endedPod}/messages`,
      body: { id: randomUUID(), content: 'Evening.' },
    }),
    expects: insidersWrite(409),
  },
  {
    operation: 'setRhythm',
    on: ENDED,
    request: put(({ endedPod }) => `/pods/${endedPod}/rhythm`, {
      ...{ weekday: 3, time: '20:00', time_zone: 'Europe/London', weeks: 2 },
    }),
    expects: members(404),
  },
  {
    operation: 'setPause',
    on: ENDED,
    request: put(({ endedPod }) => `/me/pods/${endedPod}/pause`, { reason: 'travel' }),
    expects: members(404),
  },
)

/** Signed in, but not in the pod. */
const outsiders = (status: number) => ({ ...members(status), author: 200, insider: 200 })
const newPod = (more: (things: Things) => object) => (things: Things) => ({
  method: 'POST',
  path: '/pods',
  body: { id: randomUUID(), name: `Pod ${randomUUID()}`, ...more(things) },
})

ROWS.push(
  { operation: 'listPods', on: 'all', request: get(() => '/pods'), expects: members(200), hides: true },
  {
    operation: 'getPod',
    on: 'an open pod',
    request: get(({ openPod }) => `/pods/${openPod.slug}`),
    expects: members(200),
  },
  {
    operation: 'getPod',
    on: 'a private pod',
    request: get(({ shutPod }) => `/pods/${shutPod.slug}`),
    expects: members(200),
  },
  {
    operation: 'getPod',
    on: 'a deleted pod',
    request: get(({ deletedPod }) => `/pods/${deletedPod}`),
    expects: members(404),
  },
  { operation: 'createPod', on: 'nothing', request: newPod(() => ({})), expects: members(201) },
  {
    operation: 'createPod',
    on: 'a private network',
    request: newPod(({ network }) => ({ group_id: network })),
    expects: insidersWrite(201),
  },
  {
    operation: 'joinPod',
    on: 'an open pod',
    request: ({ openPod }) => ({ method: 'PUT', path: `/pods/${openPod.id}/membership` }),
    expects: members(200),
  },
  {
    operation: 'joinPod',
    on: 'a private pod, where whoever is in it stays',
    request: ({ shutPod }) => ({ method: 'PUT', path: `/pods/${shutPod.id}/membership` }),
    expects: outsiders(403),
  },
  {
    operation: 'leavePod',
    on: 'a pod, which its maker hands over or deletes instead',
    request: ({ sparePod }) => ({ method: 'DELETE', path: `/pods/${sparePod()}/membership` }),
    expects: { ...outsiders(403), author: 409 },
  },
  {
    operation: 'deletePod',
    on: 'a pod',
    request: ({ sparePod }) => ({ method: 'DELETE', path: `/pods/${sparePod()}` }),
    expects: authorWrites,
  },
  {
    operation: 'handOverPod',
    on: 'a pod, to one who is in it',
    request: ({ sparePod, insider }) => ({ method: 'PUT', path: `/pods/${sparePod()}/creator`, body: { to: insider } }),
    expects: authorWrites,
  },
  {
    operation: 'takeOutPodMember',
    on: 'a pod, of one who is in it',
    request: ({ sparePod, insider }) => ({
      method: 'PUT',
      path: `/pods/${sparePod()}/exclusions/${insider}`,
      body: { reason: 'Because.' },
    }),
    expects: authorWrites,
  },
  {
    operation: 'requestToJoinPod',
    on: 'a private pod',
    request: ({ shutPod }) => ({ method: 'PUT', path: `/pods/${shutPod.id}/request` }),
    expects: { ...members(200), author: 403, insider: 409 },
  },
  {
    operation: 'listOwnCommunities',
    on: 'oneself',
    request: get(() => '/me/communities'),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'listPodRequests',
    on: 'a private pod, where only its maker finds any',
    request: get(({ shutPod }) => `/me/pod-requests?pod_id=${shutPod.id}`),
    expects: members(200),
  },
  {
    operation: 'decidePodRequest',
    on: "a stranger's request",
    request: ({ podRequest }) => ({
      method: 'PUT',
      path: `/me/pod-requests/${podRequest}`,
      body: { decision: 'rejected' },
    }),
    expects: { ...members(404), author: 200 },
  },
)

const newEvent = (more: (things: Things) => object) => (things: Things) => ({
  method: 'POST',
  path: '/events',
  body: {
    ...{ id: randomUUID(), title: 'Swim', location: 'The lido', event_date: things.eventDay, event_time: '12:00' },
    ...{ time_zone: 'Europe/London', ...more(things) },
  },
})
const editEvent = (of: (things: Things) => string) => (things: Things) => ({
  method: 'PATCH',
  path: `/events/${of(things)}`,
  body: { title: `Changed. ${randomUUID()}` },
})
const cancel = (of: (things: Things) => string) => (things: Things) => ({
  method: 'PUT',
  path: `/events/${of(things)}/cancellation`,
})
const attend = (of: (things: Things) => string) => (things: Things) => ({
  method: 'PUT',
  path: `/events/${of(things)}/attendance`,
  body: { going: true },
})
const say = (of: (things: Things) => string) => (things: Things) => ({
  method: 'POST',
  path: `/events/${of(things)}/comments`,
  body: { comment_id: randomUUID(), content: 'See you there.' },
})
const feed = (method: string) => () => ({ method, path: '/me/calendar-feed' })
const exWrites = { ...members(404), author: 403, insider: 403 }

/** All of them have local mode on. */
ROWS.push(
  {
    operation: 'listEvents',
    on: 'all',
    request: get(() => '/events?scope=everywhere'),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'listEvents',
    on: 'the day of the private ones',
    request: get(({ eventDay }) => `/events?scope=everywhere&day=${eventDay}`),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'listEvents',
    on: 'words of the private network',
    request: get(() => '/events?scope=everywhere&q=inside'),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'listWeek',
    on: 'the week of the private ones',
    request: get(({ eventDay }) => `/events/week?scope=everywhere&day=${eventDay}`),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'listGroupEvents',
    on: 'a public network',
    request: get(({ openNetwork }) => `/groups/named/${openNetwork.slug}/events`),
    expects: everyone(200),
  },
  {
    operation: 'listGroupEvents',
    on: 'the private network',
    request: get(({ networkSlug }) => `/groups/named/${networkSlug}/events`),
    expects: { ...everyone(403), author: 200, insider: 200 },
  },
  {
    operation: 'getEvent',
    on: 'an open event',
    request: get(({ openEvent }) => `/events/${openEvent}`),
    expects: everyone(200),
  },
  {
    operation: 'getEvent',
    on: 'a hidden event',
    request: get(({ hiddenEvent }) => `/events/${hiddenEvent}`),
    expects: insidersRead,
  },
  {
    operation: 'getEvent',
    on: 'a hidden event by one who left',
    request: get(({ exEvent }) => `/events/${exEvent}`),
    expects: insidersRead,
  },
  { operation: 'createEvent', on: 'nothing', request: newEvent(() => ({})), expects: members(201) },
  {
    operation: 'createEvent',
    on: 'a private network',
    request: newEvent(({ network }) => ({ group_id: network })),
    expects: insidersWrite(201),
  },
  {
    operation: 'editEvent',
    on: 'an open event',
    request: editEvent(({ openEvent }) => openEvent),
    expects: authorWrites,
  },
  {
    operation: 'editEvent',
    on: 'a hidden event',
    request: editEvent(({ hiddenEvent }) => hiddenEvent),
    expects: insideAuthorWrites,
  },
  {
    operation: 'editEvent',
    on: 'a hidden event by one who left',
    request: editEvent(({ exEvent }) => exEvent),
    expects: exWrites,
  },
  {
    operation: 'editEvent',
    on: 'an event that is over',
    request: editEvent(({ pastEvent }) => pastEvent),
    expects: { ...members(403), author: 409 },
  },
  {
    operation: 'cancelEvent',
    on: 'an open event',
    request: cancel(({ spareEvent }) => spareEvent()),
    expects: authorWrites,
  },
  {
    operation: 'cancelEvent',
    on: 'a hidden event by one who left',
    request: cancel(({ spareExEvent }) => spareExEvent()),
    // the author is its network's admin
    expects: { ...exWrites, author: 200 },
  },
  {
    operation: 'attendEvent',
    on: 'an open event',
    request: attend(({ openMeeting }) => openMeeting),
    expects: members(200),
  },
  {
    operation: 'attendEvent',
    on: 'a hidden event',
    request: attend(({ hiddenMeeting }) => hiddenMeeting),
    expects: insidersWrite(200),
  },
  {
    operation: 'attendEvent',
    on: 'a hidden event by one who left',
    request: attend(({ exEvent }) => exEvent),
    expects: insidersWrite(200),
  },
  {
    operation: 'attendEvent',
    on: 'an event that is over, where its maker is',
    request: attend(({ pastEvent }) => pastEvent),
    expects: { ...members(409), author: 200 },
  },
  {
    operation: 'listEventComments',
    on: 'an open event',
    request: get(({ openEvent }) => `/events/${openEvent}/comments`),
    expects: everyone(200),
  },
  {
    operation: 'listEventComments',
    on: 'a hidden event',
    request: get(({ hiddenMeeting }) => `/events/${hiddenMeeting}/comments`),
    expects: insidersRead,
  },
  {
    operation: 'createEventComment',
    on: 'an open event',
    request: say(({ openMeeting }) => openMeeting),
    expects: members(201),
  },
  {
    operation: 'createEventComment',
    on: 'a hidden event',
    request: say(({ hiddenMeeting }) => hiddenMeeting),
    expects: insidersWrite(201),
  },
  {
    operation: 'deleteEventComment',
    on: 'a comment on an open event',
    request: ({ spareEventComment }) => ({ method: 'DELETE', path: `/event-comments/${spareEventComment()}` }),
    expects: authorWrites,
  },
  {
    operation: 'deleteEventComment',
    on: 'a comment on a hidden event, by one who left',
    request: ({ hiddenEventComment }) => ({ method: 'DELETE', path: `/event-comments/${hiddenEventComment}` }),
    expects: exWrites,
  },
  { operation: 'getCalendarFeed', on: 'oneself', request: feed('GET'), expects: members(200) },
  { operation: 'renewCalendarFeed', on: 'oneself', request: feed('PUT'), expects: members(200) },
  { operation: 'revokeCalendarFeed', on: 'oneself', request: feed('DELETE'), expects: members(200) },
)

/** Conversations: for members inside only, by HTTP; test/live.test.ts has the same by socket. */
const ROOMS: ['pod' | 'group', string, (things: Things) => string][] = [
  ['pod', 'in a private pod', ({ shutPod }) => shutPod.id],
  ['group', 'in a private network', ({ network }) => network],
]
for (const [room, on, of] of ROOMS) {
  const messages = (things: Things) => `/chat/${room}/${of(things)}/messages`
  ROWS.push(
    { operation: 'listMessages', on, request: get(messages), expects: insidersWrite(200) },
    {
      operation: 'sendMessage',
      on,
      request: (things) => ({
        method: 'POST',
        path: messages(things),
        body: { id: randomUUID(), content: 'Evening.' },
      }),
      expects: insidersWrite(201),
    },
    {
      operation: 'deleteMessage',
      on,
      request: (things) => ({ method: 'DELETE', path: `${messages(things)}/${things.spareMessage(room)}` }),
      expects: insideAuthorWrites,
    },
    {
      operation: 'markRead',
      on,
      request: (things) => ({ method: 'PUT', path: `/chat/${room}/${of(things)}/read`, body: { seq: 1 } }),
      expects: insidersWrite(200),
    },
  )
}

/** The first steps belong to each member alone; what he joins there opens to him as it does elsewhere. */
const step = (name: string, body: Record<string, unknown>) => () => ({
  method: 'PUT',
  path: `/me/onboarding/${name}`,
  body,
})
ROWS.push(
  { operation: 'getOnboarding', on: 'oneself', request: get(() => '/me/onboarding'), expects: members(200) },
  {
    operation: 'saveProfileStep',
    on: 'oneself',
    request: step('profile', { first_name: 'Sam', last_name: 'Reed', display_name: 'Sam' }),
    expects: members(200),
  },
  {
    operation: 'saveInterests',
    on: 'oneself',
    request: step('interests', { interests: ['Cooking', 'Travel', 'Music'] }),
    expects: members(200),
  },
  {
    operation: 'saveGoals',
    on: 'oneself',
    request: step('goals', { goals: ['Learn new skills'] }),
    expects: members(200),
  },
  {
    operation: 'listOfferedGroups',
    on: 'networks',
    request: get(() => '/me/onboarding/groups'),
    expects: members(200),
    hides: true,
  },
  {
    operation: 'joinOfferedGroups',
    on: 'a public network',
    request: ({ openNetwork }) => step('groups', { group_ids: [openNetwork.id] })(),
    expects: members(200),
  },
  {
    operation: 'joinOfferedGroups',
    on: 'the private network',
    request: ({ network }) => step('groups', { group_ids: [network] })(),
    expects: insidersOnly(409),
  },
  { operation: 'listOfferedPods', on: 'pods', request: get(() => '/me/onboarding/pods'), expects: members(200) },
  {
    operation: 'createFirstPod',
    on: 'a new one',
    request: () => ({ method: 'POST', path: '/me/onboarding/pods', body: { name: `Pod ${randomUUID()}` } }),
    expects: members(201),
  },
  {
    operation: 'joinPods',
    on: 'a pod that is open to all',
    request: ({ openPod }) => step('pods', { pod_ids: [openPod.id] })(),
    expects: members(200),
  },
  {
    operation: 'joinPods',
    on: 'a pod that is shut',
    request: ({ shutPod }) => step('pods', { pod_ids: [shutPod.id] })(),
    expects: insidersOnly(409),
  },
  { operation: 'passStep', on: 'oneself', request: step('passed', { step: 'pods' }), expects: members(200) },
  {
    operation: 'completeOnboarding',
    on: 'oneself',
    request: () => ({ method: 'PUT', path: '/me/onboarding/completed' }),
    expects: members(200),
  },
  {
    operation: 'putWelcomeAway',
    on: 'oneself',
    request: () => ({ method: 'PUT', path: '/me/welcome-away' }),
    expects: members(200),
  },
)

/** Places are the same for every member; a position or an address is never asked of or sent to anyone else. */
ROWS.push(
  { operation: 'searchPlaces', on: 'a town', request: get(() => '/places?q=portland'), expects: members(200) },
  {
    operation: 'placeAt',
    on: 'a position',
    request: () => ({ method: 'POST', path: '/places/at', body: { latitude: 45.52, longitude: -122.68 } }),
    expects: members(200),
  },
  {
    operation: 'geocode',
    on: 'an address that nobody knows',
    request: () => ({ method: 'POST', path: '/geocode', body: { address: 'Nowhere Street 5' } }),
    expects: members(404),
  },
  { operation: 'getKarma', on: 'oneself', request: get(() => '/me/karma'), expects: members(200) },
  {
    operation: 'refreshScores',
    on: 'the author',
    request: ({ author }) => ({ method: 'POST', path: '/me/scores', body: { target_user_id: author } }),
    expects: authorWrites,
  },
  {
    operation: 'awardAchievements',
    on: 'the author',
    request: ({ author }) => ({ method: 'POST', path: '/me/achievements', body: { target_user_id: author } }),
    expects: authorWrites,
  },
  {
    operation: 'tellAchievements',
    on: 'oneself',
    request: () => ({ method: 'POST', path: '/me/achievements/told', body: { tab: randomUUID() } }),
    expects: members(200),
  },
)

/**
 * A member and one he does not know: a member without requests has nothing to answer, and ending a missing connection is no
 * error.
 */
const between = (action: string) => (things: Things) => `/members/${things.stranger.id}/connection${action}`
for (const [operation, method, action, status] of [
  ['acceptConnection', 'POST', '/accept', 404],
  ['declineConnection', 'POST', '/decline', 404],
  ['getConnection', 'GET', '', 200],
  ['requestConnection', 'PUT', '', 200],
  ['cancelConnectionRequest', 'DELETE', '/request', 200],
  ['removeConnection', 'DELETE', '', 200],
] as const)
  ROWS.push({
    operation,
    on: 'a stranger',
    request: (things) => ({ method, path: between(action)(things) }),
    expects: members(status),
  })
ROWS.push(
  { operation: 'listConnections', on: 'oneself', request: get(() => '/me/connections'), expects: members(200) },
  { operation: 'countConnections', on: 'oneself', request: get(() => '/me/connections/counts'), expects: members(200) },
  {
    operation: 'getBlock',
    on: 'a stranger whom nobody has blocked',
    request: get(({ stranger }) => `/members/${stranger.username}/block`),
    expects: members(200),
  },
  {
    operation: 'blockMember',
    on: 'a stranger',
    request: ({ stranger }) => ({ method: 'PUT', path: `/me/blocks/${stranger.id}` }),
    expects: members(200),
  },
  { operation: 'listBlocks', on: 'oneself', request: get(() => '/me/blocks'), expects: members(200) },
  { operation: 'listBlockedIds', on: 'oneself', request: get(() => '/me/blocks/ids'), expects: members(200) },
  {
    operation: 'unblockMember',
    on: 'a stranger',
    request: ({ stranger }) => ({ method: 'DELETE', path: `/me/blocks/${stranger.id}` }),
    expects: members(200),
  },
)

/** Reports: only of items that the member may see, and never of his own. */
const report = (kind: string, of: (things: Things) => string) => (things: Things) => ({
  method: 'POST',
  path: '/reports',
  body: { kind, id: of(things), reason: 'unkind', note: 'Look at this.' },
})
const othersReport = { ...members(200), author: 400 }
ROWS.push(
  {
    operation: 'reportThing',
    on: 'an open post',
    request: report('post', ({ openPost }) => openPost),
    expects: othersReport,
  },
  {
    operation: 'reportThing',
    on: 'a hidden post',
    request: report('post', ({ hiddenPost }) => hiddenPost),
    expects: { ...members(404), author: 400, insider: 200 },
  },
  {
    operation: 'reportThing',
    on: 'a hidden post by one who left',
    request: report('post', ({ exPost }) => exPost),
    expects: insidersWrite(200),
  },
  {
    operation: 'reportThing',
    on: 'an open comment',
    request: report('comment', ({ openComment }) => openComment),
    expects: othersReport,
  },
  {
    operation: 'reportThing',
    on: 'a hidden comment',
    request: report('comment', ({ exComment }) => exComment),
    expects: insidersWrite(200),
  },
  {
    operation: 'reportThing',
    on: 'a message in a private pod',
    request: report('message', ({ spareMessage }) => spareMessage('pod')),
    expects: { ...members(404), author: 400, insider: 200 },
  },
  {
    operation: 'reportThing',
    on: 'a message in a private network',
    request: report('message', ({ spareMessage }) => spareMessage('group')),
    expects: { ...members(404), author: 400, insider: 200 },
  },
  {
    operation: 'reportThing',
    on: 'a profile',
    request: report('profile', ({ insider }) => insider),
    expects: { ...members(200), insider: 400 },
  },
  {
    operation: 'reportThing',
    on: 'an open event',
    request: report('event', ({ openEvent }) => openEvent),
    expects: othersReport,
  },
  {
    operation: 'reportThing',
    on: 'a hidden event by one who left',
    request: report('event', ({ exEvent }) => exEvent),
    expects: insidersWrite(200),
  },
  {
    operation: 'reportThing',
    on: 'a comment on a hidden event, by one who left',
    request: report('event_comment', ({ hiddenEventComment }) => hiddenEventComment),
    expects: insidersWrite(200),
  },
)

/** None of the personas is an administrator: for each of them these operations do not exist. */
const nothing = everyone(404)
const ask = (method: string, path: (things: Things) => string, body?: Record<string, unknown>) => (things: Things) => ({
  method,
  path: path(things),
  ...(body && { body }),
})
ROWS.push(
  { operation: 'getPodFigures', on: 'all', request: ask('GET', () => '/admin/pod-figures'), expects: nothing },
  { operation: 'listReports', on: 'all', request: ask('GET', () => '/admin/reports'), expects: nothing },
  {
    operation: 'decideReport',
    on: 'one that is there',
    request: ask('PUT', ({ openCase }) => `/admin/reports/${openCase}/decision`, { decision: 'dismiss' }),
    expects: nothing,
  },
  {
    operation: 'openReport',
    on: 'one that is there',
    request: ask('PUT', ({ openCase }) => `/admin/reports/${openCase}/opened`),
    expects: nothing,
  },
  {
    operation: 'takeReport',
    on: 'one that is there',
    request: ask('PUT', ({ openCase }) => `/admin/reports/${openCase}/taken`),
    expects: nothing,
  },
  {
    operation: 'writeToAuthor',
    on: 'the author of one that is there',
    request: ask('PUT', ({ openCase }) => `/admin/reports/${openCase}/words/${randomUUID()}`, { words: 'Hello.' }),
    expects: nothing,
  },
  {
    operation: 'removeThing',
    on: 'a post',
    request: ask('PUT', ({ removedPost }) => `/admin/removed/post/${removedPost}`, { reason: 'No.' }),
    expects: nothing,
  },
  {
    operation: 'restoreThing',
    on: 'a removed post',
    request: ask('DELETE', ({ removedPost }) => `/admin/removed/post/${removedPost}`),
    expects: nothing,
  },
  { operation: 'listStandings', on: 'all', request: ask('GET', () => '/admin/members'), expects: nothing },
  {
    operation: 'suspendMember',
    on: 'a member',
    request: ask('PUT', ({ insider }) => `/admin/members/${insider}/suspension`, { reason: 'No.' }),
    expects: nothing,
  },
  {
    operation: 'restoreMember',
    on: 'a member',
    request: ask('DELETE', ({ insider }) => `/admin/members/${insider}/suspension`),
    expects: nothing,
  },
  { operation: 'listActs', on: 'all', request: ask('GET', () => '/admin/log'), expects: nothing },
  {
    operation: 'registerInterest',
    on: 'a plan',
    request: ask('POST', () => '/plans/interest', { selected_tier: 'Basic Dad' }),
    expects: members(200),
  },
  { operation: 'listHelpLines', on: 'all', request: get(() => '/help-lines'), expects: everyone(200) },
  {
    operation: 'saveHelpLine',
    on: 'a new one',
    request: ask('PUT', () => `/admin/help-lines/${randomUUID()}`, {
      ...{ country: 'GB', name: 'Somebody listens', about: 'Day and night.', phone: '116 123', url: null },
      ...{ source: 'https://example.org', checked_on: '2026-11-25' },
    }),
    expects: nothing,
  },
  {
    operation: 'deleteHelpLine',
    on: 'one that is not there',
    request: ask('DELETE', () => `/admin/help-lines/${randomUUID()}`),
    expects: nothing,
  },
  {
    operation: 'getPost',
    on: 'a removed post',
    request: get(({ removedPost }) => `/posts/${removedPost}`),
    expects: { ...everyone(404), author: 200 },
  },
  {
    operation: 'getThread',
    on: 'a removed post',
    request: get(({ removedPost }) => `/posts/${removedPost}/thread`),
    expects: { ...everyone(404), author: 200 },
  },
  {
    operation: 'editPost',
    on: 'a removed post',
    request: edit(({ removedPost }) => `/posts/${removedPost}`),
    expects: { ...members(404), author: 409 },
  },
  {
    operation: 'createComment',
    on: 'a removed post',
    request: comment(({ removedPost }) => removedPost),
    expects: members(404),
  },
  {
    operation: 'castPostVote',
    on: 'a removed post',
    request: vote(({ removedPost }) => `/posts/${removedPost}`),
    expects: members(404),
  },
  {
    operation: 'askAssistant',
    on: 'what nobody has answered',
    request: () => ({ method: 'POST', path: '/assistant/questions', body: question() }),
    expects: members(200),
  },
  {
    operation: 'streamAnswer',
    on: 'what nobody has answered',
    request: () => ({ method: 'POST', path: '/assistant/questions/stream', body: question() }),
    expects: members(200),
  },
  { operation: 'getAssistant', on: 'oneself', request: get(() => '/assistant'), expects: members(200) },
  {
    operation: 'countMonthlyQueries',
    on: "the author's",
    request: ({ author }) => ({ method: 'POST', path: '/assistant/monthly-count', body: { user_uuid: author } }),
    expects: authorWrites,
  },
)

ROWS.push(
  { operation: 'listQuestions', on: 'oneself', request: get(() => '/me/questions'), expects: members(200) },
  {
    operation: 'getQuestion',
    on: 'one of the author’s',
    request: get(({ question }) => `/me/questions/${question}`),
    expects: { ...members(404), author: 200 },
  },
  {
    operation: 'deleteQuestion',
    on: 'one of the author’s',
    request: ask('DELETE', ({ spareQuestion }) => `/me/questions/${spareQuestion()}`),
    expects: { ...members(404), author: 200 },
  },
  { operation: 'deleteQuestions', on: 'oneself', request: ask('DELETE', () => '/me/questions'), expects: members(200) },
  {
    operation: 'setQuotable',
    on: 'oneself',
    request: ask('PATCH', () => '/me/quotable', { is_quotable: false }),
    expects: members(200),
  },
  {
    operation: 'setGroupQuotable',
    on: 'the private network',
    request: ask('PATCH', ({ network }) => `/groups/${network}/quotable`, { is_quotable: false }),
    expects: { ...members(403), author: 200 },
  },
  {
    operation: 'getRecaps',
    on: 'a private pod',
    request: get(({ askPod, askRound }) => `/pods/${askPod}/recaps?round_ids=${askRound}`),
    expects: insidersWrite(200),
  },
  {
    operation: 'takeAsk',
    on: 'the ask of the author in a private pod, which he does not take himself',
    request: ask('PUT', ({ askCheckIn }) => `/check-ins/${askCheckIn}/taking`, {}),
    expects: { ...members(404), author: 409, insider: 200 },
  },
  {
    operation: 'giveBackAsk',
    on: 'the same ask',
    request: ask('DELETE', ({ askCheckIn }) => `/check-ins/${askCheckIn}/taking`),
    expects: insidersWrite(200),
  },
  {
    operation: 'settleAsk',
    on: 'the same ask, which its author answers',
    request: ask('PUT', ({ askCheckIn }) => `/me/check-ins/${askCheckIn}/ask`, { answer: 'open' }),
    expects: { ...members(404), author: 200 },
  },
  { operation: 'getAssistantSwitch', on: 'the place', request: get(() => '/admin/assistant'), expects: nothing },
  {
    operation: 'setAssistantSwitch',
    on: 'the place',
    request: ask('PATCH', () => '/admin/assistant', { is_on: true }),
    expects: nothing,
  },
)

export interface Procedure {
  operationId: string
  method: string
  /** as in the OpenAPI document: /posts/{id} */
  path: string
  /** below /rpc */
  rpc: string
}

/** Every procedure of the contract. */
export const PROCEDURES: Procedure[] = Object.entries(contract).flatMap(([room, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    const { operationId = '', method = '', path = '' } = procedure['~orpc'].route
    return { operationId, method, path, rpc: `/${room}/${name}` }
  }),
)
