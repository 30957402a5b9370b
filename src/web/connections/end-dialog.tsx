/** The confirmation before a request is cancelled or a connection is ended. Loaded on demand. */
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useConnectionAction } from './action.ts'
import { CONNECTION_ACTIONS } from './connections.ts'

interface EndConnectionProps {
  what: 'cancel' | 'remove'
  user: { id: string; name: string }
  open: boolean
  onClose: () => void
  onDone?: () => void
}

export function EndConnectionDialog({ what, user, open, onClose, onDone }: EndConnectionProps) {
  const action = useConnectionAction(user.id, {
    onDone: () => {
      onClose()
      onDone?.()
    },
    onFailed: onClose,
  })
  const isCancel = what === 'cancel'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={isCancel ? 'Cancel your request?' : 'Remove this connection?'}
      confirmLabel={isCancel ? 'Cancel Request' : 'Remove'}
      cancelLabel={isCancel ? 'Keep It' : 'Cancel'}
      busy={action.isPending}
      busyLabel={CONNECTION_ACTIONS[what].busy}
      onConfirm={() => action.mutate(what)}
    >
      {isCancel ? (
        <p>
          <b dir="auto">{user.name}</b> will no longer see it. You can ask again later.
        </p>
      ) : (
        <p>
          You and <b dir="auto">{user.name}</b> will no longer be kin. He gets no message about it; to connect again,
          one of you asks anew.
        </p>
      )}
    </ConfirmDialog>
  )
}
