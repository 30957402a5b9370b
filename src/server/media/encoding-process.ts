/** The process that decodes images, one after the other. It ends with its parent, or when it uses too much memory. */
import type { ImageKind } from '#contract/media-words.ts'
import { type Encoded, encode } from './encode.ts'

/** Describes the image that follows on the standard input. */
export interface Question {
  kind: ImageKind
  /** in bytes */
  size: number
}
export type Answer = Encoded
/** Sent while it works: processor time since the start, in ms, for systems that do not report it to the parent. */
export interface Report {
  used: number
}

/** In bytes. The largest allowed image needs some 240 million; anything that bypasses the checks ends here. */
const MAX_MEMORY_BYTES = 280_000_000
const CHECK_INTERVAL_MS = 10
const CHECKS_PER_REPORT = 10

/** The library works in other threads, so this timer runs while it decodes. */
function watch(): NodeJS.Timeout {
  let looks = 0
  return setInterval(() => {
    if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(3)
    looks += 1
    if (looks % CHECKS_PER_REPORT === 0) process.send?.(used())
  }, CHECK_INTERVAL_MS)
}

function used(): Report {
  const { user, system } = process.cpuUsage()
  return { used: (user + system) / 1000 }
}

process.on('disconnect', () => process.exit(0))
// Ctrl-C signals the whole group; the parent first finishes its requests
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let asked: Question | null = null
let chunks: Buffer[] = []
let size = 0

/** The question and its bytes arrive separately: the later one starts the work. */
async function answer(): Promise<void> {
  if (!asked || size < asked.size) return
  const { kind } = asked
  const bytes = Buffer.concat(chunks)
  asked = null
  chunks = []
  size = 0
  const watching = watch()
  const answer = await encode(kind, bytes)
  clearInterval(watching)
  process.send?.(answer satisfies Answer)
}

process.on('message', (question: Question) => {
  asked = question
  void answer()
})
process.stdin.on('data', (chunk: Buffer) => {
  chunks.push(chunk)
  size += chunk.length
  void answer()
})
