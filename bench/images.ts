/**
 * Images: the time from a photograph of five megabytes to the stored avatar, the delay of other requests meanwhile, and the
 * memory of the decoder.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { type Client, openClient } from './clients.ts'
import type { Community } from './community.ts'
import { median, quantile, type Row } from './table.ts'

const ROUNDS = 40
/** Requests until the program has compiled the code that answers them. */
const WARM = 1500

export async function imageFigures({ url, pid, cookies }: Community): Promise<Row[]> {
  const sender = new Worker(new URL('./image-sender.ts', import.meta.url), {
    workerData: { url, cookie: cookies[0]!, photograph: await fiveMegabytes() },
  })
  const failed = once(sender, 'error').then(([error]) => Promise.reject(error))
  const send = async () => {
    sender.postMessage('send')
    const [took] = await Promise.race([once(sender, 'message'), failed])
    return took as number
  }
  await send() // the decoder is started by now
  const client = await openClient(url)
  await asked(client, WARM)
  let held = 0
  const watch = setInterval(() => {
    held = Math.max(held, decoderMemory(pid))
  }, 50)
  const [took, alone, beside]: [number[], number[], number[]] = [[], [], []]
  // alternating, so that a change in the speed of the machine affects both
  for (let round = 0; round < ROUNDS; round++) {
    let isStored = false
    const sending = send().finally(() => {
      isStored = true
    })
    const before = beside.length
    while (!isStored) beside.push(...(await asked(client, 5)))
    took.push(await sending)
    alone.push(...(await asked(client, beside.length - before)))
  }
  clearInterval(watch)
  client.close()
  await sender.terminate()
  return [
    { figure: '5 MB JPEG to stored avatar, p50', value: median(took), limit: 1500, unit: 'ms' },
    { figure: '5 MB JPEG to stored avatar, worst', value: Math.max(...took), limit: 1500, unit: 'ms' },
    {
      figure: 'other requests during an upload: p95, ratio to p95 without an upload',
      value: quantile(beside, 0.95) / quantile(alone, 0.95),
      limit: 1.3,
      unit: '×',
    },
    { figure: 'memory of the decoder', value: held, limit: 300, unit: 'MB' },
  ]
}

/** The time in ms of a feed as the browser requests it, one request after the other. */
async function asked(client: Client, times: number): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < times; n++) took.push((await client.ask({ path: '/api/v1/feed' })).ms)
  return took
}

/**
 * Adds noise as in a photograph taken in the dark: it compresses worst, so five megabytes hold few pixels. The sides are those
 * of a phone's photographs.
 */
async function fiveMegabytes(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  const picture = sharp({ create: { width: 4032, height: 3024, channels: 3, background: '#888', noise } })
  for (let quality = 90; ; quality -= 5) {
    const bytes = await picture.clone().withMetadata({ orientation: 6 }).jpeg({ quality }).toBuffer()
    if (bytes.length <= 5 * 1024 ** 2) return new Uint8Array(bytes)
  }
}

/** The memory in MB of the child process that decodes; 0 while there is none. */
function decoderMemory(parent: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status)) continue
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('encoding-process')) continue
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
    } catch {} // the child has ended meanwhile
  }
  return 0
}
