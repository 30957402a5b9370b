/** Which place of the house a path belongs to, and how the frame looks there. */

export type Spot = 'feed' | 'groups' | 'pods' | 'local' | 'profile'

const spots: readonly [RegExp, Spot][] = [
  [/^\/(?:feed|categories)?$/, 'feed'],
  [/^\/(?:post|category)\//, 'feed'],
  [/^\/groups?(?:\/|$)/, 'groups'],
  [/^\/pods?(?:\/|$)/, 'pods'],
  [/^\/(?:local|event)(?:\/|$)/, 'local'],
  [/^\/(?:profile|settings|questions)$/, 'profile'],
]

/** Without slashes at its end; by hand, because a pattern would look anew from each of ten thousand slashes. */
function plain(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

export const spotOf = (path: string): Spot | undefined => spots.find(([pattern]) => pattern.test(plain(path)))?.[1]

/** The place itself, or something inside it; / counts as the feed (SHELL-21). */
export const isSpotItself = (path: string) =>
  /^\/(?:feed|categories|groups(?:\/all)?|pods|local|profile)?$/.test(plain(path))

/** The way in has no bars: the pages bring their own brand. Whoever is in keeps his (SHELL-29). */
export const isDoor = (path: string, isMember: boolean) =>
  (isMember ? /^\/(?:auth|login|welcome)$/ : /^\/(?:auth|login|verify|forgot|reset|notices)$/).test(plain(path))

export type PhoneHeader = 'shown' | 'hidden' | 'centred'

interface Member {
  local_mode_enabled: boolean
}

/** The header below 768 px (SHELL-31 to SHELL-41, AMB-22). At a desk it always shows. */
export function phoneHeader(path: string, viewer: Member | null): PhoneHeader {
  const at = plain(path)
  if (/^\/(?:feed|categories)$/.test(at) || at.startsWith('/group/')) return 'hidden'
  if (!viewer) return /^\/(?:groups|local|pods)$/.test(at) ? 'centred' : 'shown'
  if (/^\/(?:groups|groups\/all|pods|pod\/.+)$/.test(at)) return 'hidden'
  return at === '/local' && viewer.local_mode_enabled ? 'hidden' : 'shown'
}
