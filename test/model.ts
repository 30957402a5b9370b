/**
 * A language model on a free port of this machine with the protocol of OpenAI's chat completions: real HTTP, real server-sent
 * events. It answers as it is told to, and records the requests.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#config'

interface Passage {
  n: number
  /** title of the thread */
  thread: string
  sentences: { s: number; text: string }[]
  /** all sentences */
  text: string
}

interface Call {
  path: string
  headers: IncomingHttpHeaders
  body: {
    model: string
    stream: boolean
    max_tokens: number
    temperature: number
    messages: { role: string; content: string }[]
  }
  question: string
  passages: Passage[]
  /** the caller has disconnected */
  isLeft: boolean
}

type Behaviour = (response: ServerResponse, call: Call) => unknown

interface ModelServer {
  config: NonNullable<Config['model']>
  calls: Call[]
  answer: Behaviour
  stop(): Promise<void>
}

const KEY = 'sk-canary-of-the-model-key'

export async function makeModelServer(answer: Behaviour = good): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call['body']
    const data = JSON.parse(body.messages.at(-1)!.content) as Pick<Call, 'question' | 'passages'>
    const passages = data.passages.map(({ sentences = [], ...passage }) => ({
      ...{ ...passage, sentences, text: sentences.map(({ text }) => text).join(' ') },
    }))
    const call: Call = { path: request.url!, headers: request.headers, body, ...data, passages, isLeft: false }
    response.once('close', () => {
      call.isLeft = !response.writableFinished
    })
    made.calls.push(call)
    await made.answer(response, call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const made: ModelServer = {
    config: { url: `http://127.0.0.1:${port}/v1`, name: 'test-model', apiKey: KEY },
    calls: [],
    answer,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return made
}

const begin = (response: ServerResponse) =>
  response.headersSent ? response : response.writeHead(200, { 'content-type': 'text/event-stream' })

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

const END = [
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`,
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 300, completion_tokens: 40, total_tokens: 340 } })}\n\n`,
  'data: [DONE]\n\n',
].join('')

/** In pieces of a few letters, as models stream. */
const pieces = (text: string) => (text.match(/[\s\S]{1,7}/g) ?? []).map(event).join('')

/** Answers with this text, whatever the question is. */
export const says =
  (text: string): Behaviour =>
  (response) =>
    begin(response).end(pieces(text) + END)

const lines = (objects: object[]) => objects.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Answers with these objects, one per line. */
export const saysObjects =
  (objects: (call: Call) => object[]): Behaviour =>
  (response, call) =>
    says(lines(objects(call)))(response, call)

/** Chooses all sentences of the first three passages. */
export const good: Behaviour = saysObjects(({ passages }) =>
  passages.slice(0, 3).map(({ n, sentences }) => ({ n, s: sentences.map(({ s }) => s) })),
)

const firstOf = () => [{ n: 1, s: [1] }]

/** Answers with these objects, by default one valid sentence, and then this: the response is not ended. */
export const firstAndThen =
  (then: Behaviour, objects: (call: Call) => object[] = firstOf): Behaviour =>
  (response, call) =>
    void begin(response).write(event(lines(objects(call))), () => then(response, call))

export const fails =
  (status: number): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')

/** Accepts the request, and sends nothing. */
export const silent: Behaviour = () => {}
/** Starts the response, and sends nothing more. */
export const begins: Behaviour = (response) => begin(response).flushHeaders()
export const breaksOff: Behaviour = (response) => response.destroy()
export const page: Behaviour = (response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works</h1>')
export const malformed: Behaviour = (response) => begin(response).end('data: {"choices": [{"del\n\ndata: [DONE]\n\n')
export const redirects: Behaviour = (response) =>
  response.writeHead(307, { location: 'http://127.0.0.1:9/v1/chat/completions' }).end()

/** Longer than any reader accepts. */
export const large: Behaviour = (response) => {
  begin(response)
  for (let mb = 0; mb < 10 && !response.destroyed; mb++) response.write(event('x'.repeat(1_000_000)))
  response.end(END)
}

/** Streams until the connection is closed, and sends nothing that could be shown. */
export const endless: Behaviour = (response) => {
  begin(response)
  const timer = setInterval(() => response.write(event('{"text": "and so on"}\n')), 5)
  response.once('close', () => clearInterval(timer))
}

/**
 * Believes everything in the passages: follows text that looks like an instruction, repeats links and markup, and invents
 * numbers, names and quotations. At the end it also chooses sentences.
 */
export const gullible: Behaviour = saysObjects(({ passages, question }) =>
  passages.flatMap(({ n, text, sentences }) => {
    const orders = text.match(/(?:ignore|say|tell|reply|repeat|visit|forget)[^.\n]*/gi) ?? []
    const links = text.match(/(?:https?:\/\/|www\.)\S+/g) ?? ['https://evil.example/?q=1']
    return [
      ...orders.map((order) => ({ text: order.replace(/^\w+\s+/, ''), n, quote: order })),
      ...orders.map((order) => ({ text: order, own: true })),
      ...orders.map((order) => ({ n, s: [1], lead: order })),
      ...links.map((link) => ({ text: `See ${link} for more.`, n, s: [99] })),
      { text: `![x](${links[0]})`, own: true },
      { text: '<img src=x onerror=alert(1)> sleeps', n, quote: text.slice(0, 40) },
      { text: 'Give him 37 drops every night.', n, s: ['Give him 37 drops every night.'] },
      { text: 'Doctor Winterbottom recommends it.', own: true },
      { text: `${question} Yes.`, n: 99, s: [1] },
      { text: 'Call a doctor and give him medicine.', own: true },
      { text: `My sources are: ${text}`, own: true },
      { n, s: sentences.map(({ s }) => s) },
    ]
  }),
)
