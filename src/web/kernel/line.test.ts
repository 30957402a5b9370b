import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Ends, type LiveEvent, makeLine } from './line.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const POD = 'pod:1'

/** A line in whose jitter there is no chance: delays are as named. */
function setUp() {
  const world = { isOnline: true, isMember: async () => true, tabs: [] as FakeSocket[] }
  const line = makeLine({
    connect(ends) {
      const socket = new FakeSocket(ends)
      world.tabs.push(socket)
      return socket
    },
    isOnline: () => world.isOnline,
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
    open(count: number) {
      expect(world.tabs).toHaveLength(count)
      world.tabs.at(-1)!.ends.onOpen()
    },
  }
}

class FakeSocket {
  said: { t: string; topic: string; after?: number }[] = []
  isClosed = false
  ends: Ends
  constructor(ends: Ends) {
    this.ends = ends
  }
  send(frame: string) {
    this.said.push(JSON.parse(frame))
  }
  close() {
    this.isClosed = true
  }
  tell(frame: object) {
    this.ends.onFrame(JSON.stringify(frame))
  }
  event(seq: number, topic = POD) {
    this.tell({ t: 'ev', topic, seq, kind: 'message.sent', subject: `id-${seq}`, data: { n: seq } })
  }
}

function ear() {
  const told: (LiveEvent | string)[] = []
  return {
    told,
    seqs: () => told.map((one) => (typeof one === 'string' ? one : one.seq)),
    hears: {
      onEvent: (event: LiveEvent) => void told.push(event),
      onReset: (seq: number) => void told.push(`reset ${seq}`),
      onGone: () => void told.push('gone'),
    },
  }
}

describe('listening', () => {
  test('opens one line with the first topic, asks after the number, and hears', () => {
    const it = setUp()
    const [one, two] = [ear(), ear()]
    it.line.subscribe(POD, 17, one.hears)
    it.line.subscribe('pod:2', null, two.hears)
    it.open(1)
    expect(it.socket.said).toEqual([
      { t: 'sub', topic: POD, after: 17 },
      { t: 'sub', topic: 'pod:2' },
    ])
    it.socket.event(18)
    it.socket.tell({ t: 'on', topic: POD, seq: 18 })
    it.socket.tell({ t: 'on', topic: 'pod:2', seq: 4 })
    it.socket.event(5, 'pod:2')
    expect(one.told).toEqual([{ seq: 18, kind: 'message.sent', subject: 'id-18', data: { n: 18 } }])
    expect(two.seqs()).toEqual([5])
    expect(it.states).toEqual(['open'])
  })

  test('two who listen to one topic hear each what they do not know', () => {
    const it = setUp()
    const [behind, ahead] = [ear(), ear()]
    it.line.subscribe(POD, 5, ahead.hears)
    it.open(1)
    it.line.subscribe(POD, 3, behind.hears)
    expect(it.socket.said.at(-1)).toEqual({ t: 'sub', topic: POD, after: 3 })
    for (const seq of [4, 5, 6]) it.socket.event(seq)
    expect([behind.seqs(), ahead.seqs()]).toEqual([[4, 5, 6], [6]])
  })

  test('what is told without a number is heard by those who mind it, and moves nobody’s place', () => {
    const it = setUp()
    const [minds, one] = [ear(), ear()]
    const pulses: unknown[] = []
    it.line.subscribe(POD, 3, { ...minds.hears, onPulse: (data) => void pulses.push(data) })
    it.line.subscribe(POD, 3, one.hears)
    it.open(1)
    it.socket.tell({ t: 'pulse', topic: POD, data: { feed: ['a'] } })
    it.socket.tell({ t: 'pulse', topic: 'pod:2', data: { feed: ['b'] } })
    it.socket.event(4)
    expect(pulses).toEqual([{ feed: ['a'] }])
    expect([minds.seqs(), one.seqs()]).toEqual([[4], [4]])
  })

  test('what comes twice is heard once', () => {
    const it = setUp()
    const one = ear()
    it.line.subscribe(POD, 0, one.hears)
    it.open(1)
    for (const seq of [1, 2, 2, 1, 3]) it.socket.event(seq)
    expect(one.seqs()).toEqual([1, 2, 3])
  })

  test('whoever may not hear is told once, and hears nothing more', () => {
    for (const t of ['no', 'gone']) {
      const it = setUp()
      const one = ear()
      it.line.subscribe(POD, 0, one.hears)
      it.open(1)
      it.socket.tell({ t, topic: POD })
      it.socket.event(1)
      expect(one.told).toEqual(['gone'])
    }
  })

  test('a place that is too old, or of another world, is told with the number to go on from', () => {
    const it = setUp()
    const one = ear()
    it.line.subscribe(POD, 50, one.hears)
    it.open(1)
    it.socket.tell({ t: 'reset', topic: POD, seq: 20 })
    it.socket.tell({ t: 'on', topic: POD, seq: 20 })
    it.socket.event(21)
    expect(one.seqs()).toEqual(['reset 20', 21])
  })

  test('“later” is asked again after two seconds, from where one is by then', () => {
    const it = setUp()
    it.line.subscribe(POD, 1, ear().hears)
    it.open(1)
    it.socket.tell({ t: 'later', topic: POD })
    it.socket.event(2)
    vi.advanceTimersByTime(1999)
    expect(it.socket.said).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(it.socket.said.at(-1)).toEqual({ t: 'sub', topic: POD, after: 2 })
  })

  test('whoever stops is not told any more; a line for nobody is closed after a while, not at once', () => {
    const it = setUp()
    const one = ear()
    const stop = it.line.subscribe(POD, 0, one.hears)
    it.open(1)
    stop()
    expect(it.socket.said.at(-1)).toEqual({ t: 'unsub', topic: POD })
    it.socket.event(1)
    expect(one.told).toEqual([])
    vi.advanceTimersByTime(4000)
    // the next page wants it
    const again = it.line.subscribe(POD, 0, one.hears)
    vi.advanceTimersByTime(10_000)
    expect([it.world.tabs.length, it.socket.isClosed]).toEqual([1, false])
    again()
    vi.advanceTimersByTime(5000)
    expect(it.socket.isClosed).toBe(true)
    it.socket.ends.onEnd(1005)
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
    it.line.subscribe(POD, 0, one.hears)
    expect(it.world.tabs).toHaveLength(2)
  })
})

describe('coming back', () => {
  test.each([1006, 1012, 4008, 4009])('after an end with %i it goes on at the last number heard', (code) => {
    const it = setUp()
    const one = ear()
    it.line.subscribe(POD, 3, one.hears)
    it.open(1)
    it.socket.event(4)
    it.socket.ends.onEnd(code)
    expect(it.line.state).toBe('connecting')
    vi.advanceTimersByTime(1000)
    it.open(2)
    expect(it.socket.said).toEqual([{ t: 'sub', topic: POD, after: 4 }])
    it.socket.event(5)
    expect(one.seqs()).toEqual([4, 5])
  })

  test('it is tried after 1, 2, 5, 10, 10 s; then it says that it is offline, and when it works, that it is open', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    for (const [index, delay] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
      expect(it.world.tabs).toHaveLength(index + 1)
      it.socket.ends.onEnd(1006)
      expect(it.line.state).toBe('offline')
      vi.advanceTimersByTime(delay - 1)
      expect(it.world.tabs).toHaveLength(index + 1)
      vi.advanceTimersByTime(1)
    }
    it.open(6)
    expect(it.states).toEqual(['offline', 'open'])
    // open for long enough, so that the next end is a first one
    vi.advanceTimersByTime(10_001)
    it.socket.ends.onEnd(1006)
    vi.advanceTimersByTime(1000)
    expect(it.world.tabs).toHaveLength(7)
  })

  test('a server that lets in and throws out is not asked without end', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    for (let round = 0; round < 4; round++) {
      it.socket.ends.onOpen()
      it.socket.ends.onEnd(1011)
      vi.advanceTimersByTime(10_000)
    }
    const before = it.world.tabs.length
    it.socket.ends.onOpen()
    it.socket.ends.onEnd(1011)
    vi.advanceTimersByTime(9999)
    expect(it.world.tabs).toHaveLength(before)
  })

  test('“move” says when', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    it.open(1)
    it.socket.tell({ t: 'move', in: 3456 })
    it.socket.ends.onEnd(1012)
    vi.advanceTimersByTime(3455)
    expect(it.world.tabs).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(it.world.tabs).toHaveLength(2)
  })

  test('without a network nothing is tried; with it again, at once', () => {
    const it = setUp()
    it.line.subscribe(POD, 7, ear().hears)
    it.open(1)
    it.world.isOnline = false
    it.line.lost()
    expect([it.line.state, it.socket.isClosed]).toEqual(['offline', true])
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
    it.world.isOnline = true
    it.line.wake()
    it.open(2)
    expect(it.socket.said).toEqual([{ t: 'sub', topic: POD, after: 7 }])
  })

  test('somebody who looks again does not wait for the next try', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    for (let round = 0; round < 4; round++) {
      it.socket.ends.onEnd(1006)
      vi.advanceTimersByTime(10_000)
    }
    it.socket.ends.onEnd(1006)
    const before = it.world.tabs.length
    it.line.wake()
    expect(it.world.tabs).toHaveLength(before + 1)
  })

  test('a connection that does not come about is given up', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    vi.advanceTimersByTime(15_000)
    expect([it.line.state, it.socket.isClosed]).toEqual(['offline', true])
    vi.advanceTimersByTime(1000)
    expect(it.world.tabs).toHaveLength(2)
  })
})

describe('an end that says nothing', () => {
  test('is found out by a question after half a minute of silence', () => {
    const it = setUp()
    it.line.subscribe(POD, 9, ear().hears)
    it.open(1)
    const ticks = (count: number) => {
      for (let tick = 0; tick < count; tick++) {
        vi.advanceTimersByTime(5000)
        it.line.tick()
      }
    }
    ticks(6)
    expect(it.socket.said).toHaveLength(1)
    ticks(1)
    expect(it.socket.said.at(-1)).toEqual({ t: 'sub', topic: 'echo' })
    it.socket.tell({ t: 'no', topic: 'echo' })
    ticks(6)
    expect(it.world.tabs).toHaveLength(1)
    // nobody answers the next one
    ticks(3)
    expect([it.socket.isClosed, it.line.state]).toEqual([true, 'connecting'])
    ticks(1)
    it.open(2)
    expect(it.socket.said).toEqual([{ t: 'sub', topic: POD, after: 9 }])
  })

  test('is found out sooner when somebody looks', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    it.open(1)
    it.line.wake()
    vi.advanceTimersByTime(2500)
    expect(it.socket.isClosed).toBe(true)
    it.world.tabs.length = 1
    vi.advanceTimersByTime(1000)
    it.open(2)
    it.line.wake()
    it.socket.tell({ t: 'no', topic: 'echo' })
    vi.advanceTimersByTime(10_000)
    expect(it.socket.isClosed).toBe(false)
  })
})

describe('the session is over', () => {
  test('4001: nothing is tried any more, whatever happens', async () => {
    const it = setUp()
    it.world.isMember = async () => false
    it.line.subscribe(POD, 0, ear().hears)
    it.open(1)
    it.socket.ends.onEnd(4001)
    await vi.advanceTimersByTimeAsync(0)
    expect(it.line.state).toBe('over')
    it.line.wake()
    it.line.subscribe('pod:2', 0, ear().hears)
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
  })

  test('4001 of a session that was only renewed: the line goes on where it ended', async () => {
    const it = setUp()
    const one = ear()
    it.line.subscribe(POD, 0, one.hears)
    it.open(1)
    it.socket.tell({ t: 'ev', topic: POD, seq: 1, kind: 'x', data: null })
    it.socket.ends.onEnd(4001)
    expect(it.line.state).toBe('connecting')
    // not before it is known who is here
    it.line.wake()
    it.line.subscribe('pod:2', 0, ear().hears)
    expect(it.world.tabs).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    it.open(2)
    expect(it.line.state).toBe('open')
    expect(it.socket.said).toContainEqual({ t: 'sub', topic: POD, after: 1 })
    expect(one.seqs()).toEqual([1])
    expect(it.states).not.toContain('over')
  })

  test('4001 while nobody answers who is here: the next try tells', async () => {
    const it = setUp()
    it.world.isMember = () => Promise.reject(new Error('nobody answers'))
    it.line.subscribe(POD, 0, ear().hears)
    it.open(1)
    it.socket.ends.onEnd(4001)
    await vi.advanceTimersByTimeAsync(1000)
    expect(it.world.tabs).toHaveLength(2)
    it.world.isMember = async () => false
    for (const delay of [1000, 2000]) {
      it.socket.ends.onEnd(1006)
      await vi.advanceTimersByTimeAsync(delay)
    }
    expect(it.line.state).toBe('over')
  })

  test('a door that stays shut is asked whether it is because of that', async () => {
    const it = setUp()
    it.world.isMember = async () => false
    it.line.subscribe(POD, 0, ear().hears)
    it.socket.ends.onEnd(1006)
    await vi.advanceTimersByTimeAsync(1000)
    it.socket.ends.onEnd(1006)
    await vi.advanceTimersByTimeAsync(0)
    expect(it.line.state).toBe('over')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(it.world.tabs).toHaveLength(2)
  })

  test('too many tabs: this one waits until somebody looks at it', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)
    it.open(1)
    it.socket.ends.onEnd(4010)
    vi.advanceTimersByTime(60_000)
    expect(it.world.tabs).toHaveLength(1)
    it.line.wake()
    expect(it.world.tabs).toHaveLength(2)
  })

  test('whoever left while it waited for its next try, and comes back, has a line again', () => {
    const it = setUp()
    const stop = it.line.subscribe(POD, 0, ear().hears)
    for (const delay of [1000, 2000, 5000]) {
      it.socket.ends.onEnd(1006)
      vi.advanceTimersByTime(delay)
    }
    it.socket.ends.onEnd(1006)
    stop()
    vi.advanceTimersByTime(5000)
    const tries = it.world.tabs.length
    it.line.subscribe(POD, 0, ear().hears)
    it.open(tries + 1)
    expect(it.line.state).toBe('open')
  })

  test('that is cut while nobody listens is not said to be open', () => {
    const it = setUp()
    it.line.subscribe(POD, 0, ear().hears)()
    it.open(1)
    it.socket.ends.onEnd(1006)
    expect(it.line.state).toBe('connecting')
    it.line.subscribe(POD, 0, ear().hears)
    it.open(2)
    expect(it.states.at(-1)).toBe('open')
  })
})
