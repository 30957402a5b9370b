/** Passwords: 12 to 128 characters, judged by an estimator, every refusal with its reason; hashing bounded in parallel. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { PASSWORD } from '#contract/account.ts'
import { codePoints, faults } from '#contract/kernel.ts'
import { refuse } from '../kernel/ctx.ts'

let estimator: Promise<ZxcvbnFactory> | null = null

/** Its word lists take 50 MB, so they come with the first password that is chosen. Wikipedia's words add half of that and little else. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const { 'wikipedia-en': _left, ...words } = english.dictionary as Record<string, (string | number)[]>
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...words },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
}

/** 0 (guessed at once) to 4; 3 is about 10^8 guesses, out of reach behind our limits and scrypt. */
const STRONG_ENOUGH = 3

/** Why this password is refused, in one sentence; null when it will do. `own` are words an attacker would try first. */
export async function passwordComplaint(password: string, own: string[]): Promise<string | null> {
  const length = codePoints(password.normalize('NFKC'))
  if (length < PASSWORD.min) return `Use at least ${PASSWORD.min} characters. A few words in a row are easy to remember.`
  if (length > PASSWORD.max) return `Use at most ${PASSWORD.max} characters.`
  const words = own.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  estimator ??= loadEstimator()
  const { score, feedback } = (await estimator).check(password.slice(0, PASSWORD.max), words)
  if (score >= STRONG_ENOUGH) return null
  const reason = feedback.warning || 'This would be guessed too soon.'
  return `${reason.replace(/\.?$/, '.')} ${feedback.suggestions[0] ?? 'Add another word or two.'}`
}

/** scrypt takes a core for about 150 ms: two at a time, a short queue, and beyond it "try again" instead of a stall. */
const PARALLEL = 2
const QUEUE = 24
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

export const hashing = {
  hash: (password: string) => inTurn(() => hashPassword(password)),
  verify: ({ hash, password }: { hash: string; password: string }) => inTurn(() => verifyPassword({ hash, password })),
}
