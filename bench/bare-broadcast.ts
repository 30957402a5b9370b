/** The bare minimum beside which live is measured: a `ws` server that sends what it is posted to everybody. */
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (piece) => {
    text += piece
  })
  request.on('end', () => {
    for (const socket of sockets.clients) socket.send(text)
    response.end('{}')
  })
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }))
})
