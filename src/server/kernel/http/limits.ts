/** Allowances: how often one caller may do one kind of thing. Counted in the database, so they hold after a restart and across processes. */
import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../refuse.ts'

/** points per `seconds`; a wrong password, a mail, a post, a vote costs one. Chosen for a man with two thumbs, not a script. */
export const ALLOWANCES = {
  write: { points: 40, seconds: 600 },
  vote: { points: 120, seconds: 60 },
  account: { points: 60, seconds: 60 },
  /** what a man says in a lively conversation, and not more */
  chat: { points: 60, seconds: 60 },
  /** avatars and banners; he may try a few until one looks right */
  image: { points: 30, seconds: 1800 },
  /** into another cell of the grid; a man moves, a search for somebody's cell moves more */
  move: { points: 6, seconds: 3600 },
  /** events made in a day: whoever looks at a week passes over those of it that are hidden from him, so nobody makes thousands */
  event: { points: 30, seconds: 86_400 },
  /** reports in a day: who has seen that much has written to the administrators by then */
  report: { points: 20, seconds: 86_400 },
  /** questions to the assistant; how many a month is his plan's */
  ask: { points: 10, seconds: 60 },
  /** questions that all members together put to the model; beyond them the assistant answers with quotations alone */
  model: { points: 60, seconds: 60 },
  /** the costliest read; a page that asks while he types asks a few times for one question */
  search: { points: 60, seconds: 60 },
  /** what is near, and places as they are typed: a page asks for three at once, and again whenever he comes back to it */
  look: { points: 180, seconds: 60 },
  /** addresses, which somebody else's service finds, one a second for everybody */
  address: { points: 20, seconds: 600 },
  /** pictures of links that have to be drawn: one a second, as programs that follow links ask, and half the queue at once */
  picture: { points: 10, seconds: 10 },
  /** calendar programs look every few minutes at most; a household may have several */
  calendar: { points: 60, seconds: 60 },
  /** tries against one account, by each of its two names, from browsers that it does not know */
  passwordOfAccount: { points: 10, seconds: 900 },
  /** tries against one account from a browser that has signed in to it before */
  passwordOfDevice: { points: 20, seconds: 900 },
  /** tries by somebody signed in who gives his password once more */
  passwordOfMember: { points: 10, seconds: 900 },
  /** copies of one's own data: each reads all of it */
  ownData: { points: 6, seconds: 3600 },
  passwordOfAddress: { points: 60, seconds: 900 },
  signUpOfAddress: { points: 20, seconds: 3600 },
  /** each brings its owner a mail */
  signUpOfAddressee: { points: 12, seconds: 3600 },
  mailToAddressee: { points: 4, seconds: 900 },
  mailOfAddress: { points: 30, seconds: 3600 },
  codeOfAddress: { points: 30, seconds: 900 },
  /** one code of one authenticator app: taken for a minute and a half, then not again while anybody may know it */
  codeItself: { points: 1, seconds: 120 },
} as const

export type Allowance = keyof typeof ALLOWANCES

export interface Limits {
  /** Draws one; refuses with 429, the seconds to wait and a sentence that says so. */
  draw(allowance: Allowance, key: string): Promise<void>
  /** Gives one back, e.g. after the right password. */
  giveBack(allowance: Allowance, key: string): Promise<void>
}

export const unlimited: Limits = { draw: async () => {}, giveBack: async () => {} }

export function makeLimits(pool: Pool): Limits {
  const limiters = Object.fromEntries(
    Object.entries(ALLOWANCES).map(([name, { points, seconds }]) => [
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
  ) as Record<Allowance, RateLimiterPostgres>
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

function refuseFor(seconds: number): never {
  const message = `${faults.tooFast.message}. Please try again in ${inWords(seconds)}.`
  refuse({ ...faults.tooFast, message }, { retry_after: seconds })
}

export function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}

/** Without the brackets and the port that some proxies write, and an IPv4 address always as one. */
export function bare(address: string): string {
  const [, inner] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? [undefined, address.replace(/^([\d.]+):\d+$/, '$1')]
  const plain = (inner ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(plain)
  if (!mapped) return plain
  const [high, low] = [mapped[1]!, mapped[2]!].map((part) => Number.parseInt(part, 16))
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.')
}

/** One household's IPv6 addresses are one: the /64 is the key. */
export function addressKey(address: string): string {
  const plain = bare(address)
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
