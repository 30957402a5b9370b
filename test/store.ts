/**
 * An S3-compatible store on a free port of this machine. It requires a signature, as real ones do, unless it is public; it can
 * be told to be slow, to fail or to be unavailable.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** Its one key. */
const KEY = 'S3RVER'
const BUCKET = 'images'

export interface Store {
  /** like the program's environment */
  env: Record<string, string>
  /**
   * `ill` answers 500, `full` stores nothing more (507), `hangs` never responds, `open` lets everybody read, `shy` closes
   * connections without a signature
   */
  mood: 'well' | 'ill' | 'full' | 'hangs' | 'open' | 'shy'
  /** the keys of all objects in it */
  keys(): Promise<string[]>
  stop(): Promise<void>
}

export async function makeStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'fk-store-'))
  const inside = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  await inside.configureBuckets()
  const answer = inside.callback()
  const server = createServer((request, response) => {
    const end = (status: number) => {
      request.resume()
      response.writeHead(status).end()
    }
    if (store.mood === 'hangs') request.resume()
    else if (store.mood === 'ill') end(500)
    else if (!request.headers.authorization && store.mood === 'shy') request.destroy()
    else if (store.mood === 'full' && request.method === 'PUT') end(507)
    else if (!request.headers.authorization && store.mood !== 'open') end(403)
    else answer(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  const store: Store = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    mood: 'well',
    async keys() {
      const names = await readdir(join(directory, BUCKET)).catch(() => [])
      return names.filter((name) => name.endsWith('_object')).map((name) => name.replace(/\._S3rver_object$/, ''))
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await rm(directory, { recursive: true, force: true })
    },
  }
  return store
}
