/** Says to whoever does not see it what the others have just said; only what is heard, never what is read further up or down. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { blockedIdsQuery } from './chat.ts'
import { speakerOf } from './message.tsx'

/** More at once are counted, not read out. */
const AT_ONCE = 3
const KEPT = 6

interface Line {
  key: string
  words: string
}

/** `announce` is the same function for as long as the component lives. */
export function useAnnouncer(own: string) {
  const client = useQueryClient()
  const [lines, setLines] = useState<Line[]>([])
  const announce = useCallback(
    (messages: readonly Message[]) => {
      const blocked = client.getQueryData<{ ids: string[] }>(blockedIdsQuery().queryKey)?.ids ?? []
      const fresh = messages.filter(({ user }) => user?.id !== own && !blocked.includes(user?.id ?? ''))
      if (fresh.length > 0) setLines((before) => [...before, ...linesOf(fresh)].slice(-KEPT))
    },
    [own, client],
  )
  return { lines, announce }
}

const linesOf = (fresh: readonly Message[]): Line[] =>
  fresh.length > AT_ONCE
    ? [{ key: fresh.at(-1)!.id, words: `${fresh.length} new messages` }]
    : fresh.map((message) => ({ key: message.id, words: `${speakerOf(message)}: ${message.content}` }))

export function Announcer({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="sr" role="log" aria-live="polite" aria-label="New messages">
      {lines.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  )
}
