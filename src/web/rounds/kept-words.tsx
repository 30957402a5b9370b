/** What the viewer had typed for the last round and did not send before it closed. It stays on this device until he discards it. */
import type { Round } from '#contract/rounds.ts'
import { useDraft } from '../kernel/draft.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { draftKey, NO_DRAFT, type Said } from './check-in-draft.ts'
import { OUTCOME_ID } from './use-check-in.ts'

interface KeptWordsProps {
  /** the last closed round */
  round: Round
  /** puts the words into the form of the open round, if there is one */
  onUse?: (said: Said) => void
}

export function KeptWords({ round, onUse }: KeptWordsProps) {
  const member = useViewer()!.id
  const { draft, drop } = useDraft(draftKey(member, round.id), NO_DRAFT)
  const said = draft.said ?? draft.aside?.said
  const lines = said ? [said.win, said.struggle, said.ask, said.action].filter((line) => line.trim()) : []
  if (!said || lines.length === 0) return null
  return (
    <section className="note" aria-label="Kept from the last round">
      <div className="grow">
        <b>The last round closed before this was sent. Your words are still here.</b>
        {lines.map((line) => (
          <p key={line} className="flush" dir="auto">
            {line}
          </p>
        ))}
        <div className="btn-row needs-script">
          {onUse && (
            <Button
              variant="soft"
              onClick={() => {
                onUse(said)
                drop()
                // the button disappears with the words
                document.getElementById(OUTCOME_ID)?.focus()
              }}
            >
              Put them into this check-in
            </Button>
          )}
          <Button variant="quiet" onClick={drop}>
            Discard
          </Button>
        </div>
      </div>
    </section>
  )
}
