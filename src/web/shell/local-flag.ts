import { useEffect } from 'react'

const FLAG = 'fatherkin.local-mode'
/**
 * Notes in this browser's storage that local mode is on, while the page lives. The member's profile remains
 * authoritative.
 */
export function useLocalFlag(enabled: boolean): void {
  useEffect(() => {
    const write = () => {
      try {
        if (enabled) localStorage.setItem(FLAG, 'true')
        else localStorage.removeItem(FLAG)
      } catch {
        // nothing depends on the flag
      }
    }
    const forget = () => {
      try {
        localStorage.removeItem(FLAG)
      } catch {
        // nothing depends on the flag
      }
    }
    write()
    window.addEventListener('pagehide', forget)
    window.addEventListener('pageshow', write)
    return () => {
      window.removeEventListener('pagehide', forget)
      window.removeEventListener('pageshow', write)
    }
  }, [enabled])
}
