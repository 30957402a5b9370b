/** The process in which images are decoded, one after the other. It ends with its parent, and when it holds too much. */
import type { ImageKind } from '#contract/media-words.ts'
import { type Encoded, encode } from './encode.ts'

/** What comes next by the standard input. */
export interface Question {
  kind: ImageKind
  /** in bytes */
  size: number
}
export type Answer = Encoded
/** While it works: processor time since the start, in ms, for a system that does not tell the parent. */
export interface Report {
  used: number
}

/** In bytes. The largest image that passes needs some 240 million; whatever finds a way around that ends here. */
const MOST_MEMORY = 280_000_000
const LOOK_MS = 10
const LOOKS_PER_REPORT = 10

/** The library works beside this thread, so the clock goes on while it does. */
function watch(): NodeJS.Timeout {
  let looks = 0
  return setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(3)
    looks += 1
    if (looks % LOOKS_PER_REPORT === 0) process.send?.(used())
  }, LOOK_MS)
}

function used(): Report {
  const { user, system } = process.cpuUsage()
  return { used: (user + system) / 1000 }
}

process.on('disconnect', () => process.exit(0))
// a Ctrl-C reaches the whole group; what the parent still wants to answer is finished first
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let asked: Question | null = null
let chunks: Buffer[] = []
let size = 0

/** The question and its bytes come by two ways: whichever is last begins the work. */
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
