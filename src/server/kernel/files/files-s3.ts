/** Stores files in an S3-compatible store: each under its key, in one bucket. */
import { AwsClient } from 'aws4fetch'
import type { Config } from '#config'

/** Timeout in ms: a store that does not respond must not hold a request for long */
const TIMEOUT_MS = 8000
/** No object of ours is larger, so a larger answer of the store is refused. */
const MAX_BYTES = 8_000_000
const PROBE_KEY = '00000000000000000000000000000000-probe.txt'

export function makeStore({ endpoint, bucket, region, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const addressOf = (key: string) => `${endpoint}/${bucket}/${key}`
  const ask = async (method: string, key: string, init: RequestInit = {}) => {
    const request = await client.sign(addressOf(key), { ...init, method, redirect: 'error' })
    // not a signal of the signed request: Node loses it when that request is garbage collected, and the wait never ends
    return fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  }

  const put = async (key: string, bytes: Uint8Array, type: string) => {
    const body = bytes as Uint8Array<ArrayBuffer>
    await mustSucceed(await ask('PUT', key, { body, headers: { 'content-type': type } }), [])
  }
  const remove = async (key: string) => {
    await mustSucceed(await ask('DELETE', key), [404])
  }
  const mayStrangersRead = async () => {
    const answer = await fetch(addressOf(PROBE_KEY), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.body?.cancel()
    return answer.ok
  }
  return {
    description: `in the bucket ${bucket} at ${new URL(endpoint).host}`,
    put,
    remove,
    async get(key: string): Promise<Uint8Array | null> {
      const answer = await ask('GET', key)
      if (answer.status === 200) return readAtMost(answer, MAX_BYTES)
      await mustSucceed(answer, [404])
      return null
    },
    async mustBePrivate(): Promise<boolean> {
      let isRead: boolean
      try {
        await put(PROBE_KEY, new TextEncoder().encode('May everybody read this?'), 'text/plain')
        isRead = await mayStrangersRead().finally(() => remove(PROBE_KEY))
      } catch (error) {
        // the store could not be asked: it is slow, unavailable or failing
        if (!(error instanceof Refusal) || error.status >= 500) return false
        throw new Error(`The bucket ${bucket} does not take what we write (${error.status}): check the S3_ variables.`)
      }
      if (isRead) throw new Error(`Everybody may read the bucket ${bucket}: take its public access away.`)
      return true
    },
    // a store keeps no half objects
    tidy: async () => {},
  }
}

/** The store answered with an error. Its message may name keys, so only the status is reported. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The store answered ${status}`)
    this.status = status
  }
}

/**
 * Reads the answer to its end, so that the connection is free again. Throws unless it succeeded or has one of these
 * statuses.
 */
async function mustSucceed(answer: Response, pardoned: number[]): Promise<void> {
  await answer.arrayBuffer()
  if (!answer.ok && !pardoned.includes(answer.status)) throw new Refusal(answer.status)
}

async function readAtMost(answer: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new Error('The store answered with more than we ever wrote')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
