/** The scopes of access tokens, with the words that a member reads before he grants them. */
export const SCOPES = {
  'profile:read': 'See your profile, your email address, your settings and your karma',
  'profile:write': 'Change your profile, your settings and your picture',
  'posts:read': 'Read posts and comments, and search them',
  'posts:write': 'Write posts and comments, and vote, in your name',
  'communities:read': 'See networks and pods, and who is in them',
  'communities:write': 'Join, leave and run networks and pods in your name',
  'chat:read': 'Read the conversations of your networks and pods',
  'chat:write': 'Write in the conversations of your networks and pods in your name',
  'events:read': 'See events, and which of them you attend',
  'events:write': 'Make events, attend them and comment on them in your name',
  'people:read': 'See members, your kin and whom you have blocked',
  'people:write': 'Answer and send kin requests, block members and report things in your name',
  'assistant:read': 'Read your questions to the assistant and its answers',
  'assistant:write': 'Ask the assistant in your name, and delete your questions',
  'admin:read': 'See reports, suspended members and the log of the administrators',
  'admin:write': 'Decide as an administrator',
} as const
export type Scope = keyof typeof SCOPES
