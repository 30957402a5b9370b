/**
 * What was said, the latest at the bottom. The sheet is laid out from its end, so that it opens there even without script;
 * whoever reads further up stays at the line that he reads, whatever comes or goes above or below it.
 */
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'

export interface LogHandle {
  toEnd(): void
  /** From the end to the mark, where there is more below it than can be seen; who reads elsewhere stays there. */
  toMark(): void
  focus(): void
}

interface LogProps {
  handle: Ref<LogHandle>
  label: string
  /** where he begins, if it is there: the first of the new ones */
  mark: string
  /** what is here reaches the end of what was said: then whoever is at the bottom stays there, whatever comes */
  isWhole: boolean
  /** he is to be at the bottom, as soon as it is here */
  isGoingDown: boolean
  onEnd: (isAtEnd: boolean) => void
  /** the last line that he sees whole, by its `data-seq` */
  onSeen: (seq: number) => void
  /** he comes near the first one, or the last one, that is here; told again and again */
  onNearTop: () => void
  onNearBottom: () => void
  children: ReactNode
}

/** in px */
const AT_END = 48
const NEAR = 600

export function Log(props: LogProps) {
  const { handle, label, mark, isWhole, isGoingDown, children } = props
  const log = useRef<HTMLDivElement>(null)
  // the line that he reads, and how far below the edge it stands; none at the end
  const reading = useRef<{ row: Element; top: number } | null>(null)
  // where the sheet stood when this was noted, and how far up it could be scrolled
  const stood = useRef({ top: 0, room: 0 })
  const hasBegun = useRef(false)

  const isAtEnd = (sheet: Element) => isWhole && -sheet.scrollTop < AT_END
  const note = (sheet: Element) => {
    reading.current = isAtEnd(sheet) || isGoingDown ? null : lineIn(sheet)
    stood.current = { top: sheet.scrollTop, room: roomIn(sheet) }
  }
  const look = () => {
    const sheet = log.current
    if (!sheet) return
    note(sheet)
    props.onEnd(isAtEnd(sheet))
    const seen = lastSeen(sheet)
    if (seen !== null) props.onSeen(seen)
    // counted from the end, upwards negative
    if (sheet.scrollHeight - sheet.clientHeight + sheet.scrollTop < NEAR) props.onNearTop()
    if (-sheet.scrollTop < NEAR) props.onNearBottom()
  }
  const toMark = (sheet: Element, row: Element) => {
    sheet.scrollTop += topIn(sheet, row) - sheet.clientHeight / 4
    note(sheet)
  }

  useLayoutEffect(() => {
    const sheet = log.current
    if (!sheet) return
    if (!hasBegun.current) {
      hasBegun.current = true
      const row = sheet.querySelector(mark)
      if (row) toMark(sheet, row)
      else note(sheet)
    }
    // he may have scrolled in this very moment, and nobody has looked yet
    const moved = movedIn(sheet, stood.current)
    if (isGoingDown || (!reading.current && moved === 0)) sheet.scrollTop = 0
    else if (reading.current?.row.isConnected)
      sheet.scrollTop += topIn(sheet, reading.current.row) - reading.current.top + moved
    note(sheet)
  })

  const looking = useRef(look)
  useEffect(() => {
    looking.current = look
  })
  const lookSoon = useRef(() => {})
  useEffect(() => {
    const sheet = log.current
    if (!sheet) return
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => looking.current())
    }
    lookSoon.current = soon
    sheet.addEventListener('scroll', soon, { passive: true })
    const size = new ResizeObserver(soon)
    for (const element of [sheet, ...sheet.children]) size.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      sheet.removeEventListener('scroll', soon)
      size.disconnect()
    }
  }, [])
  // what is here may have grown by a page as high as the one that went
  useEffect(() => lookSoon.current())

  useImperativeHandle(handle, () => ({
    toEnd() {
      if (log.current) log.current.scrollTop = 0
      looking.current()
    },
    toMark() {
      const sheet = log.current
      const row = sheet?.querySelector(mark)
      if (!sheet || !row || reading.current || topIn(sheet, row) >= 0) return
      toMark(sheet, row)
      looking.current()
    },
    focus: () => log.current?.focus({ preventScroll: true }),
  }))

  return (
    // a sheet that scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="log" ref={log} aria-label={label} tabIndex={0}>
      <div className="log-in">{children}</div>
    </section>
  )
}

/** How far up it can be scrolled, in px. */
const roomIn = (sheet: Element) => sheet.scrollHeight - sheet.clientHeight

/** So far it was scrolled since, downwards, in px. One that has become shorter than that goes back by itself. */
function movedIn(sheet: Element, since: { top: number; room: number }): number {
  const room = roomIn(sheet)
  const isCut = room < since.room && -sheet.scrollTop > room - 1
  return isCut ? 0 : sheet.scrollTop - since.top
}

const topIn = (sheet: Element, row: Element) => row.getBoundingClientRect().top - sheet.getBoundingClientRect().top

/** The first row for which this is so; they stand in order, and it is so for all after it. */
function firstOf<Row extends Element>(rows: ArrayLike<Row>, isSo: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(rows[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first line that is not above the edge. */
function lineIn(sheet: Element): { row: Element; top: number } | null {
  const rows = sheet.querySelectorAll('[data-row]')
  const row =
    rows[
      Math.min(
        rows.length - 1,
        firstOf(rows, (one) => topIn(sheet, one) >= 0),
      )
    ]
  return row ? { row, top: topIn(sheet, row) } : null
}

/** The number of the last line that ends above the lower edge; one that is longer than the sheet is seen once it is passed. */
function lastSeen(sheet: Element): number | null {
  const rows = sheet.querySelectorAll<HTMLElement>('[data-seq]')
  const edge = sheet.getBoundingClientRect().bottom + 2
  const row = rows[firstOf(rows, (one) => one.getBoundingClientRect().bottom > edge) - 1]
  return row ? Number(row.dataset.seq) : null
}
