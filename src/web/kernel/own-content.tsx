/** Editing and deleting of the member's own content. The editor and the confirmation are loaded on demand. */
import { Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useLazyPart } from './lazy-part.ts'
import { useMoveFocus } from './move-focus.ts'

/**
 * Pass a constant function, as to `useLazyPart`. `place` is the ref of the element around the buttons, so that the focus
 * returns to them.
 */
export function useOwnContent<Piece extends object, Container extends HTMLElement>(fetchPiece: () => Promise<Piece>) {
  const { piece, ask } = useLazyPart(fetchPiece)
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const { place, moveFocus } = useMoveFocus<Container>()
  const start = (what: 'edit' | 'delete') => async () => {
    if (await ask()) setDoing(what)
  }
  return {
    /** present as soon as the item is being edited or deleted */
    piece,
    doing,
    place,
    edit: start('edit'),
    remove: start('delete'),
    warm: () => void fetchPiece().catch(() => {}),
    /** the confirmation returns the focus by itself, the editor does not */
    close: () => {
      if (doing === 'edit') moveFocus('[data-own="edit"]')
      setDoing(null)
    },
  }
}

interface OwnActionsProps {
  /** "post" or "comment" */
  what: string
  /** `edit` is null for removed content, which cannot be edited */
  own: { edit: (() => unknown) | null; remove: () => unknown; warm: () => void }
  /** only the icons on a phone */
  small?: boolean
}

export function OwnActions({ what, own, small }: OwnActionsProps) {
  const actions = [
    { key: 'edit', label: 'Edit', icon: Pencil, act: own.edit },
    { key: 'delete', label: 'Delete', icon: Trash2, act: own.remove },
  ]
  return actions.map(
    ({ key, label, icon, act }) =>
      act && (
        <button
          key={key}
          type="button"
          className={small ? 'act small' : 'act'}
          data-own={key}
          onClick={() => void act()}
          onPointerEnter={own.warm}
          onFocus={own.warm}
        >
          <Icon of={icon} size="s" />
          <span className={small ? 'act-word' : undefined}>{label}</span>
          <span className="sr"> your {what}</span>
        </button>
      ),
  )
}

/** Offers a stored draft of an edit, after a reload, or after a Cancel that may have been a mistake. */
export function UnsavedNote({ onEdit, onDiscard }: { onEdit: () => unknown; onDiscard: () => void }) {
  return (
    <div className="note unsaved">
      <div className="grow">
        Your changes are not saved yet. They are kept on this device.
        <div className="btn-row">
          <Button variant="quiet" onClick={() => void onEdit()}>
            Continue editing
          </Button>
          <Button variant="bare" onClick={onDiscard}>
            Discard changes
          </Button>
        </div>
      </div>
    </div>
  )
}
