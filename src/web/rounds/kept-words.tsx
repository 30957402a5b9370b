/** What the viewer had typed for the last round and did not send before it closed. It stays on this device until he discards it. */
import type { Round } from '#contract/rounds.ts'
import { useDraft } from '../kernel/draft.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { draftKey, NO_DRAFT } from './check-in-draft.ts'

export function KeptWords({ round }: { round: Round }) {
  const member = useViewer()!.id
  const { draft, drop } = useDraft(draftKey(member, round.id), NO_DRAFT)
  const said = draft.said ?? draft.aside?.said
  const lines = said ? [said.win, said.struggle, said.ask, said.action].filter((line) => line.trim()) : []
  if (lines.length === 0) return null
  return (
    <section className="note" aria-label="Kept from the last round">
      <div className="grow">
        <b>The last round closed before this was sent. Your words are still here to copy.</b>
        {lines.map((line) => (
          <p key={line} className="flush" dir="auto">
            {line}
          </p>
        ))}
        <div className="btn-row">
          <Button variant="quiet" onClick={drop}>
            Discard
          </Button>
        </div>
      </div>
    </section>
  )
}
