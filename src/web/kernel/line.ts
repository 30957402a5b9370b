/**
 * The line of a tab to the server: what is told of topics, each from the number after which one wants to hear. It goes on
 * by itself at the number it had come to, however often it is cut, so that whoever listens misses nothing.
 */

/** `over`: the session has ended, and with it the line. `offline`: it was tried and did not work, or the browser says so. */
export type LineState = 'connecting' | 'open' | 'offline' | 'over'

export interface LiveEvent {
  /** its number in the topic, one more than the one before */
  seq: number
  kind: string
  /** the id of what it is about */
  subject: string | null
  /** as JSON: times are texts; null where it is gone by now */
  data: unknown
}

export interface Hears {
  onEvent(event: LiveEvent): void
  /** Told once to whoever is there, without a number; whoever was not finds it when he asks. */
  onPulse?(data: unknown): void
  /** Everything that was told up to this moment has been heard. */
  onUpToDate?(): void
  /** The place was too old, or not of this world: to be read anew. What comes from now on comes after `seq`. */
  onReset(seq: number): void
  /** He may not hear this topic, or no longer; nothing more comes. */
  onGone(): void
}

/** What a connection says of itself; nothing more after the end, or after it was closed from here. */
export interface Ends {
  onOpen(): void
  onFrame(text: string): void
  onEnd(code: number): void
}
export interface Socket {
  send(frame: string): void
  close(): void
}

interface LineParts {
  connect(ends: Ends): Socket
  isOnline(): boolean
  /** whether he is still signed in; throws where nobody answers. A refused connection does not tell a browser why. */
  isMember(): Promise<boolean>
  /** from 0 to 1 */
  random(): number
}

export interface Line {
  readonly state: LineState
  onState(listener: () => void): () => void
  /** `after` null: from now on. Answers how to stop. */
  subscribe(topic: string, after: number | null, hears: Hears): () => void
  /** The browser is online again, or somebody looks again: a line that waits is opened at once, one that is open is tried. */
  wake(): void
  /** The browser says that there is no network. */
  lost(): void
  /** Once in five seconds: whether the other end is still there. */
  tick(): void
}

/** in ms */
const DELAYS = [1000, 2000, 5000, 10_000]
const LATER = 2000
/** A line that nobody listens to is kept for so long: the next page may want it. */
const LINGER = 5000
const CONNECT_WITHIN = 15_000
/** Whoever was open for so long was no failed try. */
const STEADY = 10_000
const SILENCE = 30_000
const ANSWER_WITHIN = { quick: 2500, calm: 8000 }
/** Not a topic: the server says so, and that is the sign of life. */
const ECHO = '{"t":"sub","topic":"echo"}'
const ENDED = 4001
const TOO_SLOW = 4008
const TOO_MANY_TABS = 4010

interface Ear {
  seq: number | null
  hears: Hears
}

export function makeLine({ connect, isOnline, isMember, random }: LineParts): Line {
  const topics = new Map<string, Set<Ear>>()
  const listeners = new Set<() => void>()
  let state: LineState = 'connecting'
  let socket: Socket | null = null
  let isOpen = false
  let tries = 0
  /** the session was told to have ended, and it is asked whether that is so: browsers complain aloud of a door that is shut */
  let isInDoubt = false
  let moveIn: number | null = null
  let openedAt = 0
  let heardAt = 0
  let asked: { at: number; within: number } | null = null
  let next: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let linger: ReturnType<typeof setTimeout> | undefined

  const become = (now: LineState) => {
    if (state === now) return
    state = now
    for (const listener of [...listeners]) listener()
  }

  const wants = () => topics.size > 0 && state !== 'over' && !isInDoubt

  function open() {
    clearTimeout(next)
    next = undefined
    if (socket || !wants()) return
    if (!isOnline()) return become('offline')
    moveIn = null
    const isMine = () => socket === mine
    const mine: Socket = connect({
      onOpen() {
        if (!isMine()) return
        clearTimeout(patience)
        isOpen = true
        openedAt = heardAt = Date.now()
        become('open')
        for (const topic of topics.keys()) ask(topic)
      },
      onFrame: (text) => isMine() && hear(text),
      onEnd: (code) => drop(mine, code),
    })
    socket = mine
    patience = setTimeout(() => drop(mine, 1006), CONNECT_WITHIN)
  }

  /** Whether the socket has said so itself or not: an end that is gone says nothing. */
  function drop(mine: Socket, code: number) {
    if (socket !== mine) return
    const wasOpen = isOpen
    hangUp()
    if (code === ENDED) return void afterItsEnd()
    if (!wants()) return become('connecting')
    if (wasOpen && (code === TOO_SLOW || Date.now() - openedAt > STEADY)) tries = 0
    become(wasOpen && isOnline() ? 'connecting' : 'offline')
    // another tab has taken the place; whoever looks at this one again takes it back
    if (code === TOO_MANY_TABS) return become('offline')
    if (!isOnline()) return
    if (!wasOpen && tries > 0) void whetherMember()
    const delay = moveIn ?? DELAYS[Math.min(tries, DELAYS.length - 1)]! * (0.5 + random())
    tries++
    next = setTimeout(open, delay)
  }

  function hangUp() {
    clearTimeout(patience)
    const mine = socket
    socket = null
    isOpen = false
    asked = null
    mine?.close()
  }

  async function whetherMember() {
    try {
      if (!(await isMember())) end()
    } catch {} // nobody answers: the next try will
  }

  /** A session that was only renewed is told to have ended as well: then the line goes on where it was. */
  async function afterItsEnd() {
    become('connecting')
    isInDoubt = true
    await whetherMember()
    isInDoubt = false
    if (!socket && !next && wants()) next = setTimeout(open, DELAYS[0]! * (0.5 + random()))
  }

  function end() {
    clearTimeout(next)
    next = undefined
    hangUp()
    become('over')
  }

  /** From the lowest number that somebody here has come to; who is further on does not listen to what he knows. */
  function ask(topic: string) {
    const ears = topics.get(topic)
    if (!isOpen || !ears) return
    const known = [...ears].flatMap(({ seq }) => (seq === null ? [] : [seq]))
    say({ t: 'sub', topic, ...(known.length ? { after: Math.min(...known) } : {}) })
  }

  const say = (frame: object) => isOpen && socket?.send(JSON.stringify(frame))

  function hear(text: string) {
    heardAt = Date.now()
    asked = null
    const frame = JSON.parse(text) as { t: string; topic?: string; seq?: number; in?: number } & LiveEvent
    if (frame.t === 'move') {
      moveIn = frame.in ?? 0
      return
    }
    const name = frame.topic ?? ''
    const ears = topics.get(name)
    if (!ears) return
    if (frame.t === 'later') setTimeout(() => ask(name), LATER)
    if (frame.t === 'no' || frame.t === 'gone') {
      topics.delete(name)
      for (const { hears } of ears) hears.onGone()
      rest()
      return
    }
    for (const ear of [...ears]) {
      if (frame.t === 'on') {
        ear.seq ??= frame.seq
        ear.hears.onUpToDate?.()
      }
      if (frame.t === 'reset' && ear.seq !== frame.seq) {
        ear.seq = frame.seq
        ear.hears.onReset(frame.seq)
      }
      if (frame.t === 'pulse') ear.hears.onPulse?.(frame.data)
      if (frame.t === 'ev' && frame.seq > (ear.seq ?? 0)) {
        ear.seq = frame.seq
        const { seq, kind, subject = null, data } = frame
        ear.hears.onEvent({ seq, kind, subject, data })
      }
    }
  }

  /** Nobody listens: after a while nothing is kept open. */
  function rest() {
    if (topics.size > 0) return
    clearTimeout(linger)
    linger = setTimeout(() => {
      if (topics.size > 0) return
      clearTimeout(next)
      next = undefined
      hangUp()
      tries = 0
      if (state !== 'over') become('connecting')
    }, LINGER)
  }

  function probe(within: number) {
    if (!isOpen || asked) return
    asked = { at: Date.now(), within }
    socket?.send(ECHO)
    if (within === ANSWER_WITHIN.quick) setTimeout(judge, within)
  }

  function judge() {
    if (socket && asked && Date.now() - asked.at >= asked.within) drop(socket, 1006)
  }

  return {
    get state() {
      return state
    },
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    subscribe(topic, after, hears) {
      const ears = topics.get(topic) ?? new Set<Ear>()
      const ear: Ear = { seq: after, hears }
      topics.set(topic, ears.add(ear))
      ask(topic)
      if (!socket && !next) open()
      return () => {
        if (!ears.delete(ear) || ears.size > 0 || topics.get(topic) !== ears) return
        topics.delete(topic)
        say({ t: 'unsub', topic })
        rest()
      }
    },
    wake() {
      if (!wants()) return
      tries = 0
      if (isOpen) probe(ANSWER_WITHIN.quick)
      else if (!socket) open()
    },
    lost() {
      if (!wants()) return
      clearTimeout(next)
      next = undefined
      hangUp()
      become('offline')
    },
    tick() {
      judge()
      if (Date.now() - heardAt > SILENCE) probe(ANSWER_WITHIN.calm)
    },
  }
}
