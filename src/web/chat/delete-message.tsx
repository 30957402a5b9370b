/** The confirmation before a message is deleted. A chunk of its own, loaded on demand. */
import type { Message } from '#contract/chat.ts'
import { api } from '../kernel/api.ts'
import { DeleteDialog } from '../kernel/edit-form.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { toast } from '../ui/toast.tsx'
import type { MessageRoom } from './chat.ts'

interface DeleteMessageProps {
  place: MessageRoom
  message: Message
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

export function DeleteMessage({ place, message, open, onClose, onDeleted }: DeleteMessageProps) {
  return (
    <DeleteDialog
      open={open}
      onClose={onClose}
      title="Delete message"
      question="Are you sure you want to delete this message? This action cannot be undone."
      otherwise="Failed to delete message. Please try again."
      missing={['MESSAGE_NOT_FOUND']}
      send={() => api.chat.deleteMessage({ ...place, id: message.id }, withTimeout())}
      onDeleted={(already) => {
        onDeleted()
        if (already) toast.plain('This message had been deleted already.')
      }}
    />
  )
}
