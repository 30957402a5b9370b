/**
 * Rate limits: how often one caller may do one kind of thing. They are counted in the database, so they hold after a restart
 * and across processes.
 */
import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { faults } from '#contract/kernel.ts'
import type { OwnTable } from '#db/owners.ts'
import type { Expired } from '../expired.ts'
import { refuse } from '../refuse.ts'

/** Points per `seconds`. A wrong password, a mail, a post or a vote costs one. Chosen for a person who types, not for a script. */
export const RATE_LIMITS = {
  write: { points: 40, seconds: 600 },
  vote: { points: 120, seconds: 60 },
  account: { points: 60, seconds: 60 },
  /** messages in a lively conversation */
  chat: { points: 60, seconds: 60 },
  /** avatars and banners; a member tries a few until one looks right */
  image: { points: 30, seconds: 1800 },
  /** moves into another cell of the grid; a search for another member's cell would need many more */
  move: { points: 6, seconds: 3600 },
  /** events made in a day; a list of a week skips hidden events, so one member must not make thousands */
  event: { points: 30, seconds: 86_400 },
  /** doors of pods opened or changed in a day, and men passed over there: candidates show who is looking for a pod */
  door: { points: 6, seconds: 86_400 },
  pass: { points: 20, seconds: 86_400 },
  /** changes of a pod's rhythm, and requests to end its rounds, in a day: each is mailed to the whole pod */
  rhythm: { points: 8, seconds: 86_400 },
  /** reports in a day */
  report: { points: 20, seconds: 86_400 },
  /** questions to the assistant; the plan limits them per month */
  ask: { points: 10, seconds: 60 },
  /** questions of all members together to the model; beyond them the assistant answers with quotations only */
  model: { points: 60, seconds: 60 },
  /** searches, the most expensive read; a page searches a few times while a member types one question */
  search: { points: 60, seconds: 60 },
  /** what is near, and places as they are typed; a page sends three such requests at once, each time it is shown */
  look: { points: 180, seconds: 60 },
  /** street addresses, which an external service looks up, one a second for the whole instance */
  address: { points: 20, seconds: 600 },
  /** preview pictures that have to be drawn: one a second, and half the queue at once */
  picture: { points: 10, seconds: 10 },
  /** calendar feeds; a program reads every few minutes at most, and a household may have several */
  calendar: { points: 60, seconds: 60 },
  /** sign-in attempts for one account from unknown browsers, counted by each of its two names */
  passwordOfAccount: { points: 10, seconds: 900 },
  /** sign-in attempts for one account from a browser that has signed in to it before */
  passwordOfDevice: { points: 20, seconds: 900 },
  /** attempts of a signed-in member to confirm his password */
  passwordOfMember: { points: 10, seconds: 900 },
  /** copies of a member's own data; each reads all of it */
  ownData: { points: 6, seconds: 3600 },
  /** what was said in a pod that has ended; each reads all of it */
  podText: { points: 12, seconds: 3600 },
  passwordOfAddress: { points: 60, seconds: 900 },
  signUpOfAddress: { points: 20, seconds: 3600 },
  /** each sends the owner a mail */
  signUpOfAddressee: { points: 12, seconds: 3600 },
  mailToAddressee: { points: 4, seconds: 900 },
  mailOfAddress: { points: 30, seconds: 3600 },
  codeOfAddress: { points: 30, seconds: 900 },
  /** one code of an authenticator app: valid for a minute and a half, and accepted once */
  codeItself: { points: 1, seconds: 120 },
} as const

export type RateLimit = keyof typeof RATE_LIMITS

export interface Limits {
  /** Takes one point. Refuses with 429, the seconds to wait and a message that names them. */
  draw(allowance: RateLimit, key: string): Promise<void>
  /** Returns one point, for example after the correct password. */
  giveBack(allowance: RateLimit, key: string): Promise<void>
}

export const unlimited: Limits = { draw: async () => {}, giveBack: async () => {} }

export function makeLimits(pool: Pool): Limits {
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
    ]),
  ) as Record<RateLimit, RateLimiterPostgres>
  return {
    async draw(allowance, key) {
      try {
        await limiters[allowance].consume(key)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        refuseFor(Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
    async giveBack(allowance, key) {
      await limiters[allowance].reward(key)
    },
  }
}

/** Refuses with 429, the seconds to wait and a message that names them. */
export function refuseFor(seconds: number): never {
  const message = `${faults.tooFast.message}. Please try again in ${inWords(seconds)}.`
  refuse({ ...faults.tooFast, message }, { retry_after: seconds })
}

export function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}

/** Removes the brackets and the port that some proxies write, and maps an IPv4 address in IPv6 form to IPv4. */
export function plainAddress(address: string): string {
  const [, inner] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? [undefined, address.replace(/^([\d.]+):\d+$/, '$1')]
  const plain = (inner ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(plain)
  if (!mapped) return plain
  const [high, low] = [mapped[1]!, mapped[2]!].map((part) => Number.parseInt(part, 16))
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.')
}

/** Returns the key of an address. The IPv6 addresses of one household share a /64, which is the key. */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(gap).fill('0'), ...back]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}

export const expiredLimits: Expired<OwnTable<'kernel/http'>>[] = [
  { table: 'rate_limits', when: 'expire < (extract(epoch from now()) * 1000)::bigint' },
]
