/**
 * The whole program over HTTP, assembled by src/program.ts as in the process itself: real endpoints, real jobs, mails as files
 * in a temporary outbox.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { readConfig } from '#config'
import { builtPages, type PageSource, startProgram } from '#program'
import type { Auth } from '#server/account/auth.ts'
import type { Rate } from '#server/kernel/budget.ts'
import type { Log } from '#server/kernel/log.ts'
import type { ModelOptions } from '#server/kernel/model/model.ts'
import type { Database } from '#server/kernel/postgres/database.ts'
import { cheap, type Passwords } from './hasher.ts'

export interface ServeOptions {
  /** like the program's own environment, e.g. { REQUIRE_VERIFIED_EMAIL: '0' }; limits are off unless RATE_LIMITS is 'on' */
  env?: Record<string, string>
  /**
   * 'stub' answers every page with a line of text, for tests that read no page. 'cold' has a fragment cache of its own, empty
   * at the beginning. Default: the built pages of PAGES_DIR.
   */
  pages?: 'built' | 'cold' | 'stub'
  /** the timeouts for the model of MODEL_URL */
  model?: ModelOptions
  /** the deadline of a request in ms; by default that of the program */
  answerWithin?: number
  /** in ms of CPU time, with RATE_LIMITS; by default a budget that no test uses up, because its process does other work, too */
  visitorCpu?: Rate | undefined
  /** Default: as in its world; without a world, 'real'. */
  passwords?: Passwords
}

export interface Served {
  /** http://127.0.0.1:PORT, one of the allowed origins */
  url: string
  /** http://localhost:PORT, the name in mailed links */
  baseUrl: string
  auth: Auth
  /** the URL of the metrics, with METRICS_PORT */
  metrics: string | null
  /** the folder with one .eml per mail */
  outbox: string
  /** the folder with the images */
  filesDir: string
  /** Waits for the newest mail of this kind to this address; its link is in `link`. */
  mail(kind: string, to: string): Promise<Email & { link: string | undefined }>
  stop(): Promise<void>
}

const PLENTY = { burst: 1e9, perSecond: 1e9 }
const MAIL_TIMEOUT_MS = 15_000
const NOT_BUILT = "This test looks at pages: run it by npm test, which builds them, or ask for pages: 'stub'"

export async function serve(parts: ServeOptions & { database: Database; log: Log }): Promise<Served> {
  const {
    database,
    log,
    env = {},
    pages = 'built',
    passwords = 'real',
    answerWithin,
    visitorCpu = PLENTY,
    model: modelOptions,
  } = parts
  const folder = await mkdtemp(join(tmpdir(), 'fk-served-'))
  const server = createServer()
  const outbox = join(folder, 'outbox')
  const config = readConfig({
    PAGES_DIR: process.env.PAGES_DIR,
    RATE_LIMITS: 'off',
    ALERT_MAIL_TO: 'off',
    ...env,
    DATA_DIR: folder,
    OUTBOX_DIR: outbox,
  })
  let [baseUrl, url] = ['', '']
  const program = await startProgram({
    ...{ config, database, server, log, answerWithin, visitorCpu },
    async listen() {
      const port = await listen(server)
      baseUrl = config.publicUrl ?? `http://localhost:${port}`
      url = `http://127.0.0.1:${port}`
      return { baseUrl, origins: config.publicUrl ? [config.publicUrl] : [baseUrl, url] }
    },
    secret: config.secret ?? 'a secret of forty characters for testing',
    pages: pages === 'stub' ? stub : builtPages(config.pagesDir, NOT_BUILT, pages === 'cold' ? `?${randomUUID()}` : ''),
    model: modelOptions,
    passwords: passwords === 'cheap' ? cheap : undefined,
  })
  const stop = async () => {
    await program.stop(() => closed(server))
    await rm(folder, { recursive: true, force: true })
  }
  let stopped: Promise<void> | undefined
  return {
    url,
    baseUrl,
    auth: program.auth,
    metrics: program.metrics,
    outbox,
    filesDir: config.filesDir,
    mail: (kind, to) => newestMail(outbox, kind, to),
    stop: () => (stopped ??= stop()),
  }
}

/** Stops at once: open connections of a test are not waited for. */
async function closed(server: Server): Promise<void> {
  const end = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await end
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address')
  return address.port
}

const stub: PageSource = {
  assets: null,
  pages: async () => ({ fetch: async () => new Response('a page', { headers: { 'content-type': 'text/html' } }) }),
}

async function newestMail(outbox: string, kind: string, to: string): Promise<Email & { link: string | undefined }> {
  for (const end = Date.now() + MAIL_TIMEOUT_MS; Date.now() < end; await pause(20)) {
    const names = existsSync(outbox) ? await readdir(outbox) : []
    const name = names
      .filter((name) => name.endsWith(`-${kind}-${to}.eml`))
      .sort()
      .at(-1)
    if (!name) continue
    const mail = await PostalMime.parse(await readFile(join(outbox, name)))
    return { ...mail, link: mail.headers.find(({ key }) => key === 'x-link')?.value }
  }
  throw new Error(`No mail of the kind ${kind} came to ${to}`)
}
