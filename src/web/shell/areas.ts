/** The area of the site that a path belongs to, and how the frame looks there. */
import { type PhoneHeader, type Spot, urlAt } from '#contract/url-words.ts'

export type { PhoneHeader, Spot } from '#contract/url-words.ts'

/**
 * Removes slashes at the end. Written by hand, because a regular expression would take quadratic time on ten thousand
 * slashes.
 */
function plain(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

const at = (path: string) => urlAt(plain(path))

export const spotOf = (path: string): Spot | undefined => at(path)?.spot

/** Whether the path is the area's own page, and not one below it; / counts as the feed. */
export const isSpotItself = (path: string) => at(path)?.isSpot === true

/** Pages for signing in and out have no bars: they show the brand themselves. A signed-in member keeps the bars on some. */
export const isSignInPage = (path: string, isMember: boolean) =>
  ['both', isMember ? 'member' : 'visitor'].includes(at(path)?.withoutBarsFor ?? '')

/** True for pages that a new member may open before he has completed the onboarding. */
export function isBeforeFirstSteps(path: string, isAdministrator: boolean): boolean {
  const who = at(path)?.beforeFirstSteps
  return who === 'everyone' || (who === 'administrators' && isAdministrator) || isSignInPage(path, false)
}

interface Member {
  local_mode_enabled: boolean
}

/** The header below 768 px. In the desktop layout it is always shown. */
export function phoneHeader(path: string, viewer: Member | null): PhoneHeader {
  const phone = at(path)?.phone
  const header = viewer ? ((viewer.local_mode_enabled ? phone?.localMode : undefined) ?? phone?.member) : phone?.visitor
  return header ?? 'shown'
}
