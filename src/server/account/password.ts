/** Passwords: 12 to 128 characters, judged by an estimator, every refusal with its reason; hashing bounded in parallel. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { PASSWORD } from '#contract/account.ts'
import { codePoints, faults } from '#contract/kernel.ts'
import { makeThread } from '../kernel/jobs/jobs.ts'
import { refuse } from '../kernel/refuse.ts'
import type { Estimate, Question } from './estimate.ts'

/** 0 (guessed at once) to 4; 3 is about 10^8 guesses, out of reach behind our limits and scrypt. */
const STRONG_ENOUGH = 3
/** What a guesser would have to get right beside the names that he knows. */
const REST_MIN = 8
/** An estimate's cost grows with the square of the length; what is strong in its first 64 characters is strong. */
const JUDGED = 64

/** Why this password is refused, in one sentence; null when it will do. `own` are words an attacker would try first. */
export async function passwordComplaint(password: string, own: string[]): Promise<string | null> {
  const plain = password.normalize('NFKC')
  const length = codePoints(plain)
  if (length < PASSWORD.min)
    return `Use at least ${PASSWORD.min} characters. A few words in a row are easy to remember.`
  if (length > PASSWORD.max) return `Use at most ${PASSWORD.max} characters.`
  const words = own.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  if (isMostlyNames(plain, words))
    return 'Leave out your own name, your address and the name of this site: they are tried first.'
  const { score, warning, suggestion } = await estimate({ password: plain.slice(0, JUDGED), own: words })
  if (score >= STRONG_ENOUGH) return null
  const reason = warning || 'This would be guessed too soon.'
  return `${reason.replace(/\.?$/, '.')} ${suggestion ?? 'Add another word or two.'}`
}

function isMostlyNames(password: string, words: string[]): boolean {
  const bare = password.toLowerCase().replace(/[\s._-]/g, '')
  const names = words.map((word) => word.toLowerCase().replace(/[\s._-]/g, '')).sort((a, b) => b.length - a.length)
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), bare)
  return rest !== bare && codePoints(rest) < REST_MIN
}

/** Each waits for those before it, up to a second. */
const estimate = makeThread<Question, Estimate>(new URL('./estimate.ts', import.meta.url), { queue: 20, idle: 600_000 })

/** scrypt takes a core for about 150 ms: two at a time, a short queue, and beyond it "try again" instead of a stall. */
const PARALLEL = 2
const QUEUE = 24

/** How a password becomes what is kept of it. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(kept: { hash: string; password: string }): Promise<boolean>
}

/** The library's own, N 16384, r 16, p 1, with a salt each. */
export const scrypt: Hasher = { hash: hashPassword, verify: verifyPassword }

const hashed = new AsyncLocalStorage<{ password: string; hash: string }>()

/** The hasher with bounded work in parallel, for one accounts library. */
export function makeHashing({ hash, verify }: Hasher): Hasher {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= PARALLEL) {
      if (waiting.length >= QUEUE) refuse(faults.unavailable, { retry_after: 3 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }

  return {
    async hash(password) {
      const done = hashed.getStore()
      return done?.password === password ? done.hash : inTurn(() => hash(password))
    },
    verify: (kept) => inTurn(() => verify(kept)),
  }
}

/** Hashes, then works: the library finds the hash done, and holds neither a connection nor a used-up link while it waits its turn. */
export async function hashedFirst<Result>(
  hasher: Pick<Hasher, 'hash'>,
  password: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const hash = await hasher.hash(password)
  return hashed.run({ password, hash }, work)
}
