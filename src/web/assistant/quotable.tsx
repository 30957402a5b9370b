/** In Settings: whether the assistant may quote what the member writes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AssistantStatus } from '#contract/assistant.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { Panel } from '../ui/card.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { standingQuery } from './queries.ts'

/** An optimistic update; a failure reverts it. */
export function QuotableSetting() {
  const { brand } = useCommunity()
  const client = useQueryClient()
  const { data } = useQuery(standingQuery())
  const show = (is_quotable: boolean) =>
    client.setQueryData<AssistantStatus>(
      standingQuery().queryKey,
      (standing) => standing && { ...standing, is_quotable },
    )
  const saving = useMutation({
    mutationFn: (is_quotable: boolean) => api.assistant.setQuotable({ is_quotable }, withTimeout()),
    onMutate: show,
    onError: (error, wished) => {
      show(!wished)
      toast.bad(
        brand.assistant,
        readFault(error, 'We could not save it. Your setting is as it was. Please try again.').sentence,
      )
    },
  })
  return (
    <Panel title={brand.assistant}>
      <SwitchRow
        label={`${brand.assistant} may quote what I write`}
        hint="Dads who ask read your words, with your name and a link to them. Switched off, your words are also taken out of the answers that have been given."
        checked={data?.is_quotable ?? true}
        disabled={!data}
        onChange={(wished) => !saving.isPending && saving.mutate(wished)}
      />
      <Link className="more" to="/questions" search={{}}>
        My questions
      </Link>
    </Panel>
  )
}
