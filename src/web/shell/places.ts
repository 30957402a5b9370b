/** Which place of the house a path belongs to, and how the frame looks there. */
import { type PhoneHeader, type Spot, urlAt } from '#contract/url-words.ts'

export type { PhoneHeader, Spot } from '#contract/url-words.ts'

/** Without slashes at its end; by hand, because a pattern would look anew from each of ten thousand slashes. */
function plain(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  return path.slice(0, end)
}

const at = (path: string) => urlAt(plain(path))

export const spotOf = (path: string): Spot | undefined => at(path)?.spot

/** The place itself, or something inside it; / counts as the feed. */
export const isSpotItself = (path: string) => at(path)?.isSpot === true

/** Pages that lead in or out have no bars: they bring their own brand. A signed-in member keeps his bars on some. */
export const isDoor = (path: string, isMember: boolean) =>
  ['both', isMember ? 'member' : 'visitor'].includes(at(path)?.door ?? '')

/** True for pages that a new member may open before he has finished his first steps. */
export const isBeforeFirstSteps = (path: string) => at(path)?.beforeFirstSteps === true || isDoor(path, false)

interface Member {
  local_mode_enabled: boolean
}

/** The header below 768 px. At a desk it always shows. */
export function phoneHeader(path: string, viewer: Member | null): PhoneHeader {
  const phone = at(path)?.phone
  const header = viewer ? ((viewer.local_mode_enabled ? phone?.localMode : undefined) ?? phone?.member) : phone?.visitor
  return header ?? 'shown'
}
