import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { changeViewer } from '../kernel/viewer.ts'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { announce } from './session.ts'

/**
 * Optimistic update: the page changes at once and the last choice is saved, one call at a time. A failure reverts the
 * page.
 */
export function DarkMode({ on }: { on: boolean }) {
  const client = useQueryClient()
  const router = useRouter()
  const wish = useRef(on)
  const saving = useRef(false)
  const show = (dark: boolean) => changeViewer(client, { dark_mode_enabled: dark })

  async function change(dark: boolean) {
    wish.current = dark
    show(dark)
    if (saving.current) return
    saving.current = true
    let recorded = !dark
    try {
      while (recorded !== wish.current) {
        const sent = wish.current
        await api.members.setDarkMode({ dark_mode_enabled: sent })
        recorded = sent
      }
    } catch (thrown) {
      wish.current = recorded
      show(recorded)
      const fault = readFault(thrown, 'We could not save it. Your setting is as it was. Please try again.')
      toast.bad('Dark Mode', fault.sentence)
      return
    } finally {
      saving.current = false
    }
    announce('user_updated')
    // the colour of the browser's toolbar is set in the head of the page
    await router.invalidate()
  }

  return <SwitchRow label="Dark Mode" hint="Dim enough for three in the morning." checked={on} onChange={change} />
}
