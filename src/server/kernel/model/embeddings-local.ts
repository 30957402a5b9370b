/**
 * The packaged model in a child process. It is started when it is needed, ended after a while without use or when it
 * uses too much memory, and gets nothing of the program's environment.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Question } from './embedding-process.ts'
import type { Embeddings } from './meaning.ts'

const PROCESS_FILE = fileURLToPath(new URL('./embedding-process.ts', import.meta.url))
/** Timeout in ms. A passage takes some 30 ms and the start some seconds; on a busy machine a multiple of that. */
const TIMEOUT_MS = 60_000
const IDLE_TIMEOUT_MS = 10 * 60_000
/** Texts per message. The process checks its memory after each message. */
const BATCH_SIZE = 16

interface Waiting {
  resolve(vectors: Float32Array[]): void
  reject(error: Error): void
}

interface Running {
  process: ChildProcess
  waiting: Map<number, Waiting>
}

export function makeLocalEmbeddings(model: string): Embeddings {
  let running: Running | null = null
  let rest: NodeJS.Timeout | undefined
  let last = 0

  function ready(): Running {
    if (running) return running
    const process = fork(PROCESS_FILE, [], {
      // an allocator with one arena returns unused memory
      env: { MALLOC_ARENA_MAX: '1' },
      execArgv: ['--max-old-space-size=384'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    const started: Running = { process, waiting: new Map() }
    const ended = () => {
      if (running === started) running = null
      for (const { reject } of started.waiting.values()) reject(new Error('The model for embeddings has ended'))
      started.waiting.clear()
    }
    process.on('message', (answer: Answer) => {
      const one = started.waiting.get(answer.id)
      if ('failed' in answer) one?.reject(new Error(answer.failed))
      else one?.resolve(answer.vectors)
    })
    process.once('error', ended)
    process.once('exit', ended)
    process.unref()
    process.channel?.unref()
    running = started
    return started
  }

  function end(): void {
    clearTimeout(rest)
    running?.process.kill()
    running = null
  }

  async function ask(texts: string[]): Promise<Float32Array[]> {
    const id = ++last
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const { process, waiting } = ready()
    waiting.set(id, { resolve, reject })
    const patience = setTimeout(() => {
      reject(new Error('The model for embeddings takes too long'))
      process.kill('SIGKILL')
    }, TIMEOUT_MS)
    // while a call waits for an answer, the program does not exit
    process.channel?.ref()
    process.send({ id, texts } satisfies Question, (error) => error && reject(error))
    try {
      return await promise
    } finally {
      clearTimeout(patience)
      waiting.delete(id)
      if (waiting.size === 0) process.channel?.unref()
      clearTimeout(rest)
      rest = setTimeout(end, IDLE_TIMEOUT_MS).unref()
    }
  }

  return {
    model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += BATCH_SIZE) {
        signal?.throwIfAborted()
        vectors.push(...(await ask(texts.slice(from, from + BATCH_SIZE))))
      }
      return vectors
    },
    async stop() {
      end()
    },
  }
}
