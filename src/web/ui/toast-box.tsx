/** The container of the toasts, loaded before the first one: sonner, and the look and dismissal of a toast. */
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

/**
 * One toast at a time: the next one has the same id and replaces it. Toasts without a lane stack, with at most three
 * visible.
 */
interface Lane {
  name: string
  /** in ms */
  duration?: number
  /**
   * the number of toasts that were dismissed. Part of the id, because a fading toast is removed by its id and would
   * remove a newer one with the same id.
   */
  gone: number
}
const LANES = {
  patient: { name: 'patient', duration: 30_000, gone: 0 },
  brief: { name: 'brief', duration: 2500, gone: 0 },
  bad: { name: 'bad', gone: 0 },
} satisfies Record<string, Lane>

const idOf = ({ name, gone }: Lane) => `${name} ${gone}`
/** Called when the toast with this id starts to fade. */
function startFading(lane: Lane | undefined, id: string | number) {
  if (lane && idOf(lane) === id) lane.gone++
}

function dismissLane(lane: Lane) {
  const id = idOf(lane)
  if (!sonner.toast.getToasts().some((shown) => shown.id === id)) return
  sonner.toast.dismiss(id)
  startFading(lane, id)
}

let shownCount = 0

export function say({ tone, title, text, lane: name }: News) {
  const lane: Lane | undefined = name && LANES[name]
  // a new key per toast: the previous toast in the lane may have been half swiped away
  const nth = ++shownCount
  const dismiss = (id: string | number) => {
    sonner.toast.dismiss(id)
    startFading(lane, id)
  }
  // the action has succeeded after all, so the earlier error is removed
  if (tone === 'good') dismissLane(LANES.bad)
  sonner.toast.custom(
    (id) => <Card key={nth} tone={tone} title={title} text={text} dismiss={() => dismiss(id)} />,
    // the card handles swiping itself: the library dismisses at 45 px, and at any quick touch
    {
      ...(lane && { id: idOf(lane), duration: lane.duration, onAutoClose: ({ id }) => startFading(lane, id) }),
      dismissible: false,
    },
  )
}

/** Dismisses the toasts without a lane. */
export function hush() {
  for (const { id } of sonner.toast.getToasts()) if (typeof id === 'number') sonner.toast.dismiss(id)
}

/** The distance in px after which a swipe dismisses the toast. */
const SWIPE_PX = 50

/** Follows the finger, and dismisses the toast if it is released far enough from where it started. */
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
      // from here on the pointer does not press what is under it
      if (Math.hypot(x, y) > 5) currentTarget.setPointerCapture(pointerId)
      setBy(Math.abs(x) > y ? { x, y: 0 } : { x: 0, y })
    },
    onPointerUp: () => {
      if (Math.max(Math.abs(by.x), by.y) < SWIPE_PX) return rest()
      // it fades from its current position
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

/** Mounts the container in an element of its own, outside the page's tree. */
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

/** Waits 60 ms between the live region and its first toast, because a live region announces only what is added after it exists. */
function Ready({ then }: { then: () => void }) {
  useEffect(() => {
    const timer = setTimeout(then, 60)
    return () => clearTimeout(timer)
  }, [then])
  return null
}
