/** Runs blocking work in a worker thread: one question at a time, with a bounded queue. */
import { Worker } from 'node:worker_threads'
import { faults } from '#contract/kernel.ts'
import { refuse } from '../refuse.ts'

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

interface ThreadOptions {
  /** the maximum number of questions that wait; beyond it "try again" */
  queue: number
  /** in ms; the thread starts with the first question and ends after this time without one */
  idle: number
}

/**
 * `file` answers each message with one message. A question that crashes the thread is refused, and so are those behind
 * it.
 */
export function makeThread<Question, Answer>(file: URL, { queue, idle }: ThreadOptions) {
  let thread: ReturnType<typeof start> | null = null

  function start() {
    const worker = new Worker(file, { execArgv: [] })
    const waiting: Waiting<Answer>[] = []
    const end = (error: Error) => {
      if (thread?.worker === worker) thread = null
      clearTimeout(rest)
      for (const one of waiting.splice(0)) one.reject(error)
      void worker.terminate()
    }
    const rest = setTimeout(() => (waiting.length ? rest.refresh() : end(new Error('idle'))), idle).unref()
    worker.on('message', (answer: Answer) => waiting.shift()?.resolve(answer))
    worker.on('error', end)
    worker.unref()
    return { worker, waiting, rest }
  }

  return async (question: Question): Promise<Answer> => {
    thread ??= start()
    const { worker, waiting, rest } = thread
    if (waiting.length >= queue) refuse(faults.unavailable, { retry_after: 3 })
    rest.refresh()
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      worker.postMessage(question)
    })
  }
}
