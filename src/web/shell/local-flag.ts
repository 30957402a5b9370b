import { useEffect } from 'react'

const FLAG = 'fatherkin.local-mode'
/** A note in this browser that local mode is on, as long as the page lives. His profile is the truth (AMB-27). */
export function useLocalFlag(enabled: boolean): void {
  useEffect(() => {
    const write = () => {
      try {
        if (enabled) localStorage.setItem(FLAG, 'true')
        else localStorage.removeItem(FLAG)
      } catch {
        // nobody needs it
      }
    }
    const forget = () => {
      try {
        localStorage.removeItem(FLAG)
      } catch {
        // see above
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
