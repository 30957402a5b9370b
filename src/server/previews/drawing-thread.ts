/** The worker thread that draws previews, one after the other. */
import { parentPort } from 'node:worker_threads'
import { draw, type Picture } from './drawing.ts'

export type Question = Picture
export type Answer = Uint8Array

let last: Promise<unknown> = Promise.resolve()
parentPort?.on('message', (picture: Question) => {
  last = last.then(async () => parentPort?.postMessage((await draw(picture)) satisfies Answer))
})
