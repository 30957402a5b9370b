/** Whether local mode is on, and the way to switch it on from wherever it is needed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { changeViewer, useViewer } from '../kernel/viewer.ts'
import { localProfileQuery } from './nearby.ts'

const fetchEnable = () => import('./enable.tsx')

/** His profile is the truth; until it is there, what the page came with. */
export function useIsLocal(): boolean {
  const client = useQueryClient()
  const viewer = useViewer()
  const profile = useQuery({ ...localProfileQuery(), enabled: viewer !== null }).data
  const isOther = viewer !== null && profile && profile.local_mode_enabled !== viewer.local_mode_enabled
  useEffect(() => {
    // switched on or off on another device: the frame around the page follows
    if (isOther) changeViewer(client, { local_mode_enabled: profile.local_mode_enabled })
  }, [isOther, profile, client])
  return profile?.local_mode_enabled ?? viewer?.local_mode_enabled ?? false
}

/** The confirmation, wherever something needs local mode: `ask` opens it, `dialog` is to be drawn. */
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
