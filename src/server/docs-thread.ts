/**
 * The worker thread that makes openapi.json and the page for people, in every form in which they are sent. Describing the
 * contract takes a second and 30 MB, which the thread gives back when it ends.
 */
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { docsPage, openApi } from './docs.ts'
import type { Forms } from './kernel/http/http.ts'

/** The brand that the documents name. */
export type Question = string
export interface Answer {
  json: Forms
  page: Forms
}

const [zstd, brotli, zip] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

async function formsOf(text: string): Promise<Forms> {
  const identity = new Uint8Array(Buffer.from(text))
  return {
    identity,
    zstd: await zstd(identity, { params: { [constants.ZSTD_c_compressionLevel]: 12 } }),
    br: await brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: await zip(identity, { level: 9 }),
  }
}

parentPort?.on('message', async (brand: Question) => {
  const spec = await openApi(brand)
  const answer: Answer = { json: await formsOf(JSON.stringify(spec)), page: await formsOf(docsPage(spec)) }
  parentPort?.postMessage(answer)
})
