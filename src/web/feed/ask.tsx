/** The way to the assistant. Until it is here: members are told so, visitors are asked in (FEEDD-12, FEEDM-11, AI-10). */
import { useLocation } from '@tanstack/react-router'
import { LampDesk } from 'lucide'
import { type MouseEvent, useState } from 'react'
import { useLate } from '../kernel/late.ts'
import { doorTo } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'

const fetchPrompt = () => import('./sign-up-prompt.tsx')

/** `box`: the wide one of a phone · `button`: beside the heading at a desk */
export function AskAnything({ look }: { look: 'box' | 'button' }) {
  const viewer = useViewer()
  const here = useLocation({ select: (location) => location.href })
  const { piece, ask } = useLate(fetchPrompt)
  const [open, setOpen] = useState(false)
  const className = look === 'box' ? 'chip wide' : buttonClass({ variant: 'quiet' })
  const face = (
    <>
      <Icon of={LampDesk} size={look === 'box' ? 'm' : 's'} />
      Ask Anything
    </>
  )
  if (viewer) {
    const soon = () => toast.plain('Coming soon')
    return look === 'box' ? (
      <button type="button" className={className} onClick={soon}>
        {face}
      </button>
    ) : (
      <Button variant="quiet" icon={LampDesk} onClick={soon}>
        Ask Anything
      </Button>
    )
  }
  const prompt = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (await ask()) setOpen(true)
  }
  return (
    <>
      {/* without script the door itself */}
      <a className={className} href={`${doorTo(here)}&mode=sign-up`} aria-haspopup="dialog" onClick={prompt}>
        {face}
      </a>
      {piece && <piece.SignUpPrompt open={open} onOpenChange={setOpen} />}
    </>
  )
}
