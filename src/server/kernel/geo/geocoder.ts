/**
 * The Geocoder port: finds the position of an address with the service that the operator names, or nothing without one.
 * To spare the service, answers are cached for a while, it is asked at most once a second, and after some failures in a
 * row it is not asked for a minute.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '#config'
import type { Answer, Service } from './geocoder-answer.ts'
import { makeNominatim } from './geocoder-nominatim.ts'

export interface Geocoder {
  /** Never throws. The address is sent to the service only, and is never logged. */
  locate(address: string): Promise<Answer>
  /** the service's name, for the line that the start prints; null without a service */
  description: string | null
}

export interface GeocoderOptions {
  /** in ms: timeout of one answer, interval of two questions, pause after failures, and lifetime of a cached answer */
  patience?: number
  pace?: number
  rest?: number
  keep?: number
  /** the maximum number of questions that wait */
  queue?: number
  now?: () => number
}

/** Without a service: the caller uses another source. */
export const noGeocoder: Geocoder = { locate: async () => 'none', description: null }

export function makeGeocoder(
  { geocoderUrl, publicUrl }: Pick<Config, 'geocoderUrl' | 'publicUrl'>,
  options: GeocoderOptions = {},
): Geocoder {
  if (geocoderUrl === null) return noGeocoder
  return guarded(makeNominatim(geocoderUrl, publicUrl), `by ${new URL(geocoderUrl).host}`, options)
}

const MAX_FAILURES = 5
const MAX_CACHED = 500

function guarded(service: Service, description: string, options: GeocoderOptions): Geocoder {
  const { patience = 5000, pace = 1000, rest = 60_000, keep = 3_600_000, queue = 4, now = Date.now } = options
  const kept = makeRecentAnswers(keep, now)
  const turn = makeTurns(pace, queue, now)
  let failures = 0
  let restsUntil = 0

  async function ask(address: string): Promise<Answer> {
    if (now() < restsUntil) return 'away'
    const isMine = await turn()
    // the service may have failed for other callers in the meantime
    if (!isMine || now() < restsUntil) return 'away'
    const { answer, isDown } = await service(address, AbortSignal.timeout(patience)).catch(UNAVAILABLE)
    failures = isDown ? failures + 1 : 0
    if (failures >= MAX_FAILURES) {
      restsUntil = now() + rest
      failures = 0
    }
    return answer
  }

  return { description, locate: (address) => kept(keyOf(address), () => ask(address)) }
}

const UNAVAILABLE = () => ({ answer: 'away', isDown: true }) as const

/** The cache does not hold the text as the member typed it. */
const keyOf = (address: string) =>
  createHash('sha256').update(address.toLowerCase().replace(/\s+/g, ' ')).digest('base64url')

/** Caches the latest answers, each for `ms`. Two callers with the same address at the same time share one request. */
function makeRecentAnswers(ms: number, now: () => number) {
  const cached = new LRUCache<string, Promise<Answer>>({ max: MAX_CACHED, ttl: ms, ttlResolution: 0, perf: { now } })
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = cached.get(key)
    if (known) return known
    const answer = ask()
    cached.set(key, answer)
    void answer.then((said) => {
      // only a place, or that there is none, is cached: a failure is retried
      const isAnswer = said === 'unknown' || (typeof said === 'object' && 'located' in said)
      if (!isAnswer && cached.peek(key) === answer) cached.delete(key)
    })
    return answer
  }
}

/** Runs questions one after the other, at least `pace` ms apart. Returns false if too many wait. */
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
