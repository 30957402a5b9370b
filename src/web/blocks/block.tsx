/** Blocking a member: the menu item and the confirmation. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Ban } from 'lucide'
import type { Author } from '#contract/members.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { blocksChanged } from './blocks.ts'

/** An item for any menu about another member; `onSelect` opens the confirmation, which is rendered outside of the menu. */
export const BlockItem = ({ member, onSelect }: { member: Author; onSelect: () => void }) => (
  <MenuItem icon={Ban} onSelect={onSelect}>
    Block {nameOf(member)}…
  </MenuItem>
)

interface BlockDialogProps {
  member: Author
  open: boolean
  onClose: () => void
}

export function BlockDialog({ member, open, onClose }: BlockDialogProps) {
  const client = useQueryClient()
  const router = useRouter()
  const name = nameOf(member)
  const blocking = useMutation({
    mutationFn: () => api.blocks.blockMember({ user_id: member.id }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: async () => {
      toast.good(`You blocked ${name}. You can undo this in your settings.`)
      onClose()
      await blocksChanged(client, member.username, () => router.invalidate())
      // the pressed element disappears with the member's posts, once that is rendered
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return
        blocking.reset()
        onClose()
      }}
      title={`Block ${name}?`}
      confirmLabel="Block"
      busy={blocking.isPending}
      busyLabel="Blocking..."
      error={blocking.isError && readFault(blocking.error, 'That did not work. Try again.').sentence}
      onConfirm={() => blocking.mutate()}
    >
      <div className="stack-s">
        <p>
          You and <b dir="auto">{name}</b> will not meet here any more: neither of you sees the other’s profile, posts,
          comments and events, and neither can write to the other or ask to connect. If you are kin, that ends.
        </p>
        <p>
          He is not told. In pods and networks that both of you are in, what he says stands folded for you. A pod that
          only one of you is in is full for the other. You can unblock him at any time.
        </p>
      </div>
    </ConfirmDialog>
  )
}
