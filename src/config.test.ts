import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
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
