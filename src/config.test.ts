import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mailAddressOf } from '#contract/mail-words.ts'
import { ConfigError, readConfig, secretFor } from './config.ts'

test('without settings, everything works offline and for this machine only', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    trustProxy: [],
    dataDir: resolve('data'),
    filesDir: resolve('data/files'),
    s3: null,
    outboxDir: resolve('data/outbox'),
    databaseUrl: null,
    databasePool: 10,
    databaseReplicaUrl: null,
    databaseDirectUrl: null,
    drainSeconds: 0,
    smtpUrl: null,
    metrics: null,
    traces: null,
    geocoderUrl: null,
    gazetteer: true,
    requireVerifiedEmail: true,
    brand: { name: 'Fatherkin', assistant: 'Pop' },
    adminEmails: [],
    alerts: { to: [] },
    secret: null,
    rateLimits: true,
    logLevel: 'info',
  })
})

test('settings are read', () => {
  const secret = 's'.repeat(32)
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '0',
    PUBLIC_URL: 'https://dads.example/',
    TRUST_PROXY: '10.0.0.1, ::1',
    DATA_DIR: '/srv/dads',
    OUTBOX_DIR: '/srv/mail',
    DATABASE_URL: 'postgresql://db.example/dads',
    DATABASE_POOL: '40',
    DATABASE_REPLICA_URL: 'postgres://replica.example/dads',
    SMTP_URL: 'smtps://mail.example',
    GEOCODER_URL: 'https://geocoder.example/search?key=swordfish',
    GAZETTEER: 'off',
    REQUIRE_VERIFIED_EMAIL: '0',
    BRAND_NAME: 'Dads',
    ADMIN_EMAILS: ' Sam@Example.org ,, bo@example.org',
    SECRET: secret,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://dads.example',
    trustProxy: ['10.0.0.1', '::1'],
    filesDir: '/srv/dads/files',
    outboxDir: '/srv/mail',
    databaseUrl: 'postgresql://db.example/dads',
    databasePool: 40,
    databaseReplicaUrl: 'postgres://replica.example/dads',
    smtpUrl: 'smtps://mail.example',
    geocoderUrl: 'https://geocoder.example/search?key=swordfish',
    gazetteer: false,
    requireVerifiedEmail: false,
    brand: { name: 'Dads', assistant: 'Pop' },
    adminEmails: ['sam@example.org', 'bo@example.org'],
    secret,
    rateLimits: false,
    logLevel: 'warn',
  })
})

test('an empty value counts as not set', () => {
  const names = [
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'DATA_DIR',
    'FILES_DIR',
    'OUTBOX_DIR',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'DATABASE_URL',
    'DATABASE_POOL',
    'SMTP_URL',
    'GEOCODER_URL',
    'GAZETTEER',
    'MAIL_FROM',
    'REQUIRE_VERIFIED_EMAIL',
    'BRAND_NAME',
    'ASSISTANT_NAME',
    'ADMIN_EMAILS',
    'ALERT_MAIL_TO',
    'SECRET',
    'RATE_LIMITS',
    'LOG_LEVEL',
    'PAGES_DIR',
  ]
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
})

const STORE = {
  S3_ENDPOINT: 'https://s3.example:9000/',
  S3_BUCKET: 'dads-images',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'swordfish',
}

test('the settings of an S3 store come together; the region has the usual default', () => {
  const s3 = { endpoint: 'https://s3.example:9000', bucket: 'dads-images', accessKeyId: 'key' }
  const secretAccessKey = STORE.S3_SECRET_ACCESS_KEY
  expect(readConfig(STORE).s3).toEqual({ ...s3, secretAccessKey, region: 'us-east-1' })
  expect(readConfig({ ...STORE, S3_REGION: 'eu-west-2' }).s3).toMatchObject({ region: 'eu-west-2' })
})

test('the key of the backup is refused inside of the backup, also behind a link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const target = join(folder, 'target')
  mkdirSync(target)
  for (const key of [join(target, 'key'), join(folder, 'key')]) writeFileSync(key, 'f'.repeat(64))
  symlinkSync(target, join(folder, 'link'))
  const read = (to: string, keyFile: string) => () => readConfig({ BACKUP_TO: to, BACKUP_KEY_FILE: keyFile })
  const sentence = /^BACKUP_KEY_FILE must be outside of BACKUP_TO/
  expect(read(target, join(target, 'key'))).toThrow(sentence)
  expect(read(target, join(folder, 'link/key'))).toThrow(sentence)
  expect(read(join(folder, 'link'), join(target, 'key'))).toThrow(sentence)
  expect(read(target, join(target, 'not-made-yet'))).toThrow(sentence)
  expect(read(target, join(folder, 'key'))().backup?.keyFile).toBe(join(folder, 'key'))
})

test('the demo ignores the settings of the real database and the real store', () => {
  const config = readConfig({ FATHERKIN_DEMO: '1', DATABASE_URL: 'postgres://real.example/dads', ...STORE })
  expect([config.databaseUrl, config.s3]).toEqual([null, null])
})

describe('a wrong value gives one clear sentence that names it', () => {
  test.each([
    [{ PORT: 'http' }, /^PORT must be a whole number from 0 to 65535; it is "http"\.$/],
    [{ PORT: '70000' }, /^PORT /],
    [{ PORT: '3000.5' }, /^PORT /],
    [{ PORT: '-1' }, /^PORT /],
    [{ DATABASE_POOL: '1' }, /^DATABASE_POOL must be a whole number from 2 to 200/],
    [{ DRAIN_SECONDS: '10s' }, /^DRAIN_SECONDS must be a whole number from 0 to 300; it is "10s"\.$/],
    [{ HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 .*PUBLIC_URL/],
    [{ PUBLIC_URL: 'dads.example' }, /^PUBLIC_URL must be an address beginning with https?:\/\//],
    [{ PUBLIC_URL: 'ftp://dads.example' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://dads.example/app' }, /^PUBLIC_URL must be an origin .* without a path/],
    [{ TRUST_PROXY: '10.0.0.1,proxy' }, /^TRUST_PROXY must be addresses.*"proxy"/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must be an address beginning with postgres:\/\//],
    [{ DATABASE_DIRECT_URL: 'postgres://db.example/dads' }, /^DATABASE_DIRECT_URL needs DATABASE_URL: the pooler /],
    [{ DATABASE_REPLICA_URL: 'mysql://db' }, /^DATABASE_REPLICA_URL must be an address beginning with postgres:\/\//],
    [{ DATABASE_REPLICA_URL: 'postgres://replica.example/dads' }, /^DATABASE_REPLICA_URL needs DATABASE_URL: /],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL /],
    [
      { GEOCODER_URL: 'geocoder.example' },
      /^GEOCODER_URL must be an address beginning with http:\/\/ or https:\/\/\.$/,
    ],
    [{ GEOCODER_URL: 'file:///etc/passwd' }, /^GEOCODER_URL must be an address beginning with/],
    [{ GEOCODER_URL: 'https://sam:swordfish@geocoder.example' }, /^GEOCODER_URL must be .* without a user or a #\.$/],
    [{ GAZETTEER: 'some' }, /^GAZETTEER must be one of on, off; it is "some"\.$/],
    [{ REQUIRE_VERIFIED_EMAIL: 'yes' }, /^REQUIRE_VERIFIED_EMAIL must be 0 or 1; it is "yes"\.$/],
    [{ RATE_LIMITS: '0' }, /^RATE_LIMITS must be one of on, off; it is "0"\.$/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of /],
    [
      { S3_BUCKET: 'dads' },
      /^To keep files in a store, set S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well\.$/,
    ],
    [{ S3_REGION: 'eu-west-2' }, /^To keep files in a store, set S3_ENDPOINT, S3_BUCKET, /],
    [{ ...STORE, S3_BUCKET: '' }, /^To keep files in a store, set S3_BUCKET as well\.$/],
    [{ ...STORE, S3_BUCKET: 'a/../b' }, /^S3_BUCKET must be the name of a bucket; "a\/..\/b" can be none\.$/],
    [{ ...STORE, S3_ENDPOINT: 's3.example' }, /^S3_ENDPOINT must be an address beginning with https?:\/\//],
    [{ ...STORE, S3_ENDPOINT: 'https://s3.example/bucket' }, /^S3_ENDPOINT must be an origin /],
    [{ SECRET: 'short' }, /^SECRET must be at least 32 characters/],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
  })

  test('and the value of a secret is not in the message', () => {
    expect(() => readConfig({ SECRET: 'swordfish' })).toThrow(expect.not.stringContaining('swordfish'))
    expect(() => readConfig({ DATABASE_URL: 'mysql://sam:swordfish@db' })).toThrow(/^(?!.*swordfish)/)
    expect(() => readConfig({ GEOCODER_URL: 'https://sam:swordfish@geocoder.example' })).toThrow(/^(?!.*swordfish)/)
  })
})

const ESCAPES =
  /In its user and password write %40 for @, %2F for \/, %3A for :, %3F for \?, %23 for # and %25 for %\.$/

describe('an address is refused if it would be read as another one than the operator meant', () => {
  test.each([
    { SMTP_URL: 'smtp://user:p@ss/w:rd@mail.example:587' },
    { SMTP_URL: 'smtp://user:p/w@mail.example' },
    { SMTP_URL: 'smtp://user:12/w@mail.example' },
    { SMTP_URL: 'smtp://user:12?w@mail.example' },
    { SMTP_URL: 'smtp://user:12#w@mail.example' },
    { SMTP_URL: 'smtp://user:p#w@mail.example' },
    { SMTP_URL: 'smtp://user:100%@mail.example' },
    { SMTP_URL: 'smtp://user:p w@mail.example' },
    { SMTP_URL: 'smtp://' },
    { SMTP_URL: 'smtp://mail.example/inbox' },
    { SMTP_URL: 'smtp://mail.example,other.example' },
    { DATABASE_URL: 'postgres://app:p@ss/w:rd@db.example/dads' },
    { DATABASE_URL: 'postgres://app:12?w@db.example/dads' },
    { DATABASE_URL: 'postgres://app:12#w@db.example/dads' },
    { DATABASE_URL: 'postgres://app:100%@db.example/dads' },
    { DATABASE_URL: 'postgres://app:password@db.example/dads/more' },
    { DATABASE_URL: 'postgres://db-1,db-2/dads' },
    { DATABASE_URL: 'postgres://db.example/dads', DATABASE_DIRECT_URL: 'postgres://app:p@ss/w:rd@db.example/dads' },
    { DATABASE_URL: 'postgres://db.example/dads', DATABASE_REPLICA_URL: 'postgres://app:p@ss/w:rd@db.example/dads' },
    { BUS_URL: 'nats://app:p@ss/w:rd@bus.example:4222' },
    { BUS_URL: 'nats://bus-1.example:4222, nats://app:100%@bus-2.example' },
  ] as Record<string, string>[])('%j: a sign of a user or password that is not escaped', (env) => {
    const name = Object.keys(env).at(-1)!
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(ESCAPES)
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name} must be like [a-z]+://user:password@`))
    expect(() => readConfig(env)).toThrow(expect.not.stringContaining(env[name]!))
  })

  test.each([
    [{ SMTP_URL: 'smtp:mail.example' }, /^SMTP_URL must be an address beginning with smtp:\/\/ or smtps:\/\/\.$/],
    [{ DATABASE_URL: 'postgres:db/dads' }, /^DATABASE_URL must be an address beginning with postgres:\/\//],
    [{ PUBLIC_URL: 'https:dads.example' }, /^PUBLIC_URL must be an address beginning with http/],
    [{ PUBLIC_URL: 'https://dads.example,www.dads.example' }, /^PUBLIC_URL must be an origin such as/],
    [{ PUBLIC_URL: 'https://sam:secret@dads.example' }, /^PUBLIC_URL must be an origin .* without a path or a user\.$/],
    [{ PUBLIC_URL: 'https://dads example' }, /^PUBLIC_URL must be an origin/],
    [{ ...STORE, S3_ENDPOINT: 'https://key:secret@s3.example' }, /^S3_ENDPOINT must be an origin .* a user\.$/],
    [{ ...STORE, S3_ENDPOINT: 'https://key:12/secret@s3.example' }, /^S3_ENDPOINT must be an origin/],
    [{ GEOCODER_URL: 'https://sam:12/secret@geocoder.example' }, /^GEOCODER_URL must be .* without a user or a #\.$/],
    [{ MODEL_URL: 'https://sam:12/secret@model.example', MODEL_NAME: 'm' }, /^MODEL_URL must be an address such as/],
    [{ EMBEDDINGS_URL: 'http://m:1/s@m.example', EMBEDDINGS_MODEL: 'm' }, /^EMBEDDINGS_URL must be an address such as/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318?key=1' }, /^OTEL_EXPORTER_OTLP_ENDPOINT .* without a \?/],
    [{ BACKUP_TO: 's3:/bucket', BACKUP_KEY_FILE: 'k' }, /^BACKUP_TO must be a folder, or s3:\/\/bucket\/prefix/],
    [{ BACKUP_TO: 'file:/mnt/backup', BACKUP_KEY_FILE: 'k' }, /^BACKUP_TO must be a folder, or s3:/],
    [{ BACKUP_TO: '~/backup', BACKUP_KEY_FILE: 'k' }, /^BACKUP_TO begins with ~, .* Write the whole path\.$/],
    [{ BACKUP_TO: '/mnt/backup', BACKUP_KEY_FILE: '~/key' }, /^BACKUP_KEY_FILE begins with ~/],
    [{ DATA_DIR: '~/data' }, /^DATA_DIR begins with ~/],
    [{ FILES_DIR: '~/files' }, /^FILES_DIR begins with ~/],
    [{ OUTBOX_DIR: '~/mail' }, /^OUTBOX_DIR begins with ~/],
  ] as [Record<string, string>, RegExp][])('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
    expect(() => readConfig(env)).toThrow(/^(?!.*secret@)/)
  })

  test('and taken if every reader understands it in the same way', () => {
    for (const SMTP_URL of [
      'smtp://user:p%40ss%2Fw%3Ard@mail.example:587',
      'smtp://sam@dads.example:password@mail.example:587',
      'smtps://mail.example?tls.rejectUnauthorized=false',
      'smtp://[::1]:2525/',
      'smtp://mail_catcher:1025',
    ])
      expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL)
    for (const DATABASE_URL of [
      'postgres://app:p%40ss%2Fw%3Ard@db.example:5432/dads?sslmode=require',
      'postgres://app@localhost:5432/dads?host=%2Ftmp%2Ffk&sslmode=disable',
      'postgres:///dads?host=/run/postgresql',
      'postgres://%2Frun%2Fpostgresql/dads',
      'postgresql://db.example',
    ])
      expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
    expect(readConfig({ BUS_URL: 'nats://app:p%40ss@bus.example:4222,nats://bus-2' }).busUrls).toHaveLength(2)
    const GEOCODER_URL = 'https://geocoder.example/search?email=sam@dads.example'
    expect(readConfig({ GEOCODER_URL }).geocoderUrl).toBe(GEOCODER_URL)
  })
})

describe('addresses of mail', () => {
  test.each([
    'dads@dads.example',
    'Dads of Example <dads@dads.example>',
    '"Dads, of Example" <dads@dads.example>',
    'Väter <noreply@localhost>',
    'St. Anne’s Dads <dads@dads.example>',
    'väter@dads.example',
    'Väter <väter@dads.example>',
    'Отцы <отцы@пример.example>',
  ])('MAIL_FROM may be %s', (MAIL_FROM) => {
    expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  })

  test.each([
    'Dads of Example',
    'dads',
    'Dads of Example dads@dads.example',
    'Dads of Example <dads>',
    'Dads of Example <dads@>',
    'väter’@dads.example',
    'väter@dads.exa mple',
    'Dads of Example <dads@dads.example',
    "'Dads of Example <dads@dads.example>'",
    'dads@dads.example, more@dads.example',
    'Dads, of Example <dads@dads.example>',
    'Dads <dads@dads.example>\r\nBcc: all@example.org',
  ])('MAIL_FROM is refused: %s', (MAIL_FROM) => {
    expect(() => readConfig({ MAIL_FROM })).toThrow(ConfigError)
    expect(() => readConfig({ MAIL_FROM })).toThrow(
      /^MAIL_FROM must be one address, with or without a name: dads@dads\.example, or Dads of Example <dads@dads\.example>\. /,
    )
  })

  test('ADMIN_EMAILS are addresses without names', () => {
    for (const ADMIN_EMAILS of [
      'ü@example.org',
      '\u212a@example.org',
      'sam',
      'bo@example.org, Sam <sam@example.org>',
      'sam@',
      'sam@example.org bo@example.org',
    ])
      expect(() => readConfig({ ADMIN_EMAILS })).toThrow(
        /^ADMIN_EMAILS must be addresses such as .*, separated by commas/,
      )
  })
})

test.each([
  'first&last@example.org',
  "O'Brien@Example.org",
  '!#$%*/=?^_`{|}~@example.org',
  'dad@BÜCHER.example',
  'papa@例え．テスト',
  'root@localhost',
  'a@example..org',
  'a@-example.org',
  'a@bücher.example/x',
  `a@${'d'.repeat(64)}.org`,
])(
  'ADMIN_EMAILS and MAIL_FROM take %s if a member could sign up with it, and keep it as his account does',
  (address) => {
    const kept = mailAddressOf(address)
    const read = (env: Record<string, string>) => () => readConfig(env)
    if (kept === null) {
      expect(read({ ADMIN_EMAILS: address })).toThrow(ConfigError)
      expect(read({ MAIL_FROM: `Dads <${address}>` })).toThrow(ConfigError)
      return
    }
    expect(read({ ADMIN_EMAILS: address })().adminEmails).toEqual([kept])
    expect(read({ MAIL_FROM: `Dads <${address}>` })().mailFrom).toBe(`Dads <${address}>`)
  },
)

test('ALERT_MAIL_TO is off, or addresses', () => {
  expect(readConfig({ ALERT_MAIL_TO: 'off' }).alerts).toBe(null)
  expect(readConfig({ ALERT_MAIL_TO: 'Sam@example.org, bo@example.org' }).alerts).toEqual({
    to: ['sam@example.org', 'bo@example.org'],
  })
  expect(() => readConfig({ ALERT_MAIL_TO: 'none' })).toThrow(/^ALERT_MAIL_TO must be addresses/)
})

test('METRICS_PORT is another port than PORT', () => {
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow(
    'METRICS_PORT and PORT are both 3000: the metrics need a port of their own. Choose another with METRICS_PORT=…',
  )
  expect(() => readConfig({ PORT: '9464', METRICS_PORT: '9464' })).toThrow(ConfigError)
  // each gets a free one
  expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).metrics?.port).toBe(0)
})

describe('the key that signs cookies and links', () => {
  const folder = () => {
    const dir = mkdtempSync(join(tmpdir(), 'fk-config-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    return join(dir, 'data')
  }

  test('is SECRET if that is set', () => {
    expect(secretFor(readConfig({ SECRET: 'x'.repeat(40), DATA_DIR: folder() }))).toBe('x'.repeat(40))
  })

  test('is otherwise made once, stored, and readable by the owner only', () => {
    const config = readConfig({ DATA_DIR: folder() })
    const secret = secretFor(config)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(secretFor(config)).toBe(secret)
    expect(statSync(`${config.dataDir}/secret`).mode & 0o777).toBe(0o600)
    expect(secretFor(readConfig({ DATA_DIR: folder() }))).not.toBe(secret)
  })
})

test('the variables of OpenTelemetry say where traces go, and how many', () => {
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
  expect(readConfig(at).traces).toEqual({ url: 'http://127.0.0.1:4318/v1/traces', share: 1, service: 'fatherkin' })
  expect(readConfig({ ...at, OTEL_TRACES_SAMPLER_ARG: '0.05' }).traces?.share).toBe(0.05)
  for (const share of ['2', '-1', 'half'])
    expect(() => readConfig({ ...at, OTEL_TRACES_SAMPLER_ARG: share })).toThrow('OTEL_TRACES_SAMPLER_ARG must be')
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' })).toThrow(ConfigError)
})

test('a small machine is one of little memory, unless SMALL says otherwise', () => {
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem())
  expect(readConfig({}).small).toBe(memory <= 1.5e9)
  expect(readConfig({ SMALL: '1' })).toMatchObject({ small: true, databasePool: 5 })
  expect(readConfig({ SMALL: '1', DATABASE_POOL: '8' }).databasePool).toBe(8)
  expect(readConfig({ SMALL: '0' })).toMatchObject({ small: false, databasePool: 10 })
  expect(() => readConfig({ SMALL: 'yes' })).toThrow('SMALL must be 0 or 1')
})
