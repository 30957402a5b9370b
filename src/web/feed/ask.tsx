/** The entry to the assistant: members can ask, visitors see what an account offers. */
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { LampDesk } from 'lucide'
import { type MouseEvent, useState } from 'react'
import { fetchAskDialog, standingQuery } from '../assistant/assistant.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { signInPath } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface AskAnythingProps {
  /** `box`: the wide one on a phone · `button`: next to the heading on a desktop */
  look: 'box' | 'button'
}

export function AskAnything({ look }: AskAnythingProps) {
  return useViewer() ? <Ask look={look} /> : <AskAsVisitor look={look} />
}

function Ask({ look }: AskAnythingProps) {
  const { piece, ask, waiting } = useLazyPart(fetchAskDialog)
  const [open, setOpen] = useState(false)
  const start = async () => {
    if (await ask()) setOpen(true)
  }
  const press = {
    'aria-haspopup': 'dialog',
    'aria-busy': waiting || undefined,
    onClick: start,
    onPointerEnter: () => void fetchAskDialog().catch(() => {}),
    onFocus: () => void fetchAskDialog().catch(() => {}),
  } as const
  return (
    <>
      {look === 'box' ? (
        <button type="button" className="chip wide needs-script" {...press}>
          <Icon of={LampDesk} />
          <span className="grow ask-words">Ask Anything</span>
          <Used />
        </button>
      ) : (
        <Button className="needs-script" variant="quiet" icon={LampDesk} {...press}>
          Ask Anything
        </Button>
      )}
      {piece && <piece.AskDialog open={open} onOpenChange={setOpen} />}
    </>
  )
}

/** "2/5 used", if it is cached; it causes no request. */
function Used() {
  const { data } = useQuery({ ...standingQuery(), enabled: false })
  if (!data || data.queriesLimit === null) return null
  return (
    <span className="sm soft num ask-used">
      {data.queriesUsed}/{data.queriesLimit} used
    </span>
  )
}

const fetchPrompt = () => import('./sign-up-prompt.tsx')

function AskAsVisitor({ look }: AskAnythingProps) {
  const here = useLocation({ select: (location) => location.href })
  const { piece, ask } = useLazyPart(fetchPrompt)
  const [open, setOpen] = useState(false)
  const prompt = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (await ask()) setOpen(true)
  }
  return (
    <>
      {/* without script, a link to the sign-up page */}
      <a
        className={look === 'box' ? 'chip wide' : buttonClass({ variant: 'quiet' })}
        href={`${signInPath(here)}&mode=sign-up`}
        aria-haspopup="dialog"
        onClick={prompt}
      >
        <Icon of={LampDesk} size={look === 'box' ? 'm' : 's'} />
        Ask Anything
      </a>
      {piece && <piece.SignUpPrompt open={open} onOpenChange={setOpen} />}
    </>
  )
}
