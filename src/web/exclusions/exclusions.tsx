/** Removing a member from a pod or a network, and the note that the removed member reads. */
import { UserMinus } from 'lucide'
import type { TakenOut } from '#contract/exclusions.ts'
import { backSentence } from '#contract/room-words.ts'
import { useNow } from '../kernel/clock.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { Icon } from '../ui/icon.tsx'
import type { RemovalProps } from './take-out.tsx'

const fetchMenu = () => import('./take-out.tsx')

/** The menu button of a member. The menu is loaded with the first press and then opens. */
export function TakeOut<Answer>(props: RemovalProps<Answer>) {
  const { piece, ask } = useLazyPart(fetchMenu)
  const button = (
    <button
      type="button"
      className="iconbtn needs-script"
      aria-label={`Options for ${props.name}`}
      onClick={piece ? undefined : ask}
    >
      …
    </button>
  )
  return piece ? <piece.TakeOutMenu {...props} trigger={button} /> : button
}

/** `asks`: the member needs a request to come back. */
export function useBackSentence(out: TakenOut | null, asks: boolean): string | null {
  const now = new Date(useNow())
  return out && backSentence({ until: out.until, now, asks })
}

interface TakenOutNoteProps {
  out: TakenOut
  what: 'pod' | 'network'
  asks: boolean
}

/** Shown in the pod or network that it is about; announced if it appears while the page is open. */
export function TakenOutNote({ out, what, asks }: TakenOutNoteProps) {
  const back = useBackSentence(out, asks)
  return (
    <div className="note" role="alert">
      <Icon of={UserMinus} />
      <div className="grow">
        <p className="flush">
          <b>Your place in this {what} has ended.</b> {back}.
        </p>
        {out.reason && (
          <p className="flush note-why">
            He gave a reason: <bdi>{out.reason}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}
