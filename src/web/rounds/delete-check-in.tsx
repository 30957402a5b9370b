/** The confirmations before check-ins are deleted. A chunk of its own, loaded on demand. */

import { SAY_ROUNDS } from '#contract/round-words.ts'
import { api } from '../kernel/api.ts'
import { DeleteDialog } from '../kernel/edit-form.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { toast } from '../ui/toast.tsx'

interface DeleteProps {
  open: boolean
  onClose: () => void
  onDeleted: () => unknown
}

const QUESTION =
  'Your pod no longer reads it here, and it cannot be brought back. A recap that was mailed already stays in the mailboxes. While the round is open you can check in again.'
const QUESTION_OF_ONE_WHO_LEFT =
  'Nobody reads it here any more, and it cannot be brought back. A recap that was mailed already stays in the mailboxes.'

/** `hasLeft`: he is not in the pod any more. */
export function DeleteCheckIn({ id, hasLeft, onDeleted, ...dialog }: DeleteProps & { id: string; hasLeft?: boolean }) {
  return (
    <DeleteDialog
      {...dialog}
      title="Delete your check-in"
      question={hasLeft ? QUESTION_OF_ONE_WHO_LEFT : QUESTION}
      otherwise="Your check-in was not deleted. Please try again."
      missing={['CHECK_IN_NOT_FOUND']}
      send={() => api.rounds.deleteCheckIn({ id }, withTimeout())}
      onDeleted={() => {
        toast.good(SAY_ROUNDS.deleted)
        return onDeleted()
      }}
    />
  )
}

export function DeleteAllCheckIns({ pod_id, onDeleted, ...dialog }: DeleteProps & { pod_id: string }) {
  return (
    <DeleteDialog
      {...dialog}
      title="Delete all your check-ins in this pod"
      question="All your check-ins in this pod are deleted for everyone, for good. Recaps that were mailed already stay in the mailboxes."
      otherwise="Your check-ins were not deleted. Please try again."
      missing={[]}
      send={() => api.rounds.deleteOwnCheckIns({ pod_id }, withTimeout())}
      onDeleted={() => {
        toast.good('Your check-ins in this pod are deleted.')
        return onDeleted()
      }}
    />
  )
}
