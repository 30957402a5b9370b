/** Messages of networks, pods and their chat. Separate from words.ts, so that the feed does not load them. */
export const SAY_ROOMS = {
  signInToChat: 'Please sign in to chat',
  messageBlank: 'Please enter a message',
  messageFailed: 'Failed to send message',
  messageDeleted: 'You have deleted this message in the meantime.',
  signInToPods: 'Sign in to access pods',
  podMissing: 'Pod not found.',
  podNameShort: 'Pod name must be at least 3 characters',
  podNameTaken: 'A pod with this name already exists',
  podCapacityLow: 'Minimum capacity is 2',
  podCapacityHigh: 'Maximum capacity is 12',
  podFull: 'Pod is at full capacity',
  podNotActive: 'Pod is not active',
  podEnded: 'Your pod has ended. What it said stays yours to read.',
  podFailed: 'Failed to create pod. Please try again.',
  podMade: 'Pod created successfully!',
  podJoined: 'Successfully joined pod!',
  podLeft: 'Successfully left pod!',
  podDeleted: 'Pod deleted successfully!',
  podAsked: 'Join request sent successfully!',
  podAccepted: 'Request accepted successfully!',
  podDeclined: 'Request declined.',
  podDeclineFailed: 'Failed to decline request.',
  takenOut: 'You were taken out, and cannot come back yet',
  tookOutFailed: 'That did not work. Nothing was changed; try again.',
  signInToGroups: 'Please sign in to see the networks',
  signInToJoinGroup: 'Please sign in to join groups',
  signInToLeaveGroup: 'Please sign in to leave groups',
  signInToSuggest: 'Please sign in to suggest a network',
  groupJoinFailed: 'Failed to join group',
  groupLeaveFailed: 'Failed to leave group',
  groupRequestFailed: 'Failed to send your request. Please try again.',
  groupAnswerFailed: 'Failed to answer the request. Please try again.',
  groupUpdateFailed: 'Failed to update group',
  groupNameBlank: 'Please enter a name',
  groupNameTaken: 'There is already a network of this name',
  suggestIncomplete: 'Please fill in all required fields.',
  suggestFailed: 'Failed to suggest the network. Please try again.',
  suggestionReasonBlank: 'Please say why',
} as const

/** Names the day in UTC. `asks`: the member needs a request to come back. */
export function backSentence({ until, now, asks }: { until: Date; now: Date; asks: boolean }): string {
  const isToday = until.toISOString().slice(0, 10) === now.toISOString().slice(0, 10)
  const day = until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `You can ${asks ? 'ask' : 'join'} again ${isToday ? 'later today' : `from ${day}`}`
}

/** For a man who is not in the pod any more. Names the day in UTC. */
export function stillReadSentence(until: Date): string {
  const day = until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return `Until ${day} you can read and download what was said while you were in it.`
}
