/** Sends photographs from a thread of its own, so that sending them does not hold up whoever measures what others feel. */
import { parentPort, workerData } from 'node:worker_threads'

interface Given {
  url: string
  cookie: string
  photograph: Uint8Array<ArrayBuffer>
}
const { url, cookie, photograph } = workerData as Given

async function send(): Promise<number> {
  const from = performance.now()
  const headers = { origin: url, cookie, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${url}/api/v1/me/images/avatar`, { method: 'PUT', headers, body: photograph })
  if (answer.status !== 200) throw new Error(`An image was answered with ${answer.status}: ${await answer.text()}`)
  return performance.now() - from
}

parentPort!.on('message', async (rounds: number) => {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) took.push(await send())
  parentPort!.postMessage(took)
})
