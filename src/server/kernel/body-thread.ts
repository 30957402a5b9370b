/** The thread in which long texts are parsed. */
import { parentPort } from 'node:worker_threads'
import { parseBody } from './markdown.ts'

export type Question = string
export type Answer = ReturnType<typeof parseBody>

parentPort?.on('message', (content: Question) => parentPort?.postMessage(parseBody(content) satisfies Answer))
