/**
 * Assembles the program: the ports, the HTTP endpoints, the jobs and the readers of facts around one database and one
 * HTTP server. `main.ts` starts it as a process; the tests start it on a free port.
 */
import { existsSync, realpathSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import type { Config } from './config.ts'
import { leavingAccount } from './server/account/account.ts'
import { type Auth, makeAuth } from './server/account/auth.ts'
import { makeCallerOf } from './server/account/http.ts'
import { assistantJobs, runStriking } from './server/assistant/assistant.ts'
import { eventJobs } from './server/events/events.ts'
import { expired } from './server/expired.ts'
import { groupJobs } from './server/groups/groups.ts'
import { makeHttp } from './server/http.ts'
import { runKarma } from './server/karma/karma.ts'
import { withFilesNoted } from './server/kernel/backup/backup.ts'
import type { Rate } from './server/kernel/budget.ts'
import { areInDataDir, type Files, makeFiles, readOnly, withoutRemoving } from './server/kernel/files/files.ts'
import { makeGeocoder } from './server/kernel/geo/geo.ts'
import {
  addressOfRequest,
  answerUnhandled,
  answerUnparsed,
  encodeBackslashes,
  makeLimits,
  makeVisitorTime,
  refusalsOf,
  shedLoad,
  unlimited,
} from './server/kernel/http/http.ts'
import { makeMail, startJobs } from './server/kernel/jobs/jobs.ts'
import { listenNotify, makeLive, nats, openLiveEndpoint } from './server/kernel/live/live.ts'
import { errorFacts, type Log } from './server/kernel/log.ts'
import { noMetrics, withMailsCounted, withModelCounted } from './server/kernel/metrics/metrics.ts'
import { type ModelOptions, makeEmbeddings, makeModel } from './server/kernel/model/model.ts'
import { type Database, migrationNames, openDatabase } from './server/kernel/postgres/postgres.ts'
import { makeReplica } from './server/kernel/replica/replica.ts'
import { runReaders, streamJobs } from './server/kernel/stream/stream.ts'
import {
  makeTraces,
  tracedListener,
  tracedTasks,
  traceStatements,
  withModelTraced,
} from './server/kernel/tracing/tracing.ts'
import { leavingJobs } from './server/leaving/leaving.ts'
import { mediaJobs } from './server/media/media.ts'
import { storeInstanceSettings } from './server/members/members.ts'
import type { Pages } from './server/pages-web.ts'
import { mailJobs, readers } from './server/reactions.ts'
import { dangerJobs } from './server/reports/reports.ts'
import { runRetrieval } from './server/retrieval/retrieval.ts'
import { roundJobs, runRounds } from './server/rounds/rounds.ts'
import { searchJobs } from './server/search/search.ts'
import { pulses, topicKinds } from './server/topics.ts'
import { type Lines, openMetrics, watchOf } from './server/watching.ts'
import { VERSION } from './version.ts'

/** The queue of jobs needs so many connections of its own beside a pooler: one that listens, and those of two jobs. */
const JOB_CONNECTIONS = 4

/** Where the pages come from: the built ones, Vite's in development, or a test's own. */
export interface PageSource {
  /** the folder of the client's files; null if another server serves them */
  assets: string | null
  pages(): Promise<Pages>
  /** called first for every path outside /api and /rpc */
  middleware?(request: unknown, response: unknown, next: () => void): void
}

/** What is known once the port is. */
interface Listening {
  /** the base URL of links in mails, without a slash at the end */
  baseUrl: string
  /** the origins that count as ours */
  origins: string[]
}

export interface ProgramParts {
  config: Config
  /** migrated, with the base seed in it */
  database: Database
  server: Server
  /**
   * Makes the server listen. It is called when everything else is ready, and requests are handled from the same moment on:
   * a request that arrived before would never be answered.
   */
  listen(): Promise<Listening>
  secret: string
  pages: PageSource
  log: Log
  /** how passwords are hashed; the default is the one for production */
  passwords?: Parameters<typeof makeAuth>[1]
  /** a look at a restored copy: no background work, and no file is changed */
  isLook?: boolean
  /** another instance stores its backups in the target: it may be the original of this one */
  mayBeCopy?: boolean
  /** timeouts for the model */
  model?: ModelOptions
  /** ms until a request is refused; the default is twenty seconds */
  answerWithin?: number | undefined
  /** the CPU time that visitors of one address may use; tests set another one, because their process does other work as well */
  visitorCpu?: Rate | undefined
}

export interface Program {
  auth: Auth
  /** what the announcement says about the ports */
  mail: string
  files: string
  /** null: addresses are not looked up */
  addresses: string | null
  /** null: the assistant answers with quotations alone */
  answers: string | null
  /** the URL of the metrics; null: there are none */
  metrics: string | null
  /** Finishes pending requests and closes their connections; `closeServer` ends the server itself. */
  stop(closeServer: () => Promise<void>): Promise<void>
}

export async function startProgram(parts: ProgramParts): Promise<Program> {
  const { config, database, server, secret, pages, log } = parts
  await storeInstanceSettings(database.db, config)
  let lines: Lines = { live: { topics: 0 }, liveDoor: { tabs: 0 }, replicaAge: null }
  const measuring = config.metrics ? await openMetrics(config.metrics, VERSION, parts, () => lines) : null
  const metrics = measuring?.metrics ?? noMetrics
  const traces = await makeTraces(config.traces, VERSION, log)
  if (traces) traceStatements(traces, database)
  const mail = withMailsCounted(makeMail(config), metrics)
  const files = filesFor(parts)
  if (!(await files.mustBePrivate())) log.warn({}, 'the store of files does not answer; images are away until it does')
  const migrations = await migrationNames()
  const { baseUrl, origins } = await parts.listen()
  // from here to the handlers of requests nothing is awaited
  const geocoder = makeGeocoder(config)
  const embeddings = makeEmbeddings(config)
  const plainModel = makeModel(config.model, parts.model)
  const countedModel = plainModel && withModelCounted(plainModel, metrics)
  const model = countedModel && traces ? withModelTraced(countedModel, traces) : countedModel
  const limits = config.rateLimits ? makeLimits(database.pool) : unlimited
  const auth = makeAuth({ config, secret, baseUrl, origins, database, log }, parts.passwords)
  const live = makeLive({
    db: database.db,
    kinds: topicKinds,
    pulses,
    bus: (onTopics) =>
      config.busUrls.length ? nats(config.busUrls, onTopics, log) : listenNotify(database.url, onTopics, log),
    log,
  })
  const replica = config.databaseReplicaUrl
    ? makeReplica({
        url: config.databaseReplicaUrl,
        primary: database,
        size: config.databasePool,
        log,
        count: metrics.readOn,
      })
    : null
  if (replica && traces) traceStatements(traces, replica)
  let isStopping = false
  const visitorTime = makeVisitorTime(parts.visitorCpu)
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
      replica,
      metrics,
      traces,
      log,
    },
    ...{ assets: pages.assets, pages: pages.pages, answerWithin: parts.answerWithin, visitorTime },
    migrations,
    isStopping: () => isStopping,
  })
  const plainListener = getRequestListener(app.fetch, { errorHandler: answerUnhandled })
  const listener = traces ? tracedListener(traces, config, plainListener) : plainListener
  const isTurnedAway = shedLoad(
    server,
    config.rateLimits ? { addressOf: addressOfRequest(config) } : { ofAddress: Number.POSITIVE_INFINITY },
  )
  answerUnparsed(server)
  server.on('request', (request, response) => {
    encodeBackslashes(request)
    if (isTurnedAway(request, response)) return metrics.turnedAway()
    if (isStopping) response.setHeader('Connection', 'close')
    if (pages.middleware && !/^\/(api|rpc)\//.test(request.url ?? ''))
      pages.middleware(request, response, () => void listener(request, response))
    else void listener(request, response)
  })
  const callerOf = makeCallerOf({ auth, database, secret, baseUrl })
  const liveDoor = openLiveEndpoint(server, {
    ...{ origins, live, callerOf, log },
    visitors: config.rateLimits ? refusalsOf(visitorTime, addressOfRequest(config)) : undefined,
  })
  lines = { live, liveDoor, replicaAge: replica && (() => replica.age()) }
  const rooms = [
    mediaJobs({ db: database.db, files }),
    groupJobs({ db: database.db }),
    eventJobs({ db: database.db }),
    searchJobs({ db: database.db, log }),
    assistantJobs({ db: database.db }),
    leavingJobs({ db: database.db, live, log, account: leavingAccount }),
    streamJobs({ db: database.db }),
    roundJobs({ db: database.db }),
    mailJobs({ db: database.db }),
    dangerJobs({ db: database.db, adminEmails: config.adminEmails, log }),
  ]
  // the queue listens, which needs a session of its own
  const queue = config.databaseDirectUrl ? openDatabase(config.databaseDirectUrl, JOB_CONNECTIONS, log) : null
  const runJobs = () =>
    startJobs((queue ?? database).pool, mail, baseUrl, log, {
      ...{ rooms, expired },
      around: traces ? (tasks) => tracedTasks(traces, tasks) : undefined,
    })
  const background = parts.isLook
    ? [liveDoor]
    : [
        ...watchOf(parts, mail),
        runStriking({ db: database.db, log }),
        runRetrieval({ db: database.db, embeddings, log }),
        runReaders({ db: database.db, live, log }, readers),
        runKarma({ db: database.db, live, log }),
        runRounds({ db: database.db, log }),
        runJobs(),
        liveDoor,
      ]
  return {
    auth,
    mail: mail.description,
    files: files.description,
    addresses: geocoder.description,
    answers: model?.description ?? null,
    metrics: measuring?.url ?? null,
    async stop(closeServer) {
      isStopping = true
      // a load balancer notices by /readyz and sends its requests elsewhere
      await pause(config.drainSeconds * 1000)
      for (const part of background) await ending(() => ('stop' in part ? part.stop() : part.close()), log)
      await ending(closeServer, log)
      await ending(() => live.close(), log)
      if (replica) await ending(() => replica.close(), log)
      if (queue) await ending(() => queue.close(), log)
      if (measuring) await ending(() => measuring.close(), log)
      if (traces) await ending(() => traces.close(), log)
    },
  }
}

function filesFor({ config, isLook, mayBeCopy }: ProgramParts): Files {
  const files = makeFiles(config)
  if (isLook) return readOnly(files)
  if (mayBeCopy && !areInDataDir(config)) return withoutRemoving(files)
  return config.backup ? withFilesNoted(files, config.dataDir) : files
}

/** If a part does not stop cleanly, this is logged and the other parts are stopped anyway. */
async function ending(stop: () => Promise<unknown>, log: Log): Promise<void> {
  await stop().catch((error) => log.error(errorFacts(error), 'something did not stop cleanly'))
}

/**
 * The pages in a folder that the build has filled. `otherwise` is the error message if there are none. Another `query`
 * imports another instance of their module.
 */
export function builtPages(named: string | null, otherwise: string, query = ''): PageSource {
  if (!named || !existsSync(`${named}/server/server.js`)) throw new Error(otherwise)
  // a link such as dist/current may be changed by a later build
  const folder = realpathSync(named)
  const bundle = import(pathToFileURL(`${folder}/server/server.js`).href + query) as Promise<{ default: Pages }>
  return { assets: `${folder}/client`, pages: async () => (await bundle).default }
}
