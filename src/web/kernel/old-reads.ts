/**
 * Data on screen that is known to be old: a read in the background failed, was refused, or takes long. It stays on screen
 * and is read again, with growing pauses, until a read succeeds. The shell says so in one line (shell/old-content.tsx).
 */
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { readFault } from './fault.ts'

/** In ms: after this time without an answer the line is shown. */
const SHOWN_AFTER_MS = 4000
/** The pauses before the reads, in ms. A random part is added, so that tabs do not all return at the same moment. */
const PAUSES_MS = [3000, 6000, 12_000, 30_000, 60_000]

interface OldRead {
  query: Query
  /** when the data that is shown was read, in ms since 1970; 0 if that is not known */
  readAt: number
  failures: number
  isShown: boolean
  /** the server asked not to be read before this time */
  notBefore: number
  again: ReturnType<typeof setTimeout> | undefined
  show: ReturnType<typeof setTimeout> | undefined
}

export interface OldReads {
  onChange(listener: () => void): () => void
  /** Returns when the oldest data that the line is about was read, or null if there is nothing to say. */
  since(): number | null
  /** Whether something that the line is about is read at this moment. */
  isReading(): boolean
  /** The browser is online again, or the tab is visible again: everything is read now. */
  wake(): void
  stop(): void
}

interface Parts {
  client: QueryClient
  /** Whether somebody looks: a hidden tab does not read again. */
  isVisible(): boolean
  /** A read in the background was answered with 401, 403 or 404. */
  onRefused(query: Query, status: number): void
}

export function followOldReads({ client, isVisible, onRefused }: Parts): OldReads {
  const cache = client.getQueryCache()
  const reads = new Map<string, OldRead>()
  /** When the whole of a query was last read. What the member changed on this device since then is not a read. */
  const readAt = new WeakMap<Query, number>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  const shown = () => [...reads.values()].filter(({ isShown, query }) => isShown && query.isActive())

  /** The data is old from now on, until a read succeeds. */
  function note(query: Query): OldRead {
    const known = reads.get(query.queryHash)
    if (known) return known
    const at = readAt.get(query) ?? query.state.dataUpdatedAt
    const read: OldRead = {
      ...{ query, readAt: at, failures: 0, isShown: false, notBefore: 0, again: undefined },
      show: setTimeout(() => {
        read.isShown = true
        changed()
      }, SHOWN_AFTER_MS),
    }
    reads.set(query.queryHash, read)
    return read
  }

  function forget({ queryHash }: Query) {
    const read = reads.get(queryHash)
    if (!read) return
    clearTimeout(read.again)
    clearTimeout(read.show)
    reads.delete(queryHash)
    if (read.isShown) changed()
  }

  function fail(query: Query, error: unknown) {
    const { status, retryAfter } = readFault(error, '')
    if (isRefusal(status)) {
      forget(query)
      return onRefused(query, status)
    }
    const read = note(query)
    read.failures++
    read.notBefore = Date.now() + (retryAfter ?? 0) * 1000
    plan(read)
    if (read.isShown) changed()
  }

  function plan(read: OldRead, isSoon = false) {
    const pause = PAUSES_MS[Math.min(Math.max(read.failures - 1, 0), PAUSES_MS.length - 1)]! * (1 + Math.random() / 2)
    clearTimeout(read.again)
    read.again = setTimeout(() => readAgain(read), Math.max(isSoon ? 0 : pause, read.notBefore - Date.now()))
  }

  function readAgain({ query }: OldRead) {
    if (query.state.fetchStatus !== 'idle' || !query.isActive() || !isVisible()) return
    void client.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
  }

  /** Not earlier than the server has asked: then the planned read comes. */
  const readEarly = (read: OldRead) => Date.now() >= read.notBefore && readAgain(read)

  /** A read may have begun or failed before, for example while the page was opened. */
  function comeOnScreen(query: Query) {
    const read = reads.get(query.queryHash)
    if (read?.isShown) changed()
    // if the read is due, it does not wait for the next pause
    if (read) setTimeout(() => readEarly(read))
    else if (!isInBackground(query)) return
    else if (query.state.fetchStatus === 'fetching') note(query)
    else if (query.state.status === 'error') fail(query, query.state.error)
  }

  function leaveScreen(query: Query) {
    const read = reads.get(query.queryHash)
    // its read was cancelled, and the next visit reads again if the data is old
    if (read?.failures === 0 && !query.isActive()) forget(query)
    else if (read?.isShown) changed()
  }

  function follow(query: Query, action: Action) {
    const isRead = action.type === 'success' && !action.manual
    const isFull = isRead && !isMore(query)
    if (isFull) readAt.set(query, Date.now())
    // also on no screen: the loader of the next visit reads before the screen is there
    if (isFull || query.state.data === undefined) return forget(query)
    const known = reads.get(query.queryHash)
    const isOver = isRead || action.type === 'error' || action.type === 'setState'
    if (known && isOver && query.state.fetchStatus === 'idle' && (isMore(query) || action.type === 'setState'))
      return goOn(known, isRead)
    if (!isInBackground(query)) return
    if (action.type === 'fetch') note(query)
    else if (action.type === 'error') fail(query, action.error)
    if (known?.isShown) changed()
  }

  /** A read that was cancelled left the data as old as it was; one of the next page did, which cancels a read of the whole. */
  function goOn(read: OldRead, isSoon: boolean) {
    if (isMore(read.query) || read.failures > 0) plan(read, isSoon)
    else forget(read.query)
    if (read.isShown) changed()
  }

  const stop = cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'removed') forget(query)
    else if (event.type === 'observerAdded') comeOnScreen(query)
    else if (event.type === 'observerRemoved') leaveScreen(query)
    else if (event.type === 'updated') follow(query, event.action)
  })
  for (const query of cache.getAll()) {
    readAt.set(query, query.state.dataUpdatedAt)
    if (isInBackground(query) && query.state.status === 'error') fail(query, query.state.error)
  }

  return {
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since() {
      const old = shown()
      return old.length ? Math.min(...old.map(({ readAt }) => readAt)) : null
    },
    isReading: () => shown().some(({ query }) => query.state.fetchStatus !== 'idle'),
    wake() {
      for (const read of reads.values()) readEarly(read)
    },
    stop() {
      stop()
      for (const { query } of [...reads.values()]) forget(query)
    },
  }
}

type Action = Extract<QueryCacheNotifyEvent, { type: 'updated' }>['action']

/** The read, or the last one, is for the next page of a list. */
const isMore = ({ state }: Query) => Boolean(state.fetchMeta?.fetchMore)

/** There is something to show, on screen, and the read is not for the next page of a list, which says so itself. */
const isInBackground = (query: Query) => query.state.data !== undefined && query.isActive() && !isMore(query)

/** Trying again does not help: the viewer may not read this any more, or the request is wrong. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429
