/** After navigation without a reload: moves the focus to the start of the page and announces its title. */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export function NavigationFocus() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
        if (!fromLocation || !pathChanged) return
        setTitle(document.title)
        // an address with a fragment (#comments) has its own target
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
