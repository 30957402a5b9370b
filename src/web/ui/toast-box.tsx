/** The box of the toasts, fetched before the first of them: sonner, and how a toast looks and goes away. */
import { Check, CircleAlert, Info, X } from 'lucide'
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import * as sonner from 'sonner'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export type Tone = 'good' | 'bad' | 'plain'
/** Toasts of one lane replace each other. */
export type LaneName = keyof typeof LANES

export interface News {
  tone: Tone
  title: ReactNode
  text?: ReactNode
  lane?: LaneName | undefined
}

const icons = { good: Check, bad: CircleAlert, plain: Info }

/** One toast at a time: the next one has the same id and takes its place. Toasts without a lane stack, at most three in sight. */
interface Lane {
  name: string
  /** in ms */
  duration?: number
  /** how many have gone: a fading toast is removed by its id, and would take a newer one with the same id along */
  gone: number
}
const LANES = {
  patient: { name: 'patient', duration: 30_000, gone: 0 },
  brief: { name: 'brief', duration: 2500, gone: 0 },
  bad: { name: 'bad', gone: 0 },
} satisfies Record<string, Lane>

const idOf = ({ name, gone }: Lane) => `${name} ${gone}`
/** The toast with this id begins to fade. */
function goes(lane: Lane | undefined, id: string | number) {
  if (lane && idOf(lane) === id) lane.gone++
}

function putAway(lane: Lane) {
  const id = idOf(lane)
  if (!sonner.toast.getToasts().some((shown) => shown.id === id)) return
  sonner.toast.dismiss(id)
  goes(lane, id)
}

let said = 0

export function say({ tone, title, text, lane: name }: News) {
  const lane: Lane | undefined = name && LANES[name]
  // in a lane the next stands where the one before may have been half swiped away
  const nth = ++said
  const dismiss = (id: string | number) => {
    sonner.toast.dismiss(id)
    goes(lane, id)
  }
  // it has worked after all
  if (tone === 'good') putAway(LANES.bad)
  sonner.toast.custom(
    (id) => <Card key={nth} tone={tone} title={title} text={text} dismiss={() => dismiss(id)} />,
    // swiping it away is the card's own: the library's goes at 45 px, and at any quick touch
    {
      ...(lane && { id: idOf(lane), duration: lane.duration, onAutoClose: ({ id }) => goes(lane, id) }),
      dismissible: false,
    },
  )
}

/** Those in a lane stay. */
export function hush() {
  for (const { id } of sonner.toast.getToasts()) if (typeof id === 'number') sonner.toast.dismiss(id)
}

/** PLAT-13; in px. */
const SWIPED = 50

/** Follows the finger, and goes when it is lifted far enough from where it came down. */
function useSwipe(away: () => void) {
  const [from, setFrom] = useState<{ x: number; y: number } | null>(null)
  const [by, setBy] = useState({ x: 0, y: 0 })
  const rest = () => {
    setFrom(null)
    setBy({ x: 0, y: 0 })
  }
  return {
    style: { translate: `${by.x}px ${by.y}px`, transition: from ? 'none' : 'translate var(--move)' },
    onPointerDown: ({ clientX: x, clientY: y, isPrimary, button }: PointerEvent) => {
      if (isPrimary && button === 0) setFrom({ x, y })
    },
    onPointerMove: ({ clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
      if (!from) return
      const [x, y] = [clientX - from.x, Math.max(0, clientY - from.y)]
      // from here on it is no press of what is under it
      if (Math.hypot(x, y) > 5) currentTarget.setPointerCapture(pointerId)
      setBy(Math.abs(x) > y ? { x, y: 0 } : { x: 0, y })
    },
    onPointerUp: () => {
      if (Math.max(Math.abs(by.x), by.y) < SWIPED) return rest()
      // it goes from where it is
      setFrom(null)
      away()
    },
    onPointerCancel: rest,
  }
}

function Card(props: { tone: Tone; title: ReactNode; text?: ReactNode; dismiss: () => void }) {
  return (
    <div className={`toast ${props.tone}`} {...useSwipe(props.dismiss)}>
      <Icon of={icons[props.tone]} />
      <div className="grow">
        {props.text ? <b>{props.title}</b> : props.title}
        {props.text && <p>{props.text}</p>}
      </div>
      <IconButton icon={X} size="s" label="Dismiss" onClick={props.dismiss} />
    </div>
  )
}

/** In an element of its own, outside the page's tree. */
export async function open(): Promise<void> {
  const place = document.createElement('div')
  place.className = 'toasts'
  document.body.append(place)
  await new Promise<void>((ready) => {
    createRoot(place).render(
      <>
        <sonner.Toaster
          position="bottom-right"
          duration={4500}
          visibleToasts={3}
          expand
          gap={10}
          dir={document.dir === 'rtl' ? 'rtl' : 'ltr'}
          offset={{ bottom: 'var(--news)', right: 24 }}
          mobileOffset={{ bottom: 'var(--news)', left: 12, right: 12 }}
          toastOptions={{ unstyled: true }}
        />
        <Ready then={ready} />
      </>,
    )
  })
}

/** A live region speaks only of what is added after it was there: so a breath between the region and its first toast. */
function Ready({ then }: { then: () => void }) {
  useEffect(() => {
    const timer = setTimeout(then, 60)
    return () => clearTimeout(timer)
  }, [then])
  return null
}
