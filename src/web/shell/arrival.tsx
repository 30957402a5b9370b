/** Arriving on another page without a reload: the focus goes to its beginning, and its title is said. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export function Arrival() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || !pathChanged) return
        setTitle(document.title)
        // an address with a part (#comments) brings its own place to look at
        const part = toLocation.hash ? document.getElementById(toLocation.hash) : null
        const begin = part ?? document.getElementById('main')
        if (part && !part.hasAttribute('tabindex')) part.tabIndex = -1
        begin?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <p className="sr" role="status">
      {title}
    </p>
  )
}
