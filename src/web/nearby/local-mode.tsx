/** Whether local mode is on, and the dialog to switch it on from any page that needs it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { changeViewer, useViewer } from '../kernel/viewer.ts'
import { localProfileQuery } from './nearby.ts'

const fetchEnable = () => import('./enable-dialog.tsx')

/** The local profile decides. Until it has loaded, the value that came with the page is used. */
export function useIsLocal(): boolean {
  const client = useQueryClient()
  const viewer = useViewer()
  const profile = useQuery({ ...localProfileQuery(), enabled: viewer !== null }).data
  const isOther = viewer !== null && profile && profile.local_mode_enabled !== viewer.local_mode_enabled
  useEffect(() => {
    // switched on or off on another device: the page's frame is updated
    if (isOther) changeViewer(client, { local_mode_enabled: profile.local_mode_enabled })
  }, [isOther, profile, client])
  return profile?.local_mode_enabled ?? viewer?.local_mode_enabled ?? false
}

/** The confirmation for anything that needs local mode. `ask` opens it; the caller renders `dialog`. */
export function useEnable(onEnabled?: () => void) {
  const { piece, ask, waiting } = useLazyPart(fetchEnable)
  const [open, setOpen] = useState(false)
  return {
    waiting,
    warm: () => void fetchEnable().catch(() => {}),
    ask: async () => setOpen((await ask()) !== undefined),
    dialog: piece && <piece.EnableLocalMode open={open} onOpenChange={setOpen} onEnabled={onEnabled} />,
  }
}
