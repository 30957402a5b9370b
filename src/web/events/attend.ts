/** Whether the viewer attends an event: an optimistic update in which the last choice wins. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Event } from '#contract/events.ts'
import { SAY_LOCAL } from '#contract/local-words.ts'
import { api } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { desiredOf, onDesired, setDesired } from '../kernel/desired-state.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { toast } from '../ui/toast.tsx'
import { isOlder, putEvent } from './cache.ts'
import { type Going, optimisticEvent } from './optimistic.ts'
import { eventQuery } from './queries.ts'

const keyOf = ({ id }: Pick<Event, 'id'>) => `event:${id}`

/** True while an update is pending: live counts of the event may or may not include the viewer. */
export const isAttendancePending = (event: Pick<Event, 'id'>) => desiredOf(keyOf(event)) !== undefined

export function useAttendance(event: Event) {
  const client = useQueryClient()
  const key = keyOf(event)
  const wished = useSyncExternalStore(
    onDesired,
    () => desiredOf(key) as Going | undefined,
    () => undefined,
  )
  const shown = optimisticEvent(event, wished)
  const press = () => {
    toast.ahead()
    const ballot = {
      key,
      send: (going: Going) =>
        asMember(SAY_LOCAL.signInToAttend, () =>
          api.events.attendEvent({ id: event.id, going: going === 'going' }, withTimeout()),
        ),
      onAnswer: (answer: Event, last: boolean) => {
        // a request that started earlier must not overwrite this answer
        void client.cancelQueries({ queryKey: eventQuery(event.id).queryKey })
        putEvent(client, answer)
        if (isOlder(answer)) void client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })
        if (last) toast.good(answer.is_attending ? SAY_LOCAL.attending : SAY_LOCAL.left)
      },
      onFault: (error: unknown) => {
        const fault = readFault(error, SAY_LOCAL.attendFailed)
        if (fault.signIn) return askToSignIn(fault.sentence, `/event/${event.id}`)
        toast.bad(fault.sentence)
        // the event is over, cancelled or deleted: reload to show which
        if (fault.status >= 400 && fault.status < 500)
          void client.invalidateQueries({ queryKey: eventQuery(event.id).queryKey })
      },
    }
    void setDesired(ballot, shown.is_attending ? ('not' as const) : ('going' as const))
  }
  return { shown, press }
}
