/** How many questions are used, and the quota. */
import type { Usage } from './queries.ts'

/** The maximum quota that is drawn as one peg per question. */
const MAX_PEGS = 10

/** "2/5", beside the title of the dialog. */
export function Counter({ usage: { queriesUsed, queriesLimit } }: { usage: Usage }) {
  if (queriesLimit === null) return null
  return (
    <span className="row s sm">
      {queriesLimit <= MAX_PEGS && <Pegs used={queriesUsed} of={queriesLimit} />}
      <span className="num strong">
        {queriesUsed}/{queriesLimit}
      </span>
      <span className="sr">questions used</span>
    </span>
  )
}

function Pegs({ used, of }: { used: number; of: number }) {
  return (
    <span className="pegs" aria-hidden="true">
      {Array.from({ length: of }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a peg has no other name than its place
        <i key={at} className={at < used ? undefined : 'u'} />
      ))}
    </span>
  )
}

/** "3 remaining this month" */
export function Remaining({ usage }: { usage: Usage | null }) {
  if (!usage) return <span className="pop-left" />
  const { queriesUsed, queriesLimit } = usage
  return (
    <span className="sm soft pop-left">
      {queriesLimit === null
        ? 'As many questions as you like'
        : `${Math.max(0, queriesLimit - queriesUsed)} remaining this month`}
    </span>
  )
}
