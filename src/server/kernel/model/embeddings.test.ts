/** Both kinds of model: the packaged one in a child process, and a service with OpenAI's interface. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { makeEmbeddings } from './embeddings.ts'
import type { Embeddings } from './meaning.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function made(options: Parameters<typeof makeEmbeddings>[0]['embeddings']): Embeddings {
  const embeddings = makeEmbeddings({ embeddings: options })!
  ends.push(() => embeddings.stop())
  return embeddings
}

async function service(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

test('without EMBEDDINGS_URL there is no model', () => {
  expect(makeEmbeddings({ embeddings: null })).toBeNull()
})

test('the packaged model finds texts of the same meaning without a common word, and starts again after it was stopped', async () => {
  const local = made({ url: 'local', model: 'universal-sentence-encoder-lite', apiKey: null })
  const texts = ['stroller for jogging', 'Best pram for trail running', 'My mower does not start']
  const [one, same, other] = await local.embed(texts)
  expect(one).toHaveLength(512)
  expect(dot(one!, same!)).toBeGreaterThan(dot(one!, other!) + 0.1)
  await local.stop()
  const [again] = await local.embed([texts[0]!])
  expect(dot(one!, again!)).toBeCloseTo(1, 4)
}, 60_000)

describe('a service', () => {
  const options = (url: string) => ({ url, model: 'small', apiKey: 'a-key-that-stays-here' })

  test('is called at …/embeddings with its model and key, in batches, and may respond in any order', async () => {
    const asked: { path: string; key: string; model: string; count: number }[] = []
    const url = await service((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        const { model, input } = JSON.parse(body) as { model: string; input: string[] }
        asked.push({ path: request.url!, key: request.headers.authorization!, model, count: input.length })
        const data = input.map((text, index) => ({
          index,
          embedding: Array.from({ length: 64 }, (_, at) => (at === Number(text) % 64 ? 5 : 0)),
        }))
        response.end(JSON.stringify({ data: data.reverse() }))
      })
    })
    const vectors = await made(options(url)).embed(Array.from({ length: 70 }, (_, n) => String(n)))
    expect(vectors.map((vector) => vector.indexOf(1))).toEqual(Array.from({ length: 70 }, (_, n) => n % 64))
    expect(asked).toEqual(
      [64, 6].map((count) => ({
        path: '/v1/embeddings',
        key: 'Bearer a-key-that-stays-here',
        model: 'small',
        count,
      })),
    )
  })

  test.each<[string, RequestListener]>([
    ['fails', (_, response) => response.writeHead(500).end('a-key-that-stays-here')],
    ['sends elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['responds with text', (_, response) => response.end('certainly!')],
    ['leaves out a vector', (_, response) => response.end('{"data":[]}')],
    ['responds with other JSON', (_, response) => response.end('{"data":[{"embedding":[1,"2"]}]}')],
    [
      'does not end',
      (_, response) => {
        const more = setInterval(() => response.write(' '.repeat(1_000_000)), 1)
        response.on('close', () => clearInterval(more))
      },
    ],
  ])('that %s is a failure, and its key is in no message', async (_, listener) => {
    const failure = await made(options(await service(listener)))
      .embed(['one'])
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).not.toContain('a-key-that-stays-here')
  })
})
