/**
 * "What is being said": a row of samples that scrolls by itself, unless the visitor reads it, has the focus in it, or
 * pauses it.
 */
import { ArrowBigUp, MessageSquare, Pause, Play } from 'lucide'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SAMPLES, type Sample } from './samples.ts'

/** in ms */
const INTERVAL_MS = 4000

export function SampleRow() {
  const section = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [paused, setPaused] = useState(false)
  useMoving(section, row, paused)
  return (
    <section className="said" aria-labelledby="said" ref={section}>
      <div className="lp said-h">
        <h2 className="lp-h" id="said">
          What is being said
        </h2>
        <Stamp>Sample</Stamp>
        <IconButton
          className="said-pause needs-script"
          icon={paused ? Play : Pause}
          label={paused ? 'Let the sample posts move' : 'Pause the sample posts'}
          onClick={() => setPaused(!paused)}
        />
      </div>
      <p className="lp ui soft said-why">We wrote these to show how it sounds. The real ones are in the feed.</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: by keyboard it is scrolled with the arrows */}
      <ul className="said-row" role="list" tabIndex={0} aria-label="Sample posts" ref={row}>
        {SAMPLES.map((sample) => (
          <Card key={sample.title} sample={sample} />
        ))}
      </ul>
    </section>
  )
}

function Card({ sample }: { sample: Sample }) {
  return (
    <li className="panel said-card">
      <div className="who">
        <Avatar name={sample.name} id={sample.name} size="s" />
        <b>{sample.name}</b>
        <span className="place">
          <i className={`cdot ${sample.dot}`} />
          {sample.category}
        </span>
      </div>
      <h3>{sample.title}</h3>
      <p className="ui">{sample.words}</p>
      <div className="row soft num ui">
        <span className="row xs">
          <Icon of={ArrowBigUp} size="s" />
          <span className="sr">Score </span>
          {sample.score}
        </span>
        <span className="row xs">
          <Icon of={MessageSquare} size="s" />
          {sample.comments}
          <span className="sr"> comments</span>
        </span>
      </div>
    </li>
  )
}

/**
 * Scrolls one card at a time, and from the last card back to the first. After any interruption the four seconds start
 * again.
 */
function useMoving(section: RefObject<HTMLElement | null>, row: RefObject<HTMLElement | null>, paused: boolean) {
  useEffect(() => {
    const [place, list] = [section.current, row.current]
    if (!place || !list || paused) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)')
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = place.matches(':hover')
    const wait = () => {
      clearTimeout(timer)
      const isHeld = isOver || document.hidden || calm.matches || place.contains(document.activeElement)
      if (!isHeld) timer = setTimeout(goOn, INTERVAL_MS)
    }
    const goOn = () => {
      toNext(list)
      wait()
    }
    const on = (target: EventTarget, type: string, over?: boolean) =>
      target.addEventListener(
        type,
        () => {
          isOver = over ?? isOver
          wait()
        },
        { signal: end.signal, passive: true },
      )
    on(place, 'pointerenter', true)
    on(place, 'pointerleave', false)
    on(place, 'focusin')
    on(place, 'focusout')
    // a visitor who scrolls by hand is reading
    on(list, 'scroll')
    on(document, 'visibilitychange')
    on(calm, 'change')
    wait()
    return () => {
      end.abort()
      clearTimeout(timer)
    }
  }, [section, row, paused])
}

function toNext(list: HTMLElement) {
  const [first, second] = list.children as unknown as HTMLElement[]
  if (!first || !second) return
  const step = second.offsetLeft - first.offsetLeft
  const isAtEnd = list.scrollLeft >= list.scrollWidth - list.clientWidth - 1
  list.scrollTo({ left: isAtEnd ? 0 : (Math.floor(list.scrollLeft / step + 0.1) + 1) * step, behavior: 'smooth' })
}
