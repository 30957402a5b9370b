/** A part of the page that is loaded on demand: dialogs, menus, the composer. */
import { useCallback, useState } from 'react'
import { toast } from '../ui/toast.tsx'

/**
 * `ask` loads the chunk and returns it; `piece` is the chunk once it has loaded. Pass a constant function: `() =>
 * import('./x.tsx')`. If a chunk does not load (the browser is offline, or a newer version was deployed), a toast says
 * so, and the next press tries again. Chromium remembers a failed module: there every press fails until the page is
 * reloaded, as the toast says.
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
