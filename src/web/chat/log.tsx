/**
 * The list of messages, the latest at the bottom. It is laid out from its end, so that it opens there even without script.
 * When messages are added or removed, the line that the member is reading stays where it is.
 */
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'

export interface LogHandle {
  toEnd(): void
  /** Scrolls from the end to the mark if it is above the visible part; does nothing if the member is elsewhere. */
  toMark(): void
  focus(): void
}

interface LogProps {
  handle: Ref<LogHandle>
  label: string
  /** selector of the first unread message; the list opens there if it is loaded */
  mark: string
  /** the loaded section reaches the end: a reader at the bottom stays at the bottom when messages arrive */
  isWhole: boolean
  /** the list is to scroll to the bottom as soon as it is loaded */
  isGoingDown: boolean
  onEnd: (isAtEnd: boolean) => void
  /** called with the `data-seq` of the last fully visible line */
  onSeen: (seq: number) => void
  /** called repeatedly while the reader is near the first loaded message (or the last one, for `onNearBottom`) */
  onNearTop: () => void
  onNearBottom: () => void
  children: ReactNode
}

/** in px; closer to the end than this counts as at the end, and as near an edge */
const AT_END_PX = 48
const NEAR_PX = 600

export function Log(props: LogProps) {
  const { handle, label, mark, isWhole, isGoingDown, children } = props
  const log = useRef<HTMLDivElement>(null)
  // the line being read and its distance from the upper edge; null at the end
  const reading = useRef<{ row: Element; top: number } | null>(null)
  // the scroll position at that time, and the maximum scroll distance
  const stood = useRef({ top: 0, room: 0 })
  const hasBegun = useRef(false)

  const isAtEnd = (sheet: Element) => isWhole && -sheet.scrollTop < AT_END_PX
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
    // scrollTop counts from the end, upwards negative
    if (sheet.scrollHeight - sheet.clientHeight + sheet.scrollTop < NEAR_PX) props.onNearTop()
    if (-sheet.scrollTop < NEAR_PX) props.onNearBottom()
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
    // the reader may have scrolled since the last scroll event was handled
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
  // a page may have replaced another one of the same height
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
    // a scrollable element must be reachable by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="log" ref={log} aria-label={label} tabIndex={0}>
      <div className="log-in">{children}</div>
    </section>
  )
}

/** The maximum scroll distance, in px. */
const roomIn = (sheet: Element) => sheet.scrollHeight - sheet.clientHeight

/**
 * Returns how far the list was scrolled down since, in px. 0 if it became shorter, because the browser then scrolls by
 * itself.
 */
function movedIn(sheet: Element, since: { top: number; room: number }): number {
  const room = roomIn(sheet)
  const isCut = room < since.room && -sheet.scrollTop > room - 1
  return isCut ? 0 : sheet.scrollTop - since.top
}

const topIn = (sheet: Element, row: Element) => row.getBoundingClientRect().top - sheet.getBoundingClientRect().top

/** Binary search: the index of the first row for which `isSo` is true; it must be true for all rows after it. */
function firstOf<Row extends Element>(rows: ArrayLike<Row>, isSo: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(rows[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the first line that is not above the upper edge. */
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

/**
 * Returns the number of the last line that ends above the lower edge. A line that is taller than the list counts once its
 * end was visible.
 */
function lastSeen(sheet: Element): number | null {
  const rows = sheet.querySelectorAll<HTMLElement>('[data-seq]')
  const edge = sheet.getBoundingClientRect().bottom + 2
  const row = rows[firstOf(rows, (one) => one.getBoundingClientRect().bottom > edge) - 1]
  return row ? Number(row.dataset.seq) : null
}
