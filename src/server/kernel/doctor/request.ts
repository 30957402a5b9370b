/** One request of the doctor whose body is not read: what `fetch` does not tell. */
import http from 'node:http'
import https from 'node:https'
import { PATIENCE_MS } from './finding.ts'

interface Answer {
  /** 101 if the connection was upgraded */
  status: number
  headers: http.IncomingHttpHeaders
  /** the address of this machine from which the request was sent */
  from: string
}

/** Rejects if the server does not answer in time. Redirects are not followed. */
export function requestHead(url: string, headers: http.OutgoingHttpHeaders): Promise<Answer> {
  // a connection of its own: the answer is destroyed
  const options = { headers, timeout: PATIENCE_MS, agent: false }
  const request = (url.startsWith('https:') ? https : http).request(url, options)
  return new Promise((resolve, reject) => {
    const answered = (answer: http.IncomingMessage) => {
      const from = answer.socket.localAddress ?? ''
      answer.destroy()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, from })
    }
    request.on('response', answered).on('upgrade', answered).on('error', reject)
    request.on('timeout', () => {
      reject(new DOMException('', 'TimeoutError'))
      request.destroy()
    })
    request.end()
  })
}
