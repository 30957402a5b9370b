/** Sends photographs from a worker thread with little CPU time: it stands for a phone on another machine. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { parentPort, workerData } from 'node:worker_threads'

interface Given {
  url: string
  cookie: string
  photograph: Uint8Array<ArrayBuffer>
}
const { url, cookie, photograph } = workerData as Given
const headers = {
  origin: url,
  cookie,
  'content-type': 'application/octet-stream',
  'content-length': photograph.length,
}

/** The time in ms until the image is stored. */
async function send(): Promise<number> {
  const from = performance.now()
  const sending = request(`${url}/api/v1/me/images/avatar`, { method: 'PUT', headers }).end(photograph)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`An image was answered with ${answer.statusCode}: ${said}`)
  return performance.now() - from
}

parentPort!.on('message', async () => parentPort!.postMessage(await send()))
