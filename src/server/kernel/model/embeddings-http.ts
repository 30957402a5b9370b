/**
 * A service with OpenAI's interface for embeddings: POST …/embeddings. No redirect is followed, and the answer's size
 * is limited.
 */
import { type Embeddings, unit } from './meaning.ts'

/** Timeout of one call, in ms */
const TIMEOUT_MS = 20_000
/** Maximum size of an answer, in bytes: 64 vectors of 4,096 numbers, as text. */
const MAX_RESPONSE_BYTES = 8_000_000
/** Texts in one call. */
const BATCH_SIZE = 64

interface Options {
  url: string
  model: string
  apiKey: string | null
}

export function makeHttpEmbeddings({ url, model, apiKey }: Options): Embeddings {
  const address = url.endsWith('/embeddings') ? url : `${url.replace(/\/$/, '')}/embeddings`
  const headers = { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) }
  const ask = async (input: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const body = JSON.stringify({ model, input })
    const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`The service for embeddings answered with ${response.status}`)
    }
    return vectorsOf(await textOf(response), input.length)
  }
  return {
    model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += BATCH_SIZE) {
        const patience = AbortSignal.timeout(TIMEOUT_MS)
        const part = texts.slice(from, from + BATCH_SIZE)
        vectors.push(...(await ask(part, signal ? AbortSignal.any([signal, patience]) : patience)))
      }
      return vectors
    },
    async stop() {},
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    // leaving the loop closes the connection
    if (size > MAX_RESPONSE_BYTES) throw new Error('The answer of the service for embeddings is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The answer comes from another program: anything but a list of vectors of one length is a failure. */
function vectorsOf(text: string, count: number): Float32Array[] {
  const { data } = JSON.parse(text) as { data?: { index?: number; embedding?: unknown }[] }
  if (!Array.isArray(data) || data.length !== count)
    throw new Error('The service for embeddings did not answer every text')
  const sorted = data.map((one, place) => ({ place: one.index ?? place, embedding: one.embedding }))
  sorted.sort((a, b) => a.place - b.place)
  const vectors = sorted.map(({ embedding }) => {
    const isVector = Array.isArray(embedding) && embedding.length >= 64 && embedding.every(Number.isFinite)
    if (!isVector) throw new Error('The service for embeddings answered with something else than a vector')
    return unit(embedding as number[])
  })
  if (new Set(vectors.map(({ length }) => length)).size > 1)
    throw new Error('The service for embeddings answered with vectors of different lengths')
  return vectors
}
