/**
 * The Geocoder port: where an address is, by a service that the operator names, or nowhere without one. In front of the
 * service stands what keeps us from troubling it: its answers are kept for a while, it is asked once a second at most, and
 * not at all for a minute after it has failed some times.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '#config'
import type { Answer, Service } from './geocoder-answer.ts'
import { makeNominatim } from './geocoder-nominatim.ts'

export interface Geocoder {
  /** Never throws; the address goes to the service and nowhere else, and into no log. */
  locate(address: string): Promise<Answer>
  /** whom it asks, for the line that the start prints; null: nobody */
  description: string | null
}

export interface GeocoderOptions {
  /** in ms: for one answer, between two questions, after failures, and until an answer is forgotten */
  patience?: number
  pace?: number
  rest?: number
  keep?: number
  /** so many wait for their turn */
  queue?: number
  now?: () => number
}

/** Without a service: whoever asks looks elsewhere. */
export const noGeocoder: Geocoder = { locate: async () => 'none', description: null }

export function makeGeocoder(
  { geocoderUrl, publicUrl }: Pick<Config, 'geocoderUrl' | 'publicUrl'>,
  options: GeocoderOptions = {},
): Geocoder {
  if (geocoderUrl === null) return noGeocoder
  return guarded(makeNominatim(geocoderUrl, publicUrl), `by ${new URL(geocoderUrl).host}`, options)
}

const FAILURES = 5
const KEPT = 500

function guarded(service: Service, description: string, options: GeocoderOptions): Geocoder {
  const { patience = 5000, pace = 1000, rest = 60_000, keep = 3_600_000, queue = 4, now = Date.now } = options
  const kept = makeRecentAnswers(keep, now)
  const turn = makeTurns(pace, queue, now)
  let failures = 0
  let restsUntil = 0

  async function ask(address: string): Promise<Answer> {
    if (now() < restsUntil) return 'away'
    const isMine = await turn()
    // it may have failed others meanwhile
    if (!isMine || now() < restsUntil) return 'away'
    const { answer, isDown } = await service(address, AbortSignal.timeout(patience)).catch(AWAY)
    failures = isDown ? failures + 1 : 0
    if (failures >= FAILURES) {
      restsUntil = now() + rest
      failures = 0
    }
    return answer
  }

  return { description, locate: (address) => kept(keyOf(address), () => ask(address)) }
}

const AWAY = () => ({ answer: 'away', isDown: true }) as const

/** What a man has typed is not kept as he typed it. */
const keyOf = (address: string) =>
  createHash('sha256').update(address.toLowerCase().replace(/\s+/g, ' ')).digest('base64url')

/** The latest answers, each for `ms`. Two who ask for the same address at the same moment share one request. */
function makeRecentAnswers(ms: number, now: () => number) {
  const cached = new LRUCache<string, Promise<Answer>>({ max: KEPT, ttl: ms, ttlResolution: 0, perf: { now } })
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = cached.get(key)
    if (known) return known
    const answer = ask()
    cached.set(key, answer)
    void answer.then((said) => {
      // only a place, or that there is none, is an answer: a failure is asked for again
      const isAnswer = said === 'unknown' || (typeof said === 'object' && 'located' in said)
      if (!isAnswer && cached.peek(key) === answer) cached.delete(key)
    })
    return answer
  }
}

/** One after the other, each so long after the one before; false: too many wait. */
function makeTurns(pace: number, queue: number, now: () => number) {
  let next = 0
  return async (): Promise<boolean> => {
    const wait = Math.max(0, next - now())
    if (wait > pace * queue) return false
    next = Math.max(next, now()) + pace
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref())
    return true
  }
}
