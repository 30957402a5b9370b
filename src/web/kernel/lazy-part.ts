/** A piece of the page that is fetched when it is first wanted: dialogs, menus, the composer. */
import { useCallback, useState } from 'react'
import { toast } from '../ui/toast.tsx'

/**
 * `ask` fetches the piece and answers it; `piece` is it, once there. Give a constant function: `() => import('./x.tsx')`.
 * A piece that does not come (offline, or a newer version was put online) is told, and asked for anew by the next press.
 * Chromium remembers a module that did not come: there each press fails until the page is loaded anew, as the news says.
 */
export function useLazyPart<Piece extends object>(fetchPiece: () => Promise<Piece>) {
  const [piece, setPiece] = useState<Piece>()
  const [waiting, setWaiting] = useState(false)
  const ask = useCallback(async () => {
    setWaiting(true)
    try {
      const got = await fetchPiece()
      setPiece(got)
      return got
    } catch {
      toast.bad('This part did not load', 'Check your connection and try again, or reload the page.')
    } finally {
      setWaiting(false)
    }
  }, [fetchPiece])
  return { piece, ask, waiting }
}
