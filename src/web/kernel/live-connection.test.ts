import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeLiveConnection, type SocketEvents } from './live-connection.ts'
import type { LiveEvent, TopicPosition } from './live-subscriptions.ts'
import type { TurnAnswer } from './live-turns.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const POD = 'pod:1'

/** A connection without random jitter: delays are exactly as configured. */
function setUp() {
  const world = {
    ...{ isOnline: true, isVisible: true, isMember: async () => true, tabs: [] as FakeSocket[] },
    /** the turns that the tab took, and how the server answers them */
    turns: [] as TopicPosition[][],
    answer: async (_topics: TopicPosition[]): Promise<TurnAnswer> => Promise.reject(new Error('no network')),
  }
  const line = makeLiveConnection({
    connect(events) {
      const socket = new FakeSocket(events)
      world.tabs.push(socket)
      return socket
    },
    readTurn(topics) {
      world.turns.push(topics)
      return world.answer(topics)
    },
    isOnline: () => world.isOnline,
    isVisible: () => world.isVisible,
    isMember: () => world.isMember(),
    random: () => 0.5,
  })
  const states: string[] = []
  line.onState(() => states.push(line.state))
  return {
    world,
    line,
    states,
    get socket() {
      return world.tabs.at(-1)!
    },
    /** The connection is open: the server has answered the first frame. */
    open(count: number) {
      expect(world.tabs).toHaveLength(count)
      world.tabs.at(-1)!.open()
    },
  }
}

class FakeSocket {
  sent: { t: string; topic: string; after?: number }[] = []
  isClosed = false
  events: SocketEvents
  constructor(events: SocketEvents) {
    this.events = events
  }
  open() {
    this.events.onOpen()
    this.deliver({ t: 'no', topic: 'echo' })
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }
  close() {
    this.isClosed = true
  }
  deliver(frame: object) {
    this.events.onFrame(JSON.stringify(frame))
  }
  event(seq: number, topic = POD) {
    this.deliver({ t: 'ev', topic, seq, kind: 'message.sent', subject: `id-${seq}`, data: { n: seq } })
  }
}

function recorder() {
  const received: (LiveEvent | string)[] = []
  return {
    received,
    seqs: () => received.map((one) => (typeof one === 'string' ? one : one.seq)),
    handler: {
      onEvent: (event: LiveEvent) => void received.push(event),
      onReset: (seq: number) => void received.push(`reset ${seq}`),
      onGone: () => void received.push('gone'),
    },
  }
}

describe('listening', () => {
  test('the first topic opens one connection, subscribes after its sequence number, and receives events', () => {
    const it = setUp()
    const [one, two] = [recorder(), recorder()]
    it.line.subscribe(POD, 17, one.handler)
    it.line.subscribe('pod:2', null, two.handler)
    it.open(1)
    expect(it.socket.sent).toEqual([
      { t: 'sub', topic: POD, after: 17 },
      { t: 'sub', topic: 'pod:2' },
    ])
    it.socket.event(18)
    it.socket.deliver({ t: 'on', topic: POD, seq: 18 })
    it.socket.deliver({ t: 'on', topic: 'pod:2', seq: 4 })
    it.socket.event(5, 'pod:2')
    expect(one.received).toEqual([{ seq: 18, kind: 'message.sent', subject: 'id-18', data: { n: 18 } }])
    expect(two.seqs()).toEqual([5])
    expect(it.states).toEqual(['open'])
  })

  test('two subscribers of one topic each receive the events that they do not know', () => {
    const it = setUp()
    const [behind, ahead] = [recorder(), recorder()]
    it.line.subscribe(POD, 5, ahead.handler)
    it.open(1)
    it.line.subscribe(POD, 3, behind.handler)
    expect(it.socket.sent.at(-1)).toEqual({ t: 'sub', topic: POD, after: 3 })
    for (const seq of [4, 5, 6]) it.socket.event(seq)
    expect([behind.seqs(), ahead.seqs()]).toEqual([[4, 5, 6], [6]])
  })

  test('a message without a sequence number reaches only subscribers with a handler for it, and does not change their position', () => {
    const it = setUp()
    const [minds, one] = [recorder(), recorder()]
    const pulses: unknown[] = []
    it.line.subscribe(POD, 3, { ...minds.handler, onPulse: (data) => void pulses.push(data) })
    it.line.subscribe(POD, 3, one.handler)
    it.open(1)
    it.socket.deliver({ t: 'pulse', topic: POD, data: { feed: ['a'] } })
    it.socket.deliver({ t: 'pulse', topic: 'pod:2', data: { feed: ['b'] } })
    it.socket.event(4)
    expect(pulses).toEqual([{ feed: ['a'] }])
    expect([minds.seqs(), one.seqs()]).toEqual([[4], [4]])
  })

  test('an event that arrives twice is delivered once', () => {
    const it = setUp()
    const one = recorder()
    it.line.subscribe(POD, 0, one.handler)
    it.open(1)
    for (const seq of [1, 2, 2, 1, 3]) it.socket.event(seq)
    expect(one.seqs()).toEqual([1, 2, 3])
  })

  test('a subscriber who may not follow the topic is notified once and receives nothing more', () => {
    for (const t of ['no', 'gone']) {
      const it = setUp()
      const one = recorder()
      it.line.subscribe(POD, 0, one.handler)
      it.open(1)
      it.socket.deliver({ t, topic: POD })
      it.socket.event(1)
      expect(one.received).toEqual(['gone'])
    }
  })

  test('a position that is too old or unknown to the server leads to a reset with a new sequence number', () => {
    const it = setUp()
    const one = recorder()
    it.line.subscribe(POD, 50, one.handler)
    it.open(1)
    it.socket.deliver({ t: 'reset', topic: POD, seq: 20 })
    it.socket.deliver({ t: 'on', topic: POD, seq: 20 })
    it.socket.event(21)
    expect(one.seqs()).toEqual(['reset 20', 21])
  })

  test('after “later” the subscription is sent again after two seconds, from the current position', () => {
    const it = setUp()
    it.line.subscribe(POD, 1, recorder().handler)
    it.open(1)
    it.socket.deliver({ t: 'later', topic: POD })
    it.socket.event(2)
    vi.advanceTimersByTime(1999)
    expect(it.socket.sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(it.socket.sent.at(-1)).toEqual({ t: 'sub', topic: POD, after: 2 })
  })

  test('a subscriber who stops receives nothing more; an unused connection is closed after a delay', () => {
    const it = setUp()
    const one = recorder()
    const stop = it.line.subscribe(POD, 0, one.handler)
    it.open(1)
    stop()
    expect(it.socket.sent.at(-1)).toEqual({ t: 'unsub', topic: POD })
    it.socket.event(1)
    expect(one.received).toEqual([])
    vi.advanceTimersByTime(4000)
    // the next page needs the connection
    const again = it.line.subscribe(POD, 0, one.handler)
    vi.advanceTimersByTime(10_000)
    expect([it.world.tabs.length, it.socket.isClosed]).toEqual([1, false])
    again()
    vi.advanceTimersByTime(5000)
    expect(it.socket.isClosed).toBe(true)
    it.socket.events.onEnd(1005)
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
    it.line.subscribe(POD, 0, one.handler)
    expect(it.world.tabs).toHaveLength(2)
  })
})

describe('reconnecting', () => {
  test.each([1006, 1012, 4008, 4009])(
    'after close code %i it continues after the last sequence number received',
    (code) => {
      const it = setUp()
      const one = recorder()
      it.line.subscribe(POD, 3, one.handler)
      it.open(1)
      it.socket.event(4)
      it.socket.events.onEnd(code)
      expect(it.line.state).toBe('connecting')
      vi.advanceTimersByTime(1000)
      it.open(2)
      expect(it.socket.sent).toEqual([{ t: 'sub', topic: POD, after: 4 }])
      it.socket.event(5)
      expect(one.seqs()).toEqual([4, 5])
    },
  )

  test('it retries after 1, 2, 5, 10 and 10 s, reports offline once HTTP fails too, and reports open when it succeeds', async () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    for (const [index, delay] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
      expect(it.world.tabs).toHaveLength(index + 1)
      it.socket.events.onEnd(1006)
      expect(it.line.state).toBe(index < 2 ? 'connecting' : 'offline')
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(it.world.tabs).toHaveLength(index + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    it.open(6)
    expect(it.states).toEqual(['offline', 'open'])
    // open long enough to reset the number of attempts
    vi.advanceTimersByTime(10_001)
    it.socket.events.onEnd(1006)
    vi.advanceTimersByTime(1000)
    expect(it.world.tabs).toHaveLength(7)
  })

  test('a server that accepts and closes connections does not reset the retry delay', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    for (let round = 0; round < 4; round++) {
      it.socket.events.onOpen()
      it.socket.events.onEnd(1011)
      vi.advanceTimersByTime(10_000)
    }
    const before = it.world.tabs.length
    it.socket.events.onOpen()
    it.socket.events.onEnd(1011)
    vi.advanceTimersByTime(9999)
    expect(it.world.tabs).toHaveLength(before)
  })

  test('“move” sets the delay of the next attempt', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(1)
    it.socket.deliver({ t: 'move', in: 3456 })
    it.socket.events.onEnd(1012)
    vi.advanceTimersByTime(3455)
    expect(it.world.tabs).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(it.world.tabs).toHaveLength(2)
  })

  test('without a network it does not retry, and when the network is back it connects immediately', () => {
    const it = setUp()
    it.line.subscribe(POD, 7, recorder().handler)
    it.open(1)
    it.world.isOnline = false
    it.line.lost()
    expect([it.line.state, it.socket.isClosed]).toEqual(['offline', true])
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
    it.world.isOnline = true
    it.line.wake()
    it.open(2)
    expect(it.socket.sent).toEqual([{ t: 'sub', topic: POD, after: 7 }])
  })

  test('it reconnects immediately when the tab becomes visible', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    for (let round = 0; round < 4; round++) {
      it.socket.events.onEnd(1006)
      vi.advanceTimersByTime(10_000)
    }
    it.socket.events.onEnd(1006)
    const before = it.world.tabs.length
    it.line.wake()
    expect(it.world.tabs).toHaveLength(before + 1)
  })

  test('a connection that is not established in time is closed', async () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    await vi.advanceTimersByTimeAsync(15_000)
    expect([it.line.state, it.socket.isClosed]).toEqual(['offline', true])
    await vi.advanceTimersByTimeAsync(1000)
    expect(it.world.tabs).toHaveLength(2)
  })
})

describe('a connection that is lost silently', () => {
  test('is detected by a probe after 30 seconds of silence', () => {
    const it = setUp()
    it.line.subscribe(POD, 9, recorder().handler)
    it.open(1)
    const ticks = (count: number) => {
      for (let tick = 0; tick < count; tick++) {
        vi.advanceTimersByTime(5000)
        it.line.tick()
      }
    }
    ticks(6)
    expect(it.socket.sent).toHaveLength(1)
    ticks(1)
    expect(it.socket.sent.at(-1)).toEqual({ t: 'sub', topic: 'echo' })
    it.socket.deliver({ t: 'no', topic: 'echo' })
    ticks(6)
    expect(it.world.tabs).toHaveLength(1)
    // the next probe is not answered
    ticks(3)
    expect([it.socket.isClosed, it.line.state]).toEqual([true, 'connecting'])
    ticks(1)
    it.open(2)
    expect(it.socket.sent).toEqual([{ t: 'sub', topic: POD, after: 9 }])
  })

  test('is detected sooner when the tab becomes visible', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(1)
    it.line.wake()
    vi.advanceTimersByTime(2500)
    expect(it.socket.isClosed).toBe(true)
    it.world.tabs.length = 1
    vi.advanceTimersByTime(1000)
    it.open(2)
    it.line.wake()
    it.socket.deliver({ t: 'no', topic: 'echo' })
    vi.advanceTimersByTime(10_000)
    expect(it.socket.isClosed).toBe(false)
  })
})

describe('the end of the session', () => {
  test('4001: it does not reconnect, whatever happens', async () => {
    const it = setUp()
    it.world.isMember = async () => false
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(1)
    it.socket.events.onEnd(4001)
    await vi.advanceTimersByTimeAsync(0)
    expect(it.line.state).toBe('over')
    it.line.wake()
    it.line.subscribe('pod:2', 0, recorder().handler)
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
  })

  test('4001 after a renewed session: it continues after the last sequence number', async () => {
    const it = setUp()
    const one = recorder()
    it.line.subscribe(POD, 0, one.handler)
    it.open(1)
    it.socket.deliver({ t: 'ev', topic: POD, seq: 1, kind: 'x', data: null })
    it.socket.events.onEnd(4001)
    expect(it.line.state).toBe('connecting')
    // not before the server has answered who is signed in
    it.line.wake()
    it.line.subscribe('pod:2', 0, recorder().handler)
    expect(it.world.tabs).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    it.open(2)
    expect(it.line.state).toBe('open')
    expect(it.socket.sent).toContainEqual({ t: 'sub', topic: POD, after: 1 })
    expect(one.seqs()).toEqual([1])
    expect(it.states).not.toContain('over')
  })

  test('4001 while the server does not answer who is signed in: the next attempt finds out', async () => {
    const it = setUp()
    it.world.isMember = () => Promise.reject(new Error('nobody answers'))
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(1)
    it.socket.events.onEnd(4001)
    await vi.advanceTimersByTimeAsync(1000)
    expect(it.world.tabs).toHaveLength(2)
    it.world.isMember = async () => false
    for (const delay of [1000, 2000]) {
      it.socket.events.onEnd(1006)
      await vi.advanceTimersByTimeAsync(delay)
    }
    expect(it.line.state).toBe('over')
  })

  test('repeated refused connections make it ask whether the session has ended', async () => {
    const it = setUp()
    it.world.isMember = async () => false
    it.line.subscribe(POD, 0, recorder().handler)
    it.socket.events.onEnd(1006)
    await vi.advanceTimersByTimeAsync(1000)
    it.socket.events.onEnd(1006)
    await vi.advanceTimersByTimeAsync(0)
    expect(it.line.state).toBe('over')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(it.world.tabs).toHaveLength(2)
  })

  test('4010, too many tabs: it waits until this tab becomes visible', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(1)
    it.socket.events.onEnd(4010)
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
    it.line.wake()
    expect(it.world.tabs).toHaveLength(2)
  })

  test('a subscriber who left during a retry delay and comes back is connected again', () => {
    const it = setUp()
    const stop = it.line.subscribe(POD, 0, recorder().handler)
    for (const delay of [1000, 2000, 5000]) {
      it.socket.events.onEnd(1006)
      vi.advanceTimersByTime(delay)
    }
    it.socket.events.onEnd(1006)
    stop()
    vi.advanceTimersByTime(5000)
    const tries = it.world.tabs.length
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(tries + 1)
    expect(it.line.state).toBe('open')
  })

  test('a connection that is cut without subscribers is not reported as open', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, recorder().handler)()
    it.open(1)
    it.socket.events.onEnd(1006)
    expect(it.line.state).toBe('connecting')
    it.line.subscribe(POD, 0, recorder().handler)
    it.open(2)
    expect(it.states.at(-1)).toBe('open')
  })
})

describe('a network that blocks WebSockets', () => {
  /** Each attempt to connect is answered like this, at once. */
  type Block = (socket: FakeSocket) => void
  const refuses: Block = (socket) => socket.events.onEnd(1006)
  const passesNothing: Block = (socket) => socket.events.onOpen()
  const neverAnswers: Block = () => {}
  const cutsAtOnce: Block = (socket) => {
    socket.open()
    socket.events.onEnd(1006)
  }

  /** The server has these events of the pod, for turns; the network blocks each attempt. */
  function blocked(block: Block) {
    const it = setUp()
    const seqs: number[] = []
    it.world.answer = async (topics) => ({
      frames: topics.flatMap(({ topic, after = seqs.at(-1) ?? 0 }) => [
        ...seqs.filter((seq) => seq > after).map((seq) => ({ t: 'ev', topic, seq, kind: 'message.sent', data: null })),
        { t: 'on', topic, seq: seqs.at(-1) ?? 0 },
      ]),
    })
    let tried = 0
    const isBlocked = { now: true }
    /** Lets this time pass in small steps, in which attempts are blocked. */
    const pass = async (ms: number) => {
      for (let at = 0; at < ms; at += 250) {
        while (isBlocked.now && tried < it.world.tabs.length) block(it.world.tabs[tried++]!)
        await vi.advanceTimersByTimeAsync(250)
        it.line.tick()
      }
    }
    /** The network does not block any more: the next attempt to connect succeeds. */
    const unblock = async () => {
      isBlocked.now = false
      const tries = it.world.tabs.length
      for (let n = 0; n < 400 && it.world.tabs.length === tries; n++) await pass(250)
      it.socket.open()
    }
    return { it, seqs, pass, unblock }
  }

  test.each<[string, Block, number]>([
    ['refuses the connection', refuses, 3000],
    ['accepts it and passes nothing on', passesNothing, 7000],
    ['never answers', neverAnswers, 7000],
    ['cuts it after the first frame, again and again', cutsAtOnce, 10_000],
  ])('%s: events come by HTTP within a half minute, each once', async (_name, block, known) => {
    const { it, seqs, pass } = blocked(block)
    const one = recorder()
    it.line.subscribe(POD, 0, one.handler)
    seqs.push(1)
    await pass(known)
    expect(it.line.state).toBe('by-turns')
    expect(one.seqs()).toEqual([1])
    seqs.push(2, 3)
    await pass(31_000)
    expect(one.seqs()).toEqual([1, 2, 3])
    const states = it.states.length
    seqs.push(4)
    await pass(180_000)
    expect(one.seqs()).toEqual([1, 2, 3, 4])
    expect(it.states.slice(states)).toEqual([])
    // two a minute, and few attempts to connect
    expect(it.world.turns.length).toBeLessThan(12)
    expect(it.world.tabs.length).toBeLessThan(14)
  })

  test('a connection that works again is taken at once, and no more turns are taken', async () => {
    const { it, seqs, pass, unblock } = blocked(refuses)
    const one = recorder()
    it.line.subscribe(POD, 0, one.handler)
    await pass(3000)
    seqs.push(1)
    await pass(31_000)
    await unblock()
    expect(it.line.state).toBe('open')
    expect(it.socket.sent).toContainEqual({ t: 'sub', topic: POD, after: 1 })
    it.socket.event(1)
    it.socket.event(2)
    expect(one.seqs()).toEqual([1, 2])
    const turns = it.world.turns.length
    await pass(8000)
    expect(it.world.turns).toHaveLength(turns)
  })

  test('a connection that was cut again and again counts as open when it has been steady for ten seconds', async () => {
    const { it, pass, unblock } = blocked(cutsAtOnce)
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(10_000)
    await unblock()
    expect(it.line.state).toBe('by-turns')
    await pass(10_000)
    expect(it.socket.sent.at(-1)).toEqual({ t: 'sub', topic: 'echo' })
    it.socket.deliver({ t: 'no', topic: 'echo' })
    expect(it.line.state).toBe('open')
  })

  test('a connection that falls silent seconds after it was opened, again and again, is failing too', async () => {
    const { it, seqs, pass } = blocked((socket) => socket.open())
    const one = recorder()
    it.line.subscribe(POD, 0, one.handler)
    await pass(120_000)
    expect(it.line.state).toBe('by-turns')
    seqs.push(1)
    await pass(31_000)
    expect(one.seqs()).toEqual([1])
  })

  test('a hidden tab takes no turns, and takes one as soon as it is visible', async () => {
    const { it, pass } = blocked(refuses)
    it.world.isVisible = false
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(120_000)
    expect(it.world.turns).toHaveLength(0)
    it.world.isVisible = true
    it.line.wake()
    expect(it.world.turns).toHaveLength(1)
    await pass(250)
    expect(it.line.state).toBe('by-turns')
  })

  test('after the member has sent something it takes a turn at once; while connected it takes none', async () => {
    const { it, pass } = blocked(refuses)
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(3000)
    const turns = it.world.turns.length
    it.line.readSoon()
    expect(it.world.turns).toHaveLength(turns + 1)
    const open = setUp()
    open.line.subscribe(POD, 0, recorder().handler)
    open.open(1)
    open.line.readSoon()
    expect(open.world.turns).toHaveLength(0)
  })

  test('a subscription that begins during a turn gets its own, with all events after its number', async () => {
    const { it, seqs, pass } = blocked(refuses)
    const [ahead, behind] = [recorder(), recorder()]
    it.line.subscribe(POD, 2, ahead.handler)
    seqs.push(1, 2, 3)
    const answer = it.world.answer
    const held = Promise.withResolvers<void>()
    it.world.answer = (topics) => held.promise.then(() => answer(topics))
    await pass(3000)
    expect(it.world.turns).toHaveLength(1)
    it.line.subscribe(POD, 0, behind.handler)
    it.line.subscribe('event:1', null, recorder().handler)
    held.resolve()
    await pass(3000)
    expect(it.world.turns).toEqual([[{ topic: POD, after: 2 }], [{ topic: POD, after: 0 }, { topic: 'event:1' }]])
    expect([ahead.seqs(), behind.seqs()]).toEqual([[3], [1, 2, 3]])
  })

  test('a reset, a topic that is gone, and one that is refused for now are handled as over the connection', async () => {
    const { it, pass } = blocked(refuses)
    const [one, two, three] = [recorder(), recorder(), recorder()]
    it.world.answer = async () => ({
      frames: [
        { t: 'reset', topic: POD, seq: 20 },
        { t: 'on', topic: POD, seq: 20 },
        { t: 'gone', topic: 'pod:2' },
        { t: 'later', topic: 'pod:3' },
      ],
    })
    it.line.subscribe(POD, 50, one.handler)
    it.line.subscribe('pod:2', 0, two.handler)
    it.line.subscribe('pod:3', 0, three.handler)
    await pass(3000)
    expect([one.seqs(), two.received, three.received]).toEqual([['reset 20'], ['gone'], []])
    await pass(12_000)
    // sooner than after half a minute
    expect(it.world.turns.slice(1)).toEqual([
      [
        { topic: POD, after: 20 },
        { topic: 'pod:3', after: 0 },
      ],
    ])
  })

  test('if HTTP fails too, it is offline; then connecting is tried first, and no words come and go', async () => {
    const { it, seqs, pass } = blocked(refuses)
    const answer = it.world.answer
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(3000)
    it.world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await pass(31_000)
    expect(it.states).toEqual(['by-turns', 'offline'])
    it.world.answer = answer
    seqs.push(1)
    const tries = it.world.tabs.length
    await pass(13_000)
    expect(it.world.tabs.length).toBeGreaterThan(tries)
    await pass(2000)
    expect(it.states).toEqual(['by-turns', 'offline', 'connecting', 'by-turns'])
  })

  test('a turn that is refused because of too many requests waits as long as the server says', async () => {
    const { it, pass } = blocked(refuses)
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(3000)
    it.world.answer = async () => ({ status: 429, retryAfter: 60 })
    await pass(30_000)
    const turns = it.world.turns.length
    await pass(60_000)
    expect([it.line.state, it.world.turns.length]).toEqual(['by-turns', turns])
    await pass(15_000)
    expect(it.world.turns).toHaveLength(turns + 1)
  })

  test('that pause is also kept for what the member does meanwhile, and he reads that messages come now and then', async () => {
    const { it, pass } = blocked(refuses)
    it.world.answer = async () => ({ status: 429, retryAfter: 60 })
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(4000)
    expect([it.line.state, it.world.turns.length]).toEqual(['by-turns', 1])
    it.line.readSoon()
    it.line.wake()
    it.line.subscribe('event:1', null, recorder().handler)
    await pass(50_000)
    expect(it.world.turns).toHaveLength(1)
    await pass(20_000)
    expect(it.world.turns).toHaveLength(2)
  })

  test('a page that comes back, and reports that twice, takes one turn', async () => {
    const { it, pass } = blocked(refuses)
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(3000)
    const turns = it.world.turns.length
    it.line.wake()
    it.line.wake()
    await pass(10_000)
    expect(it.world.turns).toHaveLength(turns + 1)
  })

  test('who is signed in is asked at the next attempt if nobody answers, and not again after an answer', async () => {
    const { it, pass } = blocked(refuses)
    let asked = 0
    it.world.isMember = async () => {
      if (++asked < 3) throw new Error('no answer')
      return true
    }
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(200_000)
    expect(asked).toBe(3)
  })

  test.each([
    ['over if the session has ended', false, 'over'],
    ['continued if the session was renewed', true, 'by-turns'],
  ] as const)('a turn that is answered with 401 is %s', async (_name, isMember, state) => {
    const { it, pass } = blocked(refuses)
    const answer = it.world.answer
    it.line.subscribe(POD, 0, recorder().handler)
    await pass(3000)
    it.world.isMember = async () => isMember
    it.world.answer = async () => ({ status: 401, retryAfter: undefined })
    it.line.readSoon()
    await pass(250)
    it.world.answer = answer
    await pass(15_000)
    expect(it.line.state).toBe(state)
    const { turns, tabs } = it.world
    const before = [turns.length, tabs.length]
    await pass(60_000)
    if (state === 'over') expect([turns.length, tabs.length]).toEqual(before)
  })
})
