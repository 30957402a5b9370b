/**
 * The environment variables, read once. Every default works offline; a wrong value stops the start with one clear
 * sentence.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import {
  baseEndpoint,
  busAddress,
  databaseAddress,
  endpoint,
  mailAddresses,
  mailServerAddress,
  origin,
  sender,
} from './config-addresses.ts'
import { ConfigError, type Env, flag, list, oneOf, onOff, path, whole } from './config-values.ts'

export interface Config {
  host: string
  port: number
  /** null: every loopback name on the bound port is the same origin, and links in mail say localhost */
  publicUrl: string | null
  trustProxy: string[]
  dataDir: string
  filesDir: string
  /** null: files are in `filesDir` */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null
  outboxDir: string
  databaseUrl: string | null
  databasePool: number
  /** the database itself, if `databaseUrl` is a pooler in transaction mode; null: `databaseUrl` is the database */
  databaseDirectUrl: string | null
  /** true: takes less memory, for a machine of 1 GB */
  small: boolean
  /** a hot standby of `databaseUrl`; null: all reads go to the primary */
  databaseReplicaUrl: string | null
  /** how long a stopping process reports that it is not ready, and goes on serving */
  drainSeconds: number
  /** servers of one NATS cluster; none: PostgreSQL's LISTEN and NOTIFY */
  busUrls: string[]
  smtpUrl: string | null
  /** a search address of a Nominatim service; null: only towns and postal codes can be found */
  geocoderUrl: string | null
  /** true: towns and postal codes are loaded */
  gazetteer: boolean
  /** a service for OpenAI chat completions; null: the assistant answers with quotations alone */
  model: { url: string; name: string; apiKey: string | null } | null
  /** tokens of the whole instance per month (UTC); null: no limit */
  modelMonthlyTokens: number | null
  /**
   * the second retrieval pass by meaning. `local`: the packaged model, in a process of its own; null: search by words
   * alone
   */
  embeddings: { url: string | 'local'; model: string; apiKey: string | null } | null
  /** null: no backups */
  backup: {
    to:
      | { folder: string }
      | {
          bucket: string
          prefix: string
          endpoint: string
          region: string
          accessKeyId: string
          secretAccessKey: string
        }
    keyFile: string
    /** for how many days any second can be restored */
    keepDays: number
  } | null
  /** null: no metrics */
  metrics: { host: string; port: number } | null
  /** where traces are sent, and the share of requests that are traced; null: no traces */
  traces: { url: string; share: number; service: string } | null
  mailFrom: string
  /** who is told what is wrong; no address: the first administrator; null: nobody */
  alerts: { to: string[] } | null
  requireVerifiedEmail: boolean
  brand: { name: string; assistant: string }
  adminEmails: string[]
  /** null: read from DATA_DIR, where the first start creates it */
  secret: string | null
  rateLimits: boolean
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** folder of the built pages; the start script sets it */
  pagesDir: string | null
  dev: boolean
  demo: boolean
}

export { ConfigError }

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

export function readConfig(env: Env): Config {
  const host = env.HOST || '127.0.0.1'
  const publicUrl = env.PUBLIC_URL ? origin('PUBLIC_URL', env.PUBLIC_URL) : null
  if (!LOOPBACK.has(host) && !publicUrl) {
    throw new ConfigError(`HOST=${host} opens the door to others: set PUBLIC_URL to the address they will type.`)
  }
  const dataDir = path('DATA_DIR', env.DATA_DIR || './data')
  const demo = env.FATHERKIN_DEMO === '1'
  const small = flag('SMALL', env.SMALL, memoryBytes() <= SMALL_BYTES)
  const port = whole('PORT', env.PORT, 3000, 0, 65535)
  return {
    host,
    port,
    publicUrl,
    trustProxy: list(env.TRUST_PROXY).map((address) => {
      if (!isIP(address))
        throw new ConfigError(`TRUST_PROXY must be addresses, separated by commas; "${address}" is none.`)
      return address
    }),
    dataDir,
    filesDir: path('FILES_DIR', env.FILES_DIR || `${dataDir}/files`),
    s3: demo ? null : store(env),
    backup: demo ? null : backupOf(env),
    outboxDir: path('OUTBOX_DIR', env.OUTBOX_DIR || `${dataDir}/outbox`),
    databaseUrl: demo ? null : databaseAddress('DATABASE_URL', env.DATABASE_URL),
    databasePool: whole('DATABASE_POOL', env.DATABASE_POOL, small ? 5 : 10, 2, 200),
    small,
    databaseDirectUrl: demo ? null : besideDatabase(env, 'DATABASE_DIRECT_URL', 'the pooler in front of it'),
    databaseReplicaUrl: demo
      ? null
      : besideDatabase(env, 'DATABASE_REPLICA_URL', 'the primary that the replica follows'),
    drainSeconds: whole('DRAIN_SECONDS', env.DRAIN_SECONDS, 0, 0, 300),
    busUrls: list(env.BUS_URL).map((one) => busAddress('BUS_URL', one)),
    geocoderUrl: endpoint('GEOCODER_URL', env.GEOCODER_URL),
    gazetteer: onOff('GAZETTEER', env.GAZETTEER),
    model: modelOf(env),
    modelMonthlyTokens: env.MODEL_MONTHLY_TOKENS
      ? whole('MODEL_MONTHLY_TOKENS', env.MODEL_MONTHLY_TOKENS, 0, 1, 1_000_000_000_000)
      : null,
    embeddings: embeddingsOf(env),
    smtpUrl: mailServerAddress('SMTP_URL', env.SMTP_URL),
    metrics: metricsOf(env, port),
    traces: tracesOf(env),
    mailFrom: sender('MAIL_FROM', env.MAIL_FROM, 'Fatherkin <noreply@localhost>'),
    alerts: env.ALERT_MAIL_TO === 'off' ? null : { to: mailAddresses('ALERT_MAIL_TO', env.ALERT_MAIL_TO) },
    requireVerifiedEmail: flag('REQUIRE_VERIFIED_EMAIL', env.REQUIRE_VERIFIED_EMAIL, true),
    brand: { name: env.BRAND_NAME || 'Fatherkin', assistant: env.ASSISTANT_NAME || 'Pop' },
    adminEmails: mailAddresses('ADMIN_EMAILS', env.ADMIN_EMAILS),
    secret: secretOf(env.SECRET),
    rateLimits: onOff('RATE_LIMITS', env.RATE_LIMITS),
    logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL, ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    pagesDir: env.PAGES_DIR ? path('PAGES_DIR', env.PAGES_DIR) : null,
    dev: env.FATHERKIN_DEV === '1',
    demo,
  }
}

/**
 * Returns the key that signs cookies and links: SECRET, or the one that the first start created in DATA_DIR (mode
 * 0600).
 */
export function secretFor(config: Config): string {
  const known = knownSecret(config)
  if (known) return known
  const file = secretFile(config)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // another process created it at the same moment
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8').trim()
    throw error
  }
  return secret
}

const secretFile = ({ dataDir }: Config) => `${dataDir}/secret`

/** The same without making one: null if there is none yet. */
export function knownSecret(config: Config): string | null {
  if (config.secret) return config.secret
  const file = secretFile(config)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** scripts/run.mjs has the same limit for the options of Node. */
const SMALL_BYTES = 1.5e9

/** The memory of the machine, or of the container if it may use less. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Another address of the database; `what` says what DATABASE_URL is for it. */
function besideDatabase(env: Env, name: 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL', what: string): string | null {
  const address = databaseAddress(name, env[name])
  if (address && !env.DATABASE_URL) throw new ConfigError(`${name} needs DATABASE_URL: ${what}.`)
  return address
}

function modelOf(env: Env): Config['model'] {
  const address = endpoint('MODEL_URL', env.MODEL_URL)
  if (address === null) return null
  if (!env.MODEL_NAME) throw new ConfigError('MODEL_NAME must be set with MODEL_URL: the name of the model to ask.')
  return { url: address, name: env.MODEL_NAME, apiKey: env.MODEL_API_KEY || null }
}

function metricsOf(env: Env, sitePort: number): Config['metrics'] {
  if (!env.METRICS_PORT) return null
  const port = whole('METRICS_PORT', env.METRICS_PORT, 0, 0, 65535)
  if (port === sitePort && port !== 0)
    throw new ConfigError(
      `METRICS_PORT and PORT are both ${port}: the metrics need a port of their own. Choose another with METRICS_PORT=…`,
    )
  return { host: env.METRICS_HOST || '127.0.0.1', port }
}

/** The variables of OpenTelemetry. Its library reads OTEL_EXPORTER_OTLP_HEADERS by itself. */
function tracesOf(env: Env): Config['traces'] {
  const address = baseEndpoint('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT)
  if (address === null) return null
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(share >= 0 && share <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be from 0 to 1; it is "${env.OTEL_TRACES_SAMPLER_ARG}".`)
  return { url: `${address.replace(/\/+$/, '')}/v1/traces`, share, service: env.OTEL_SERVICE_NAME || 'fatherkin' }
}

function embeddingsOf(env: Env): Config['embeddings'] {
  if (!env.EMBEDDINGS_URL) return null
  if (env.EMBEDDINGS_URL === 'local') return { url: 'local', model: 'universal-sentence-encoder-lite', apiKey: null }
  const address = endpoint('EMBEDDINGS_URL', env.EMBEDDINGS_URL)!
  if (!env.EMBEDDINGS_MODEL)
    throw new ConfigError('EMBEDDINGS_MODEL must be set with EMBEDDINGS_URL: the name of the model to ask.')
  return { url: address, model: env.EMBEDDINGS_MODEL, apiKey: env.EMBEDDINGS_API_KEY || null }
}

/** Requires all settings of a store or none; otherwise the first upload would find the missing one. */
function store(env: Env): Config['s3'] {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length && !env.S3_REGION) return null
  if (missing.length) throw new ConfigError(`To keep files in a store, set ${missing.join(', ')} as well.`)
  const bucket = env.S3_BUCKET!
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`S3_BUCKET must be the name of a bucket; "${bucket}" can be none.`)
  return {
    endpoint: origin('S3_ENDPOINT', env.S3_ENDPOINT!),
    bucket,
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
  }
}

/** A store of its own, or that of the files. */
function backupOf(env: Env): Config['backup'] {
  const { BACKUP_TO: to, BACKUP_KEY_FILE: keyFile } = env
  if (!to && !keyFile) return null
  if (!to) throw new ConfigError('BACKUP_TO must be set with BACKUP_KEY_FILE: a folder, or s3://bucket/prefix.')
  if (!keyFile)
    throw new ConfigError(
      'BACKUP_KEY_FILE must be set with BACKUP_TO: the file of the key that encrypts backups. npm run backup -- --make-key FILE makes one.',
    )
  const keepDays = whole('BACKUP_KEEP_DAYS', env.BACKUP_KEEP_DAYS, 14, 1, 3650)
  const target = backupTargetOf(env, to)
  const dataDir = path('DATA_DIR', env.DATA_DIR || './data')
  if ('folder' in target && `${target.folder}/`.startsWith(`${dataDir}/`))
    throw new ConfigError('BACKUP_TO must be outside of DATA_DIR: what is lost together is no backup.')
  if ('folder' in target && `${realPath(keyFile)}/`.startsWith(`${realPath(target.folder)}/`))
    throw new ConfigError(
      'BACKUP_KEY_FILE must be outside of BACKUP_TO. Otherwise a thief of the backup has its key, and if you lose the backup, you lose the key, too.',
    )
  return { to: target, keyFile: path('BACKUP_KEY_FILE', keyFile), keepDays }
}

/** Without symbolic links, if it exists. */
const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path))

function backupTargetOf(env: Env, to: string): NonNullable<Config['backup']>['to'] {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(to)) return { folder: path('BACKUP_TO', to) }
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*?)\/?)?$/.exec(to) ?? []
  if (!bucket) throw new ConfigError(`BACKUP_TO must be a folder, or s3://bucket/prefix; it is "${to}".`)
  const setting = (name: string) => env[`BACKUP_S3_${name}`] || env[`S3_${name}`] || missing(`BACKUP_S3_${name}`)
  return {
    ...{ bucket, prefix },
    endpoint: origin('BACKUP_S3_ENDPOINT', setting('ENDPOINT')),
    region: env.BACKUP_S3_REGION || env.S3_REGION || 'us-east-1',
    accessKeyId: setting('ACCESS_KEY_ID'),
    secretAccessKey: setting('SECRET_ACCESS_KEY'),
  }
}

function missing(name: string): never {
  throw new ConfigError(
    `To keep backups in a bucket, set ${name} as well, or S3_… if it is the same store as that of the files.`,
  )
}

function secretOf(value: string | undefined): string | null {
  if (value === undefined || value === '') return null
  if (value.length < 32) throw new ConfigError('SECRET must be at least 32 characters; leave it out to have one made.')
  return value
}
