/** Stores backups in a bucket of an S3-compatible store. */
import { AwsClient } from 'aws4fetch'
import type { Config } from '#config'
import { type BackupTarget, isObjectName, namesOf } from './objects.ts'

type Bucket = Extract<NonNullable<Config['backup']>['to'], { bucket: string }>

export interface Patience {
  /** of one request, in ms */
  timeoutMs: number
  tries: number
}

/** The largest object has some 40 MB, and a slow line needs a minute for it. */
const PATIENCE: Patience = { timeoutMs: 180_000, tries: 4 }

interface Answer {
  status: number
  ok: boolean
  bytes: Uint8Array
}

export function makeBucket(
  { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: Bucket,
  { timeoutMs, tries }: Patience = PATIENCE,
): BackupTarget {
  // the retries are ours: those of the library read a body twice
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const root = `${endpoint}/${bucket}`
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)

  async function ask(method: string, address: string, body?: Uint8Array): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        const request = await client.sign(address, {
          method,
          redirect: 'error',
          ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        })
        const answer = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) })
        const { status, ok } = answer
        const bytes = new Uint8Array(await answer.arrayBuffer())
        if (status < 500 || attempt === tries) return { status, ok, bytes }
      } catch (error) {
        if (attempt === tries) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt))
    }
  }
  function mustSucceed({ status, ok, bytes }: Answer, what: string, pardoned: number[] = []): Uint8Array {
    if (ok || pardoned.includes(status)) return bytes
    throw new Error(`The bucket ${bucket} answered ${status} when ${what}.`)
  }
  async function* entries(folder: string) {
    let next: string | null = ''
    while (next !== null) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(folder) })
      if (next) query.set('continuation-token', next)
      const text = Buffer.from(mustSucceed(await ask('GET', `${root}?${query}`), 'its objects were listed')).toString()
      for (const { key, ...rest } of objectsIn(text)) {
        const name = prefix ? key.slice(prefix.length + 1) : key
        if (isObjectName(name)) yield { name, ...rest }
      }
      next = nextToken(text)
    }
  }
  return {
    description: `s3://${bucket}/${prefix}`,
    async put(name, bytes) {
      mustSucceed(await ask('PUT', `${root}/${keyOf(name)}`, bytes), 'an object was stored')
    },
    async get(name) {
      const answer = await ask('GET', `${root}/${keyOf(name)}`)
      const bytes = mustSucceed(answer, 'an object was read', [404])
      return answer.status === 404 ? null : bytes
    },
    async remove(name) {
      mustSucceed(await ask('DELETE', `${root}/${keyOf(name)}`), 'an object was removed', [404])
    },
    list: (folder) => namesOf(entries(folder)),
    entries,
    // only a request tells
    fault: async () => null,
  }
}

function objectsIn(page: string): { key: string; bytes: number; at: Date }[] {
  const objects = [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, text]) => text!)
  return objects.map((text) => ({
    key: /<Key>([^<]*)<\/Key>/.exec(text)?.[1] ?? '',
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(text)?.[1]),
    at: new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(text)?.[1] ?? Number.NaN),
  }))
}

/** Returns null after the last page. */
function nextToken(text: string): string | null {
  if (!/<IsTruncated>true<\/IsTruncated>/.test(text)) return null
  const token = /<NextContinuationToken>([^<]*)</.exec(text)?.[1]
  if (!token) throw new Error('The store listed its objects in a form that this program does not know.')
  return token.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
