/** Announces new messages of others to screen readers; never messages that are loaded by scrolling. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { blockedIdsQuery } from './chat.ts'
import { speakerOf } from './message.tsx'
import { noteWords } from './note.tsx'
import { isOwnMessage } from './section.ts'

/** If more arrive together, only their number is announced. */
const MAX_ANNOUNCED = 3
const MAX_LINES = 6

interface Line {
  key: string
  words: string
}

/** `announce` keeps its identity while the component is mounted. */
export function useAnnouncer(own: string) {
  const client = useQueryClient()
  const [lines, setLines] = useState<Line[]>([])
  const announce = useCallback(
    (messages: readonly Message[]) => {
      const blocked = client.getQueryData<{ ids: string[] }>(blockedIdsQuery().queryKey)?.ids ?? []
      const fresh = messages.filter((one) => !isOwnMessage(one, own) && !blocked.includes(one.user?.id ?? ''))
      if (fresh.length > 0) setLines((before) => [...before, ...linesOf(fresh, blocked)].slice(-MAX_LINES))
    },
    [own, client],
  )
  return { lines, announce }
}

const linesOf = (fresh: readonly Message[], blocked: readonly string[]): Line[] =>
  fresh.length > MAX_ANNOUNCED
    ? [{ key: fresh.at(-1)!.id, words: `${fresh.length} new messages` }]
    : fresh.map((message) => ({ key: message.id, words: wordsOf(message, blocked) }))

function wordsOf(message: Message, blocked: readonly string[]): string {
  if (message.note) return noteWords(message.note, message.content, { blocked })
  return message.round_id ? message.content : `${speakerOf(message)}: ${message.content}`
}

export function Announcer({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="sr" role="log" aria-live="polite" aria-label="New messages">
      {lines.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  )
}
