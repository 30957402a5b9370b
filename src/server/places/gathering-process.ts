/**
 * The process that reads the data and writes them as lines. It ends when they are out, or nobody takes them any more; what it
 * held goes with it.
 */
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gathered, lineOf } from './gathering.ts'

/** Some of the lines, as they come out of it. */
export type Lines = string

/** Whoever reads a page comes first. */
setPriority(10)
// a Ctrl-C reaches the whole group; the parent ends this one itself
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const AT_ONCE = 64 * 1024

function* chunks(): Generator<Lines> {
  let chunk = ''
  for (const row of gathered()) {
    chunk += lineOf(row)
    if (chunk.length < AT_ONCE) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

await pipeline(Readable.from(chunks()), process.stdout)
