/**
 * The path of the page on the screen. During navigation the address is already that of the next page: a frame that used
 * the address would change while the old page is still shown.
 */
import { useLocation, useMatches } from '@tanstack/react-router'

export function useShownPath(): string {
  const address = useLocation({ select: (location) => location.pathname })
  const page = useMatches({ select: (matches) => (matches.length > 1 ? matches.at(-1)?.pathname : undefined) })
  // for an address without a page, only the root route matches
  return page ?? address
}
