/** The files that install the program name variables, ports, options and paths that exist (docs/install.md). */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '#config'
import { IMAGES } from '#contract/media-words.ts'
import { PROCESSING_TIMEOUT_MS } from '#server/images-web.ts'
import { root } from './bounded.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Every variable that the program reads. */
const VARIABLES = new Set([
  ...[...read('src/config.ts').matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name!),
  ...[...read('src/config.ts').matchAll(/'(S3_[A-Z_]+)'/g)].map(([, name]) => name!),
])
const unknown = (names: string[], others: string[] = []) =>
  names.filter((name) => !VARIABLES.has(name) && !others.includes(name))
const memory = JSON.parse(read('scripts/memory.json')) as string[]
const PORT = readConfig({}).port

test('the variables of the program are found', () => {
  for (const name of ['HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'S3_BUCKET', 'METRICS_PORT'])
    expect(VARIABLES).toContain(name)
})

describe('the image', () => {
  const text = read('Dockerfile')
  const last = text.slice(text.lastIndexOf('\nFROM '))

  test('sets variables that exist, and starts the program with the options of every start', () => {
    const set = /^ENV ((?:.*\\\n)*.*)$/m.exec(last)![1]!
    const values = Object.fromEntries([...set.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]))
    expect(unknown(Object.keys(values), ['NODE_ENV', 'PATH'])).toEqual([])
    const config = readConfig({ ...values, PUBLIC_URL: 'https://dads.example' })
    expect(config).toMatchObject({ host: '0.0.0.0', port: PORT, dataDir: '/data', pagesDir: '/app/pages' })
    expect(last).toContain(`EXPOSE ${config.port}\n`)
    expect(JSON.parse(/^CMD (.*)$/m.exec(last)![1]!)).toEqual(['node', ...memory, 'src/main.ts'])
    expect(existsSync(join(root, 'src/main.ts'))).toBe(true)
  })

  test('runs as an ordinary user, copies what exists, and has a health check at an address that exists', () => {
    expect(/^USER (.*)$/m.exec(last)![1]).toBe('fatherkin')
    expect(last.indexOf('\nUSER ')).toBeLessThan(last.indexOf('\nCMD '))
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '))
    for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true)
    const [, path] = /GET (\/\w+) HTTP/.exec(last)!
    expect(read('src/server/ready-web.ts')).toContain(`app.get('${path}'`)
  })

  test('is built without data, secrets and what was built elsewhere', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['node_modules', 'dist', 'data', '.git', '.env', 'ops/.env', '**/*.key'])
      expect(ignored).toContain(name)
    for (const name of ['src', 'db', 'scripts']) expect(ignored).not.toContain(name)
  })
})

describe('the service of systemd', () => {
  const text = read('ops/fatherkin.service')
  const values = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

  test('sets variables that exist, and starts the program with the options of every start', () => {
    const set = values('Environment').map((line) => line.split('=')[0]!)
    expect(unknown(set, ['NODE_ENV', 'TMPDIR'])).toEqual([])
    const folder = '/opt/fatherkin'
    expect(values('ExecStart')).toEqual([[`${folder}/node_modules/node/bin/node`, ...memory, 'src/main.ts'].join(' ')])
    expect(values('WorkingDirectory')).toEqual([folder])
    expect(values('Environment')).toContain(`PAGES_DIR=${folder}/dist/current`)
    expect(read('scripts/pages.mjs')).toContain("path.join(dist, 'current')")
  })

  test('for a small machine, it has the options of a start there', () => {
    const small = read('ops/fatherkin-small.conf')
    const options = JSON.parse(read('scripts/memory-small.json')) as string[]
    expect(small).toContain(`\nExecStart=\n${/^ExecStart=\S+/m.exec(text)![0]} ${options.join(' ')} src/main.ts\n`)
    const set = [...small.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name!)
    expect(unknown(set, ['MALLOC_ARENA_MAX'])).toEqual([])
  })

  test('is restarted always, has time to stop, and is no root', () => {
    expect(values('Restart')).toEqual(['always'])
    expect(values('StartLimitIntervalSec')).toEqual(['0'])
    // ten seconds for requests, five for jobs, and twice fifteen for a database that does not stop
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThanOrEqual(45)
    expect(values('User')).toEqual(['fatherkin'])
    expect(values('StateDirectory')).toEqual(['fatherkin'])
    expect(values('Environment')).toContain('DATA_DIR=/var/lib/fatherkin')
    expect(values('ProtectSystem')).toEqual(['strict'])
  })

  test('permits what the program does: it compiles JavaScript, and lowers the priority of what decodes images', () => {
    expect(values('MemoryDenyWriteExecute')).toEqual([])
    expect(values('SystemCallFilter').join(' ')).not.toContain('@resources')
    expect(read('src/server/media/decoder.ts')).toContain('setPriority(')
  })
})

test('a command beside the service has its settings and its words, and the socket while the service runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-command-'))
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 })
  try {
    file('sudo', '#!/bin/sh\n[ "$1 $2" = "-u fatherkin" ] && shift 2 && exec "$@"\n')
    file('npm', '#!/bin/sh\nprintf "%s\\n" "$PWD" "$MAIL_FROM" "$DATA_DIR" "$TMPDIR" "$@"\n')
    file('env', "MAIL_FROM='Dads <dads@dads.example> $5'\n")
    const places = { '/etc/fatherkin/env': 'env', '/run/fatherkin': 'run', '/opt/fatherkin': '.' }
    let text = read('ops/fatherkin')
    for (const [place, name] of Object.entries(places)) text = text.replaceAll(place, join(folder, name))
    file('fatherkin', text)
    const env = { PATH: `${folder}:${process.env.PATH}`, TMPDIR: '/tmp' }
    const said = (...words: string[]) =>
      execFileSync(join(folder, 'fatherkin'), words, { env, encoding: 'utf8' }).trim().split('\n')
    const settings = [folder, 'Dads <dads@dads.example> $5', '/var/lib/fatherkin']
    expect(said('doctor')).toEqual([...settings, '/tmp', 'run', '--silent', 'doctor'])
    mkdirSync(join(folder, 'run'))
    const words = ['admin', '--', 'you@example.org', '--plan', 'Wise Dad']
    expect(said(...words)).toEqual([...settings, join(folder, 'run'), 'run', '--silent', ...words])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a line of the settings that a shell reads differently is named, and nothing is run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-command-'))
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o755 })
  const env = join(folder, 'env')
  /** What the command says if the file of settings has these lines. */
  const said = (...lines: string[]) => {
    file('env', `${lines.join('\n')}\n`)
    const { status, stdout, stderr } = spawnSync(join(folder, 'fatherkin'), ['doctor'], {
      env: { PATH: `${folder}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    return { status, text: `${stdout}${stderr}`.trim() }
  }
  try {
    file('sudo', '#!/bin/sh\nshift 2 && exec "$@"\n')
    file('npm', '#!/bin/sh\nprintf "%s|" "$MAIL_FROM" "$SMTP_URL" "$BRAND_NAME" "$ADMIN_EMAILS"\n')
    let text = read('ops/fatherkin')
    for (const place of ['/etc/fatherkin/env', '/opt/fatherkin'])
      text = text.replaceAll(place, place.endsWith('env') ? env : folder)
    file('fatherkin', text)

    const well = ["MAIL_FROM='Dads <dads@dads.example> $5'", '', '# a comment', 'SMTP_URL=smtp://a%27b@mail:587']
    expect(said(...well, `BRAND_NAME="Dads' Own"`, 'ADMIN_EMAILS=a@b.example,c@d.example ')).toEqual({
      status: 0,
      text: "Dads <dads@dads.example> $5|smtp://a%27b@mail:587|Dads' Own|a@b.example,c@d.example|",
    })
    const quotes = (line: number, name: string) => `line ${line} of ${env}: put the value of ${name} into single quotes`
    const inside = ". Write a ' inside of an address as %27"
    expect(said('PORT=3000', 'MAIL_FROM=Dads of Example <dads@dads.example>')).toEqual({
      status: 1,
      text: quotes(2, 'MAIL_FROM'),
    })
    expect(said("SMTP_URL='smtp://dad:p'q@mail.example:587'", 'BRAND_NAME=Dads of Example')).toEqual({
      status: 1,
      text: `${quotes(1, 'SMTP_URL')}${inside}\n${quotes(2, 'BRAND_NAME')}`,
    })
    for (const value of ['a$b', 'a&b', 'a;b', 'a|b', 'a`b`', '~/data', '"a $b"', 'a\\b', '(a)'])
      expect(said(`BRAND_NAME=${value}`), value).toEqual({ status: 1, text: quotes(1, 'BRAND_NAME') })
    expect(said('; a comment of systemd')).toEqual({ status: 1, text: `line 1 of ${env} is no NAME=value` })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the command that escapes a password escapes every sign with a meaning', () => {
  const [, script] = /^node -p '(encodeURIComponent.*)'$/m.exec(read('docs/install.md'))!
  const escaped = execFileSync(process.execPath, ['-p', script!], { input: "p'q/@:?#%'\n", encoding: 'utf8' }).trim()
  expect(escaped).toBe('p%27q%2F%40%3A%3F%23%25%27')
})

const Service = z.strictObject({
  image: z.string().regex(/:[\w.-]+$|^fatherkin$/),
  build: z.literal('..').optional(),
  restart: z.enum(['always', 'no']),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  volumes: z.array(z.string()).optional(),
  // only for the machine itself
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).optional(),
  ...{ init: z.boolean().optional(), read_only: z.boolean().optional(), tmpfs: z.array(z.string()).optional() },
  ...{ cap_drop: z.array(z.string()).optional(), security_opt: z.array(z.string()).optional() },
  ...{ stop_grace_period: z.string().optional(), shm_size: z.string().optional() },
})
const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  configs: z.record(z.string(), z.object({ content: z.string() })),
  volumes: z.record(z.string(), z.null()),
  networks: z.object({
    default: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), gateway: z.string() })]) }) }),
  }),
})

describe('the compose file', () => {
  const text = read('ops/compose.yml')
  const { services, configs, volumes, networks } = Compose.parse(load(text))
  const made = execFileSync('sh', [join(root, 'ops/make-env.sh'), 'https://dads.example'], { encoding: 'utf8' })
  const secrets = Object.fromEntries(
    made
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>
  const filled = (value: string | number) =>
    String(value)
      .replace(/\$\{(\w+):-([^}]*)\}/g, '$2')
      .replace(/\$\{(\w+):\?\}/g, (_, name: string) => secrets[name] ?? `no ${name}`)

  test('gives the program variables that exist, and it accepts them', () => {
    const given = services.program!.environment!
    expect(unknown(Object.keys(given))).toEqual([])
    const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)]))
    const config = readConfig({ ...env, HOST: '0.0.0.0' })
    expect(config.trustProxy).toEqual([networks.default.ipam.config[0].gateway])
    expect(new URL(config.databaseUrl!).hostname in services).toBe(true)
    for (const address of [...config.busUrls, config.smtpUrl, config.s3!.endpoint])
      expect(new URL(address!).hostname in services, address!).toBe(true)
    expect(services.program!.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`])
  })

  test('has no secret in it: each is made by a script, and missing ones stop the start', () => {
    const settings = Object.values(services).flatMap(({ environment }) => Object.entries(environment ?? {}))
    const secret = settings.filter(([name]) => /SECRET|PASSWORD/.test(name))
    expect(secret.length).toBeGreaterThan(3)
    for (const [name, value] of secret) expect(value, name).toMatch(/^\$\{\w+:\?\}$/)
    expect(configs.store!.content).toMatch(/"secretKey": "\$\{S3_SECRET_ACCESS_KEY:\?\}"/)
    const named = [...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!)
    expect([...new Set(named)].sort()).toEqual(Object.keys(secrets).sort())
    for (const [name, value] of Object.entries(secrets))
      if (name !== 'PUBLIC_URL') expect(value).toMatch(/^[0-9a-f]{48}$/)
    expect(read('.gitignore').split('\n')).toContain('ops/.env')
  })

  test('every service that stays has a health check, and what it stores is in a named volume', () => {
    for (const [name, { healthcheck, build, restart }] of Object.entries(services))
      expect(Boolean(healthcheck) || Boolean(build) || restart === 'no', name).toBe(true)
    const used = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0]!))
    expect(used.filter((one) => !one.startsWith('./')).sort()).toEqual(Object.keys(volumes).sort())
    for (const file of used.filter((one) => one.startsWith('./')))
      expect(existsSync(join(root, 'ops', file))).toBe(true)
    for (const { depends_on = {} } of Object.values(services))
      for (const name of Object.keys(depends_on)) expect(name in services).toBe(true)
  })
})

describe('the proxies', () => {
  const largest = Math.max(...Object.values(IMAGES).map(({ max }) => max))
  const megabytes = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1]) * 1e6
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1]) * 1000

  test('pass on to the program’s port, take its largest body, and wait as long as it', () => {
    const nginx = read('ops/nginx.conf')
    expect(nginx).toContain(`server 127.0.0.1:${PORT};`)
    expect(megabytes(nginx, /client_max_body_size (\d+)m;/)).toBeGreaterThan(largest)
    expect(seconds(nginx, /proxy_read_timeout (\d+)s;/)).toBeGreaterThan(PROCESSING_TIMEOUT_MS)
    const caddy = read('ops/Caddyfile')
    expect(caddy).toContain(`reverse_proxy 127.0.0.1:${PORT} {`)
    expect(megabytes(caddy, /max_size (\d+)MB/)).toBeGreaterThan(largest)
    expect(seconds(caddy, /response_header_timeout (\d+)s/)).toBeGreaterThan(PROCESSING_TIMEOUT_MS)
  })
})

test('the page names every file of ops', () => {
  const page = read('docs/install.md')
  const entries = readdirSync(join(root, 'ops'), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.env')
  for (const { name } of files) expect(page, name).toContain(name)
})
