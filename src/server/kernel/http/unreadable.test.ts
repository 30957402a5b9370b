import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnparsed } from './unreadable.ts'

const server = createServer((request, response) => request.resume().once('end', () => response.end('read')))
answerUnparsed(server)
beforeAll(() => new Promise<void>((go) => void server.listen(0, '127.0.0.1', go)))
afterAll(() => new Promise((go) => void server.close(go)))

const LARGE = 'x'.repeat(20_000)
test.each([
  ['a long address', `GET /${LARGE} HTTP/1.1\r\nHost: a\r\n\r\n`, '431', 'is too long'],
  ['a short address and large cookies', `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${LARGE}\r\n\r\n`, '431', 'the cookies'],
  [
    'a chunk with a long extension',
    `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;${LARGE}\r\nhi\r\n0\r\n\r\n`,
    '413',
    'too large',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', '400', 'cannot be read'],
])('%s is refused with words that are true', async (_, sent, status, words) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent)
  const answer = await text(socket)
  expect(answer.split(' ', 2)[1]).toBe(status)
  expect(answer).toContain(words)
})
