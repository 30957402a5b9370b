/** The tab's one line to the server. A piece of its own: only pages that listen to something fetch it. */
import { useSyncExternalStore } from 'react'
import { type Hears, type Line, type LineState, makeLine } from './line.ts'
import { askWhoIsHere } from './who-is-here.ts'

const TICK = 5000

let line: Line | undefined

/**
 * Hears of a topic ("pod:…") what comes after a number; read first, then listen after the number that came with it, and
 * nothing is missed. In the browser only. Answers how to stop.
 */
export const listenTo = (topic: string, after: number | null, hears: Hears) => theLine().subscribe(topic, after, hears)

/** How it stands with the connection of this tab. */
export const useLineState = (): LineState =>
  useSyncExternalStore(
    (listener) => theLine().onState(listener),
    () => theLine().state,
    () => 'connecting',
  )

/** As it is at this moment, for what is no component. */
export const lineState = (): LineState => theLine().state
export const onLineState = (listener: () => void) => theLine().onState(listener)

function theLine(): Line {
  line ??= lineOfTab()
  return line
}

function lineOfTab(): Line {
  const made = makeLine({
    connect({ onOpen, onFrame, onEnd }) {
      const socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/live`)
      socket.onopen = onOpen
      socket.onmessage = ({ data }) => onFrame(String(data))
      socket.onclose = ({ code }) => onEnd(code)
      return {
        send(frame) {
          // its end is known here a moment before it is told; browsers complain aloud of what is sent then
          if (socket.readyState === WebSocket.OPEN) socket.send(frame)
        },
        close() {
          if (socket.readyState !== WebSocket.CONNECTING) return socket.close()
          // browsers complain aloud of one that is closed before it was open
          socket.onopen = () => socket.close()
        },
      }
    },
    isOnline: () => navigator.onLine,
    isMember: async () => (await askWhoIsHere()) !== null,
    random: Math.random,
  })
  const look = () => document.visibilityState === 'visible' && made.wake()
  window.addEventListener('online', made.wake)
  window.addEventListener('offline', made.lost)
  document.addEventListener('visibilitychange', look)
  // kept for the Back button: a page with an open line could not be
  window.addEventListener('pagehide', made.lost)
  window.addEventListener('pageshow', look)
  let at = Date.now()
  setInterval(() => {
    const slept = Date.now() - at > 6 * TICK
    at = Date.now()
    if (slept) look()
    made.tick()
  }, TICK)
  return made
}
