/** Removing a member: the menu and the confirmation. Loaded on demand. */
import { useMutation } from '@tanstack/react-query'
import { UserMinus } from 'lucide'
import { type ReactElement, useState } from 'react'
import { SAY_ROOMS } from '#contract/room-words.ts'
import { NOTE_MAX } from '#contract/words.ts'
import { readFault } from '../kernel/fault.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea } from '../ui/field.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

export interface RemovalProps<Answer> {
  /** the name of the member, and the name of the pod or network */
  name: string
  room: string
  what: 'pod' | 'network'
  /** the member needs a request to come back */
  asks: boolean
  send: (reason: string) => Promise<Answer>
  /** the member is not in it any more; null if he had already left by himself */
  onOut: (answer: Answer | null) => unknown
}

export function TakeOutMenu<Answer>({ trigger, ...taking }: RemovalProps<Answer> & { trigger: ReactElement }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Menu trigger={trigger} opened>
        <MenuItem icon={UserMinus} tone="bad" onSelect={() => setAsking(true)}>
          Take out…
        </MenuItem>
      </Menu>
      {isAsking && <TakeOutDialog {...taking} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The member has already left, so the result is the same. */
const isGone = (error: unknown) => readFault(error, '').code === 'MEMBER_NOT_FOUND'

function TakeOutDialog<Answer>({
  name,
  room,
  what,
  asks,
  send,
  onOut,
  onClose,
}: RemovalProps<Answer> & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const taking = useMutation({
    mutationFn: () => send(reason),
    onMutate: () => toast.ahead(),
    onSuccess: async (answer) => {
      toast.good(`${name} was taken out`)
      onClose()
      await onOut(answer)
    },
    onError: async (error) => {
      if (!isGone(error)) return
      toast.plain(readFault(error, '').sentence)
      onClose()
      await onOut(null)
    },
  })
  const fault = taking.isError && !isGone(taking.error) ? readFault(taking.error, SAY_ROOMS.tookOutFailed) : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Take ${name} out?`}
      dismissible={!taking.isPending}
      onSubmit={() => taking.isPending || taking.mutate()}
      foot={
        <>
          <Button variant="quiet" disabled={taking.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="bad" busy={taking.isPending} busyLabel="Taking out...">
            Take Out
          </Button>
        </>
      }
    >
      <div className="stack gap">
        <p className="ui">
          <b dir="auto">{name}</b> will no longer be in <b dir="auto">{room}</b>. He gets a mail, and sees it when he
          opens this {what}. He can {asks ? 'ask to come back' : 'join again'} after thirty days.
        </p>
        {fault && !fault.fields.reason && <FormError>{fault.sentence}</FormError>}
        <Field
          label="Reason"
          note="Optional"
          id="take-out-reason"
          hint="He reads what you write here."
          error={fault?.fields.reason}
        >
          <TextArea
            value={reason}
            limit={NOTE_MAX}
            dir="auto"
            rows={3}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
