import { ConfirmDialog } from '../ui/dialog.tsx'

type RemoveAccountProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  busy: boolean
  failure: string | null
  onConfirm: () => void
}

export function RemoveAccountDialog({ failure, ...rest }: RemoveAccountProps) {
  return (
    <ConfirmDialog
      {...rest}
      title="Remove this account?"
      confirmLabel="Remove the account"
      cancelLabel="Keep it"
      busyLabel="Removing..."
      error={failure}
    >
      Somebody signed up with your address. We remove that account with everything in it, and nobody can use it any
      more. This cannot be undone.
    </ConfirmDialog>
  )
}
