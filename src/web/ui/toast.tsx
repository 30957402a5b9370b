import { Check, CircleAlert, Info, X } from 'lucide'
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

type Tone = 'good' | 'bad' | 'plain'
type Sonner = typeof import('sonner')

const icons = { good: Check, bad: CircleAlert, plain: Info }

/** Short news in the corner. Nothing that must be kept or answered belongs here. Does nothing on the server. */
export const toast = {
  /** Fetches the piece before there is anything to say: a failure may be that nothing can be fetched. */
  ahead: () => {
    loading ??= load()
    loading.catch(() => {
      loading = undefined
    })
  },
  good: (text: ReactNode) => show('good', text),
  /** What is said again and again: short, and the next takes its place. */
  brief: (text: ReactNode) => show('good', text, undefined, BRIEF),
  /** `patient`: it holds a link, and waits for whoever needs time to get there. */
  plain: (text: ReactNode, { patient = false } = {}) => show('plain', text, undefined, patient ? PATIENT : undefined),
  /** A dialog opens: what was said just now would lie over it. What holds a link, and what failed, stays. */
  hush: () =>
    void loading?.then(
      ({ toast }) => {
        for (const { id } of toast.getToasts()) if (typeof id === 'number') toast.dismiss(id)
      },
      () => {},
    ),
  /** A failure, or anything with a title. Only one at a time: the next takes its place. */
  bad: (title: ReactNode, text?: ReactNode) => show('bad', title, text),
}

let loading: Promise<Sonner> | undefined
let said = 0

/** One toast at a time: the next one has the same id and takes its place. Toasts without a lane stack, at most three in sight. */
interface Lane {
  name: string
  /** in ms */
  duration?: number
  /** how many have gone: a fading toast is removed by its id, and would take a newer one with the same id along */
  gone: number
}
const PATIENT: Lane = { name: 'patient', duration: 30_000, gone: 0 }
const BRIEF: Lane = { name: 'brief', duration: 2500, gone: 0 }
const BAD: Lane = { name: 'bad', gone: 0 }

const idOf = ({ name, gone }: Lane) => `${name} ${gone}`
/** The toast with this id begins to fade. */
function goes(lane: Lane | undefined, id: string | number) {
  if (lane && idOf(lane) === id) lane.gone++
}

function putAway(sonner: Sonner, lane: Lane) {
  const id = idOf(lane)
  if (!sonner.toast.getToasts().some((shown) => shown.id === id)) return
  sonner.toast.dismiss(id)
  goes(lane, id)
}

/** Answers whether it is shown. */
async function show(tone: Tone, title: ReactNode, text?: ReactNode, lane = tone === 'bad' ? BAD : undefined) {
  if (typeof document === 'undefined') return false
  // in a lane the next stands where the one before may have been half swiped away
  const nth = ++said
  loading ??= load()
  return loading.then(
    (sonner) => {
      const dismiss = (id: string | number) => {
        sonner.toast.dismiss(id)
        goes(lane, id)
      }
      // it has worked after all
      if (tone === 'good') putAway(sonner, BAD)
      sonner.toast.custom(
        (id) => <Card key={nth} tone={tone} title={title} text={text} dismiss={() => dismiss(id)} />,
        // swiping it away is the card's own: the library's goes at 45 px, and at any quick touch
        {
          ...(lane && { id: idOf(lane), duration: lane.duration, onAutoClose: ({ id }) => goes(lane, id) }),
          dismissible: false,
        },
      )
      return true
    },
    () => {
      // The piece did not arrive (offline): the next toast asks for it again, and this one is said plainly.
      loading = undefined
      if (tone === 'bad') plainly(`${title}${text ? `. ${text}` : ''}`)
      return false
    },
  )
}

function plainly(words: string) {
  const place = document.createElement('p')
  place.className = 'toast bad alone'
  place.setAttribute('role', 'alert')
  document.body.append(place)
  place.textContent = words
  setTimeout(() => place.remove(), 8000)
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

/** Fetches sonner with the first toast and mounts it in an element of its own, outside the page's tree. */
async function load(): Promise<Sonner> {
  const [sonner, { createRoot }] = await Promise.all([import('sonner'), import('react-dom/client')])
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
  return sonner
}

/** A live region speaks only of what is added after it was there: so a breath between the region and its first toast. */
function Ready({ then }: { then: () => void }) {
  useEffect(() => {
    const timer = setTimeout(then, 60)
    return () => clearTimeout(timer)
  }, [then])
  return null
}
