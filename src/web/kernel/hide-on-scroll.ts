import { useEffect, useState } from 'react'

/** Returns true while the member scrolls down, past the bar itself, and false as soon as he scrolls up. */
export function useHideOnScroll() {
  const [away, setAway] = useState(false)
  useEffect(() => {
    let before = window.scrollY
    const look = () => {
      const now = window.scrollY
      if (now > 120 && Math.abs(now - before) < 8) return
      setAway(now > before && now > 120)
      before = now
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return away
}
