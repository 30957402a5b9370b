/** A listening tab: a real WebSocket to a real server, which stores every frame it receives. */
import { WebSocket } from 'ws'

export interface Frame {
  t: string
  topic?: string
  seq?: number
  kind?: string
  subject?: string
  data?: { id: string; content: string; seq: number } | null
}

export interface TabListener {
  frames: Frame[]
  /** the same frames, in their raw form */
  texts: string[]
  /** the close code; null while it is open */
  readonly closed: number | null
  say(frame: object | string): void
  /** Subscribes, and waits for the response: on, no, or reset. */
  listen(topic: string, after?: number): Promise<Frame>
  /** Waits for the first frame of this kind. */
  until(fits: (frame: Frame) => boolean): Promise<Frame>
  untilClosed(): Promise<number>
  socket: WebSocket
  hangUp(): void
}

const TIMEOUT_MS = 10_000

export async function openListener(url: string, cookie: string, origin = url): Promise<TabListener> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin } })
  const frames: Frame[] = []
  const texts: string[] = []
  const lookers = new Set<() => void>()
  let closed: number | null = null
  const tell = () => {
    for (const look of lookers) look()
  }
  socket.on('message', (bytes) => {
    texts.push(String(bytes))
    frames.push(JSON.parse(String(bytes)) as Frame)
    tell()
  })
  socket.on('close', (code) => {
    closed = code
    tell()
  })
  const when = <Found>(what: string, find: () => Found | undefined) =>
    new Promise<Found>((resolve, reject) => {
      const end = (act: () => void) => {
        lookers.delete(look)
        clearTimeout(timer)
        act()
      }
      const look = () => {
        const found = find()
        if (found !== undefined) end(() => resolve(found))
      }
      const timer = setTimeout(
        () => end(() => reject(new Error(`${what} did not come: ${JSON.stringify(frames)}`))),
        TIMEOUT_MS,
      )
      lookers.add(look)
      look()
    })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) => reject(new Error(`refused with ${response.statusCode}`)))
    socket.once('error', reject)
  })
  const listener: TabListener = {
    frames,
    texts,
    socket,
    get closed() {
      return closed
    },
    say: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async listen(topic, after) {
      const from = frames.length
      listener.say({ t: 'sub', topic, after })
      return when('an answer', () =>
        frames.slice(from).find((frame) => frame.topic === topic && /^(on|no|later)$/.test(frame.t)),
      )
    },
    until: (fits) => when('a frame', () => frames.find(fits)),
    untilClosed: () => when('the end', () => closed ?? undefined),
    hangUp: () => socket.terminate(),
  }
  return listener
}

/** The events of a topic, in the order in which they arrived. */
export const eventsOf = (listener: TabListener, topic: string) =>
  listener.frames.filter((frame) => frame.t === 'ev' && frame.topic === topic)
