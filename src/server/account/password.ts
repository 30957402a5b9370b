/**
 * Passwords: 12 to 128 characters, judged by an estimator, each refusal with its reason; hashing with bounded
 * concurrency.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { PASSWORD } from '#contract/account.ts'
import { codePoints, faults } from '#contract/kernel.ts'
import { makeThread } from '../kernel/jobs/jobs.ts'
import { refuse } from '../kernel/refuse.ts'
import type { Estimate, Question } from './estimate.ts'

/** From 0 (guessed immediately) to 4. 3 is about 10^8 guesses, which our rate limits and scrypt prevent. */
const MIN_STRENGTH = 3
/** The minimum number of characters besides the names that an attacker knows. */
const MIN_REST_LENGTH = 8
/** Characters that are judged. The cost grows with the square of the length, and a strong beginning is enough. */
const MAX_JUDGED_LENGTH = 64

/** Returns why this password is refused, in one sentence, or null. `own` are words that an attacker would try first. */
export async function passwordComplaint(password: string, own: string[]): Promise<string | null> {
  const plain = password.normalize('NFKC')
  const length = codePoints(plain)
  if (length < PASSWORD.min)
    return `Use at least ${PASSWORD.min} characters. A few words in a row are easy to remember.`
  if (length > PASSWORD.max) return `Use at most ${PASSWORD.max} characters.`
  const words = own.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  if (isMostlyNames(plain, words))
    return 'Leave out your own name, your address and the name of this site: they are tried first.'
  const { score, warning, suggestion } = await estimate({ password: plain.slice(0, MAX_JUDGED_LENGTH), own: words })
  if (score >= MIN_STRENGTH) return null
  const reason = warning || 'This would be guessed too soon.'
  return `${reason.replace(/\.?$/, '.')} ${suggestion ?? 'Add another word or two.'}`
}

function isMostlyNames(password: string, words: string[]): boolean {
  const bare = password.toLowerCase().replace(/[\s._-]/g, '')
  const names = words.map((word) => word.toLowerCase().replace(/[\s._-]/g, '')).sort((a, b) => b.length - a.length)
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), bare)
  return rest !== bare && codePoints(rest) < MIN_REST_LENGTH
}

/** Estimates run one after the other, up to a second each. */
const estimate = makeThread<Question, Estimate>(new URL('./estimate.ts', import.meta.url), { queue: 20, idle: 600_000 })

/** scrypt takes a core for about 150 ms: two run at a time, with a short queue; beyond it the answer is "try again". */
const CONCURRENCY = 2
const MAX_QUEUED = 24

/** Makes and checks the stored form of a password. */
export interface Hasher {
  hash(password: string): Promise<string>
  verify(kept: { hash: string; password: string }): Promise<boolean>
}

/** The library's own scrypt: N 16384, r 16, p 1, with a salt for each. */
export const scrypt: Hasher = { hash: hashPassword, verify: verifyPassword }

const hashed = new AsyncLocalStorage<{ password: string; hash: string }>()

/** The hasher with bounded concurrency, for one accounts library. */
export function makeHashing({ hash, verify }: Hasher): Hasher {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= CONCURRENCY) {
      if (waiting.length >= MAX_QUEUED) refuse(faults.unavailable, { retry_after: 3 })
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

/**
 * Hashes before it calls the library, so that the library holds neither a connection nor a used-up link while the hash
 * waits.
 */
export async function hashBefore<Result>(
  hasher: Pick<Hasher, 'hash'>,
  password: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const hash = await hasher.hash(password)
  return hashed.run({ password, hash }, work)
}
