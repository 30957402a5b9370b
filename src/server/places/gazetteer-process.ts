/**
 * The process that reads the data and writes them as lines. It ends when all lines are written or nobody reads them any more,
 * and its memory is freed with it.
 */
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gathered, lineOf } from './gazetteer-rows.ts'

/** A chunk of the lines. */
export type Lines = string

/** Lower priority than the process that serves requests. */
setPriority(10)
// a Ctrl-C reaches the whole process group; the parent ends this process itself
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const CHUNK_LENGTH = 64 * 1024

function* chunks(): Generator<Lines> {
  let chunk = ''
  for (const row of gathered()) {
    chunk += lineOf(row)
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

await pipeline(Readable.from(chunks()), process.stdout)
