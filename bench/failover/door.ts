/**
 * A member's browser in front of two doors: two addresses of one name. It keeps to one door, and takes the other if the
 * first refuses the connection, as browsers do with a name that has two addresses.
 */
import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  json: Record<string, unknown>
}

/** No answer: the connection was refused at both doors, was broken, or was silent for too long. */
export class NoAnswer extends Error {}

export interface Door {
  /** throws NoAnswer */
  send(method: string, path: string, body?: object): Promise<Answer>
  readonly url: string
  /** the address that the member has typed */
  readonly origin: string
  readonly cookie: string
  /** takes the other door */
  change(): void
}

/** The program answers within five seconds, whatever happens behind it. */
const TIMEOUT_MS = 10_000

export function makeDoor(doors: [string, string], origin: string, first: number): Door {
  const agent = new Agent({ keepAlive: true })
  const cookies = new Map<string, string>()
  let at = first % 2
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const sendTo = (url: string, method: string, path: string, body?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const asking = request(url + path, {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: { origin, cookie: cookie(), ...(text && { 'content-type': 'application/json' }) },
      })
      asking.on('error', reject)
      asking.on('timeout', () => asking.destroy(new Error('silent')))
      asking.on('response', (response) => {
        let received = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          received += part
        })
        response.on('error', reject)
        response.on('end', () => {
          for (const line of response.headers['set-cookie'] ?? []) {
            const pair = line.split(';', 1)[0]!
            cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
          }
          const isJson = response.headers['content-type']?.startsWith('application/json')
          resolve({ status: response.statusCode!, json: isJson && received ? JSON.parse(received) : {} })
        })
      })
      asking.end(text)
    })

  return {
    origin,
    async send(method, path, body) {
      let error: unknown
      for (let tries = 0; tries < 2; tries++) {
        try {
          return await sendTo(doors[at]!, method, path, body)
        } catch (failed) {
          error = failed
          at = 1 - at
          if ((failed as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break
        }
      }
      throw new NoAnswer((error as NodeJS.ErrnoException).code ?? (error as Error).message)
    },
    get url() {
      return doors[at]!
    },
    get cookie() {
      return cookie()
    },
    change() {
      at = 1 - at
    },
  }
}
