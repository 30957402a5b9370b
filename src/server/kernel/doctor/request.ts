/** One request of the doctor: what `fetch` does not tell, and to every port. */
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { PATIENCE_MS } from './finding.ts'

export interface Answer {
  /** 101 if the connection was upgraded */
  status: number
  headers: http.IncomingHttpHeaders
  /** the address of this machine from which the request was sent */
  from: string
}

/** Rejects if the server does not answer in time. Redirects are not followed, and the body is not read. */
export const requestHead = (url: string, headers: http.OutgoingHttpHeaders): Promise<Answer> =>
  request(url, headers, async (answer) => {
    const head = headOf(answer)
    answer.destroy()
    return head
  })

/** The same with the body. */
export const requestBody = (url: string, headers: http.OutgoingHttpHeaders): Promise<Answer & { body: string }> =>
  request(url, headers, async (answer) => ({ ...headOf(answer), body: await text(answer) }))

const headOf = (answer: http.IncomingMessage): Answer => ({
  status: answer.statusCode ?? 0,
  headers: answer.headers,
  from: answer.socket.localAddress ?? '',
})

function request<Read>(
  url: string,
  headers: http.OutgoingHttpHeaders,
  read: (answer: http.IncomingMessage) => Promise<Read>,
): Promise<Read> {
  // a connection of its own: the answer may be destroyed
  const options = { headers, timeout: PATIENCE_MS, agent: false }
  const request = (url.startsWith('https:') ? https : http).request(url, options)
  return new Promise((resolve, reject) => {
    const answered = (answer: http.IncomingMessage) => read(answer).then(resolve, reject)
    request.on('response', answered).on('upgrade', answered).on('error', reject)
    request.on('timeout', () => {
      reject(new DOMException('', 'TimeoutError'))
      request.destroy()
    })
    request.end()
  })
}
