/**
 * The path of the page that is on the screen. While the next page is on its way the address is already ahead of it: a
 * frame that followed the address would jump under the page that is still there.
 */
import { useLocation, useMatches } from '@tanstack/react-router'

export function useShownPath(): string {
  const address = useLocation({ select: (location) => location.pathname })
  const page = useMatches({ select: (matches) => (matches.length > 1 ? matches.at(-1)?.pathname : undefined) })
  // only the root matches an address without a page
  return page ?? address
}
