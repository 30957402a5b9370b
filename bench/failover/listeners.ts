/**
 * Chat listeners: the live connection of the browser itself (`src/web/kernel/live-connection.ts`), over a real
 * WebSocket. Each keeps what it was sent, in order.
 */
import { WebSocket } from 'ws'
import { topicOf } from '#contract/live-words.ts'
import { makeLiveConnection } from '#web/kernel/live-connection.ts'
import type { Member, Room } from './community.ts'

const TICK_MS = 5000

export interface Heard {
  id: string
  seq: number
  /** when it arrived, by `performance.now()` */
  at: number
}

export interface ChatListener {
  name: string
  room: Room
  /** in the order of arrival; what a page of messages contained after a reset is part of it */
  heard: Heard[]
  /** the number after which it listens */
  from: number
  /** what a listener must not see: that the room was closed to it */
  faults: string[]
  stop(): void
}

interface Page {
  items: { id: string; seq: number }[]
  later: string | null
  seq: number
}

export async function startListener({ name, door }: Member, room: Room): Promise<ChatListener> {
  const readPage = async (query = '') => {
    const { status, json } = await door.send('GET', `/api/v1/chat/${room.room}/${room.id}/messages${query}`)
    if (status !== 200) throw new Error(`the messages could not be read: ${status}`)
    return json as unknown as Page
  }
  const { seq: from } = await readPage()
  const connection = makeLiveConnection({
    connect: ({ onOpen, onFrame, onEnd }) => {
      const { url, cookie } = door
      const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin: door.origin } })
      socket.on('open', onOpen)
      socket.on('message', (bytes) => onFrame(String(bytes)))
      socket.on('close', onEnd)
      // 'close' follows; the next attempt takes the other address
      socket.on('error', () => door.change())
      return { send: (frame) => socket.send(frame), close: () => socket.terminate() }
    },
    // this bench is about the connection alone
    readTurn: () => Promise.reject(new Error('no turns')),
    isVisible: () => false,
    isOnline: () => true,
    isMember: async () => {
      const { status, json } = await door.send('GET', '/api/v1/me')
      if (status !== 200) throw new Error(`nobody can say: ${status}`)
      return Boolean(json && 'username' in json)
    },
    random: Math.random,
  })
  const listener: ChatListener = { name, room, heard: [], from, faults: [], stop }
  const last = () => listener.heard.at(-1)?.seq ?? from
  const note = (id: string, seq: number) => listener.heard.push({ id, seq, at: performance.now() })

  /** As the browser does after a reset: reads the pages after what it has. */
  const readMissed = async (): Promise<void> => {
    try {
      for (let isMore = true; isMore; ) {
        const page = await readPage(`?after=${last()}`)
        for (const { id, seq } of page.items) if (seq > last()) note(id, seq)
        isMore = page.later !== null
      }
    } catch {
      setTimeout(() => void readMissed(), 500)
    }
  }
  const unsubscribe = connection.subscribe(topicOf(room.room, room.id), from, {
    onEvent: ({ seq, kind, subject }) => {
      if (kind !== 'message.sent') return
      // an event that comes too late is missing in what was heard, and the history check finds it
      if (seq > last()) note(subject!, seq)
    },
    onReset: () => void readMissed(),
    onGone: () => listener.faults.push(`${name}: the room was closed`),
  })
  const ticking = setInterval(() => connection.tick(), TICK_MS)
  function stop(): void {
    clearInterval(ticking)
    unsubscribe()
    connection.lost()
  }
  return listener
}
