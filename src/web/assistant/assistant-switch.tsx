/** For administrators: switches the assistant on or off, and shows its cost in this month. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { Failed } from '../ui/failed.tsx'
import { grouped } from '../ui/number.ts'
import { SwitchRow } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { switchQuery } from './queries.ts'

export function AssistantSwitch() {
  const { brand } = useCommunity()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery(switchQuery())
  const saving = useMutation({
    mutationFn: (is_on: boolean) => api.assistant.setAssistantSwitch({ is_on }, withTimeout()),
    onSuccess: ({ is_on }) => client.setQueryData(switchQuery().queryKey, (before) => before && { ...before, is_on }),
    onError: (error) => toast.bad(brand.assistant, readFault(error, 'That did not work. Try again.').sentence),
  })
  if (!data)
    return (
      <section className="sheet">
        <Failed title="This did not load" onRetry={() => void refetch()} retrying={isFetching}>
          Check your connection and try again.
        </Failed>
      </section>
    )
  const { is_on, questions, tokens, tokens_limit, by_meaning } = data
  return (
    <section className="sheet" aria-labelledby="assistant">
      <h2 id="assistant" className="part-h">
        {brand.assistant}
      </h2>
      <div className="pad">
        <SwitchRow
          label={`${brand.assistant} answers questions`}
          hint="Switched off, nobody can ask. What was asked stays with those who asked it."
          checked={is_on}
          aria-busy={saving.isPending || undefined}
          onChange={(wished) => !saving.isPending && saving.mutate(wished)}
        />
        <p className="ui">
          In this month: <span className="num">{grouped(questions)}</span> questions,{' '}
          <span className="num">{grouped(tokens)}</span>
          {tokens_limit !== null && (
            <>
              {' '}
              of <span className="num">{grouped(tokens_limit)}</span>
            </>
          )}{' '}
          tokens of the model.
        </p>
        <p className="ui">
          {by_meaning ? (
            <>Search by meaning is on: {brand.assistant} also finds threads that use other words than the question.</>
          ) : (
            <>
              Search by meaning is off. With it, {brand.assistant} also finds threads that use other words than the
              question. It costs about 30 ms of a processor for each paragraph, once. To switch it on, set{' '}
              <code>EMBEDDINGS_URL=local</code> and restart.
            </>
          )}
        </p>
      </div>
    </section>
  )
}
