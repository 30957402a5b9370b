/** The whole program over HTTP, put together as main.ts does it: real doors, real jobs, mails as files in a temporary outbox. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import PostalMime, { type Email } from 'postal-mime'
import { readConfig } from '#config'
import { type Auth, makeAuth } from '#server/account/auth.ts'
import { makeCallerOf } from '#server/account/http.ts'
import { assistantJobs, keepStriking } from '#server/assistant/assistant.ts'
import { eventJobs } from '#server/events/events.ts'
import { groupJobs } from '#server/groups/groups.ts'
import { makeHttp, type Pages } from '#server/http.ts'
import { keepKarma } from '#server/karma/karma.ts'
import { makeFiles } from '#server/kernel/files/files.ts'
import { makeGeocoder } from '#server/kernel/geo/geocoder.ts'
import { makeLimits, unlimited } from '#server/kernel/http/limits.ts'
import { makeMail } from '#server/kernel/jobs/mail.ts'
import { startJobs } from '#server/kernel/jobs/queue.ts'
import { listenNotify } from '#server/kernel/live/bus.ts'
import { nats } from '#server/kernel/live/bus-nats.ts'
import { makeLive } from '#server/kernel/live/hub.ts'
import { openLiveDoor } from '#server/kernel/live/socket.ts'
import type { Log } from '#server/kernel/log.ts'
import { makeEmbeddings } from '#server/kernel/model/embeddings.ts'
import { type ModelOptions, makeModel } from '#server/kernel/model/model.ts'
import { type Database, migrationNames } from '#server/kernel/postgres/database.ts'
import { keepReaders } from '#server/kernel/stream/readers.ts'
import { leavingJobs } from '#server/leaving/leaving.ts'
import { mediaJobs } from '#server/media/media.ts'
import { declareHouse } from '#server/members/members.ts'
import { readers } from '#server/reactions.ts'
import { keepRetrieval } from '#server/retrieval/retrieval.ts'
import { searchJobs } from '#server/search/search.ts'
import { pulses, topicKinds } from '#server/topics.ts'
import { cheap, type Passwords } from './hasher.ts'

export interface ServeOptions {
  /** like the program's own environment, e.g. { REQUIRE_VERIFIED_EMAIL: '0' }; limits are off unless RATE_LIMITS is 'on' */
  env?: Record<string, string>
  /** 'stub' answers every page with a line of text, for tests that look at no page. Default: the built ones of PAGES_DIR. */
  pages?: 'built' | 'stub'
  /** how patient it is with the model of MODEL_URL */
  model?: ModelOptions
  /** ms until a request is refused; as in the program unless given */
  answerWithin?: number
  /** Default: as in its world; where there is none, 'real'. */
  passwords?: Passwords
}

export interface Served {
  /** http://127.0.0.1:PORT, one of the origins that count as ours */
  url: string
  /** http://localhost:PORT, the name in mailed links */
  baseUrl: string
  auth: Auth
  /** the folder with one .eml per mail */
  outbox: string
  /** the folder with the images */
  filesDir: string
  /** The newest mail of this kind to this address, as soon as it is there; its link in `link`. */
  mail(kind: string, to: string): Promise<Email & { link: string | undefined }>
  stop(): Promise<void>
}

const MAIL_PATIENCE = 15_000

export async function serve(parts: ServeOptions & { database: Database; log: Log }): Promise<Served> {
  const { database, log, env = {}, pages = 'built', passwords = 'real', answerWithin, model: modelOptions } = parts
  const folder = await mkdtemp(join(tmpdir(), 'fk-served-'))
  const server = createServer()
  const port = await listen(server)
  const outbox = join(folder, 'outbox')
  const config = readConfig({
    PAGES_DIR: process.env.PAGES_DIR,
    RATE_LIMITS: 'off',
    ...env,
    DATA_DIR: folder,
    OUTBOX_DIR: outbox,
  })
  await declareHouse(database.db, config)
  const baseUrl = config.publicUrl ?? `http://localhost:${port}`
  const url = `http://127.0.0.1:${port}`
  const origins = config.publicUrl ? [config.publicUrl] : [baseUrl, url]
  const secret = config.secret ?? 'a secret of forty characters for testing'
  const limits = config.rateLimits ? makeLimits(database.pool) : unlimited
  const authParts = { config, secret, baseUrl, origins, database, log }
  const auth = passwords === 'cheap' ? makeAuth(authParts, cheap) : makeAuth(authParts)
  const source = pages === 'stub' ? stub : built(config.pagesDir)
  const migrations = await migrationNames()
  const live = makeLive({
    db: database.db,
    kinds: topicKinds,
    pulses,
    bus: (heard) => (config.busUrl ? nats(config.busUrl, heard, log) : listenNotify(database.url, heard, log)),
    log,
  })
  const files = makeFiles(config)
  const geocoder = makeGeocoder(config)
  const embeddings = makeEmbeddings(config)
  const model = makeModel(config.model, modelOptions)
  const app = makeHttp({
    ...{
      config,
      secret,
      baseUrl,
      origins,
      database,
      auth,
      limits,
      live,
      files,
      geocoder,
      model,
      embeddings,
      log,
      migrations,
    },
    ...{ ...source, answerWithin },
  })
  const callerOf = makeCallerOf({ auth, database, secret, baseUrl })
  const liveDoor = openLiveDoor(server, { origins, live, callerOf, log })
  server.on('request', getRequestListener(app.fetch))
  const jobs = startJobs(database.pool, makeMail(config), baseUrl, log, [
    mediaJobs({ db: database.db, files }),
    groupJobs({ db: database.db }),
    eventJobs({ db: database.db }),
    searchJobs({ db: database.db }),
    assistantJobs({ db: database.db }),
    leavingJobs({ db: database.db, live, log }),
  ])
  const karma = keepKarma({ db: database.db, live, log })
  const reading = keepReaders({ db: database.db, log }, readers)
  const retrieval = keepRetrieval({ db: database.db, embeddings, log })
  const striking = keepStriking({ db: database.db, log })
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await karma.stop()
    await reading.stop()
    await retrieval.stop()
    await striking.stop()
    await liveDoor.close()
    await live.close()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
    await jobs.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    url,
    baseUrl,
    auth,
    outbox,
    filesDir: config.filesDir,
    mail: (kind, to) => newestMail(outbox, kind, to),
    stop: () => (stopped ??= stop()),
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address')
  return address.port
}

interface PageSource {
  assets: string | null
  pages(): Promise<Pages>
}

const stub: PageSource = {
  assets: null,
  pages: async () => ({ fetch: async () => new Response('a page', { headers: { 'content-type': 'text/html' } }) }),
}

function built(folder: string | null): PageSource {
  if (!folder || !existsSync(`${folder}/server/server.js`)) {
    throw new Error("This test looks at pages: run it by npm test, which builds them, or ask for pages: 'stub'")
  }
  const bundle = import(pathToFileURL(`${folder}/server/server.js`).href) as Promise<{ default: Pages }>
  return { assets: `${folder}/client`, pages: async () => (await bundle).default }
}

async function newestMail(outbox: string, kind: string, to: string): Promise<Email & { link: string | undefined }> {
  for (const end = Date.now() + MAIL_PATIENCE; Date.now() < end; await pause(20)) {
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
