/**
 * What the doctor says of a site that members cannot use: one sentence for one cause, over the running program behind a TLS proxy
 * of this test.
 */
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#config'
import { certificateFinding } from '#server/kernel/doctor/certificate.ts'
import { examine, type Finding } from '#server/kernel/doctor/doctor.ts'
import { readers } from '#server/reactions.ts'
import type { Served } from './serve.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const SECRET = 'a secret of forty characters for the site'
const pemOf = (name: string) => readFileSync(new URL(`fixtures/certificates/${name}.pem`, import.meta.url), 'utf8')

beforeAll(async () => {
  await world.readFacts()
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
})

interface Site {
  publicUrl: string
  program: Served
  /** what the program was started with */
  env: Record<string, string>
}

/** The program behind a TLS proxy with this certificate. */
async function siteWith(certificate: string, more: Record<string, string> = {}): Promise<Site> {
  let target = 0
  const proxy = createTlsServer({ key: pemOf(certificate), cert: pemOf(certificate) }, (socket) => {
    const through = connect(target, '127.0.0.1')
    socket.on('error', () => through.destroy()).pipe(through)
    through.on('error', () => socket.destroy()).pipe(socket)
  })
  proxy.on('tlsClientError', () => {})
  const publicUrl = `https://localhost:${await portOf(proxy)}`
  const env = {
    ALERT_MAIL_TO: 'off',
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '127.0.0.1',
    SECRET,
    RATE_LIMITS: 'on',
    ...more,
  }
  const program = await world.serve({ pages: 'stub', env })
  target = Number(new URL(program.url).port)
  // the programs of this world share its connections
  onTestFinished(() => program.stop())
  return { publicUrl, program, env }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Trusts this certificate as one of a public authority until the test ends. */
function trust(certificate: string): void {
  const before = getCACertificates()
  setDefaultCACertificates([...before, pemOf(certificate).replace(/^.*(?=-----BEGIN CERTIFICATE)/s, '')])
  onTestFinished(() => setDefaultCACertificates(before))
}

/** Everything that is not good about the site, if the doctor has the environment of the program except `changed`. */
async function said(site: Site, changed: Record<string, string> = {}, secret = SECRET): Promise<string[]> {
  const port = new URL(site.program.url).port
  const folder = site.program.filesDir.replace(/\/files$/, '')
  const here = { DATA_DIR: folder, OUTBOX_DIR: site.program.outbox, DATABASE_URL: '', PORT: port }
  const config = readConfig({ ...site.env, ...here, ...changed })
  const found: Finding[] = []
  const database = async () => ({ db: world.db })
  const parts = { config, secret, database, readers: NAMES, recipients: async () => [], follow: null }
  for await (const one of examine(parts)) found.push(one)
  return found.filter(({ level }) => level === 'wrong').map(({ sentence }) => sentence)
}
const NAMES = readers.map(({ name }) => name)

test('behind a certificate that browsers trust nothing is wrong', async () => {
  trust('own')
  expect(await said(await siteWith('own'))).toEqual([])
})

test('an expired certificate is one sentence, also if it is self-signed', async () => {
  const site = await siteWith('expired')
  const sentence = expect.stringMatching(
    /^The certificate of localhost expired on 1 January 2021: browsers warn members away from the site\. Renew it now/,
  )
  expect(await said(site)).toEqual([sentence])
  trust('expired')
  expect(await said(site)).toEqual([sentence])
})

test('a certificate that browsers do not trust, or that is for another name, is one sentence', async () => {
  const site = await siteWith('own')
  expect(await said(site)).toEqual([
    expect.stringMatching(/^Browsers do not trust the certificate of localhost \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
  ])
  trust('own')
  const { port } = new URL(site.publicUrl)
  const other = await siteWith('own', { PUBLIC_URL: `https://127.0.0.2:${port}` })
  // the proxy of the first site also listens there if it listens everywhere, so it is reached by a name of its own
  const forwarder = createTcpServer((socket) => void socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket))
  await new Promise<void>((resolve) => forwarder.listen(Number(port), '127.0.0.2', resolve))
  onTestFinished(() => void forwarder.close())
  expect(await said(other)).toEqual([
    expect.stringMatching(/^The certificate at https:\/\/127\.0\.0\.2:\d+ is for localhost and 127\.0\.0\.1, not for/),
  ])
})

test('if the file of NODE_EXTRA_CA_CERTS is missing, that is the cause', async () => {
  const site = await siteWith('own')
  const of = async (file: string) => {
    vi.stubEnv('NODE_EXTRA_CA_CERTS', file)
    onTestFinished(() => void vi.unstubAllEnvs())
    return await said(site)
  }
  expect(await of('/nowhere/own-ca.pem')).toEqual([
    'The certificate of localhost cannot be checked (DEPTH_ZERO_SELF_SIGNED_CERT), because the file of NODE_EXTRA_CA_CERTS, /nowhere/own-ca.pem, cannot be read (the file or folder does not exist, ENOENT). Put the certificate of your authority there, or correct the variable, and restart.',
  ])
  // it is there, and has another authority
  expect(await of(import.meta.filename)).toEqual([expect.stringMatching(/^Browsers do not trust the certificate/)])
})

test('a certificate that ends soon is said with its days', async () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const after = (days: number) => certificateFinding('dads.example', new Date(now + days * 86_400_000 + 1000), now)
  expect(after(0)).toMatchObject({ level: 'wrong', sentence: expect.stringContaining('ends today') })
  expect(after(1)).toMatchObject({ level: 'wrong', sentence: expect.stringContaining('is valid for 1 day.') })
  expect(after(10)).toMatchObject({ level: 'look', sentence: expect.stringContaining('is valid for 10 days.') })
  expect(after(60)).toMatchObject({ level: 'good' })
})

test('a wrong PUBLIC_URL is one sentence', async () => {
  trust('own')
  const elsewhere = await siteWith('own', { PUBLIC_URL: 'https://nowhere.invalid' })
  expect(await said(elsewhere)).toEqual([
    expect.stringMatching(/^https:\/\/nowhere\.invalid does not answer \(the name is not known, E\w+\)/),
  ])
  const closed = await siteWith('own', { PUBLIC_URL: 'https://localhost:1' })
  expect(await said(closed)).toEqual([
    expect.stringMatching(/^https:\/\/localhost:1 does not answer \(nothing listens there, ECONNREFUSED\)/),
  ])
  // a page of the provider, and a proxy that does not find the program
  for (const [status, sentence] of [
    [404, /^At http:\/\/localhost:\d+ something else than the program answers \(404\)/],
    [200, /^At http:\/\/localhost:\d+ something else than the program answers \(200\)/],
    [502, /^The proxy at http:\/\/localhost:\d+ does not reach the program \(502\)/],
    [301, /^http:\/\/localhost:\d+ redirects to https:\/\/www\.dads\.example\. /],
  ] as const) {
    const other = createHttpServer((_request, response) =>
      response.writeHead(status, status === 301 ? { location: 'https://www.dads.example/readyz' } : {}).end('a page'),
    )
    const site = await siteWith('own', { PUBLIC_URL: `http://localhost:${await portOf(other)}` })
    const [first, ...others] = await said(site)
    expect(first).toMatch(/^PUBLIC_URL begins with http:/)
    expect(others, String(status)).toEqual([expect.stringMatching(sentence)])
    await site.program.stop()
  }
})

test('an environment that was changed is one sentence until the program is restarted', async () => {
  trust('own')
  const site = await siteWith('own')
  const other = await siteWith('own')
  const restart = (names: string) => [
    `The program runs with another ${names} than this doctor. If you have changed it, restart the program; otherwise run the doctor with the variables of the program.`,
  ]
  // both reach the program, but it believes only its own
  expect(await said(site, { PUBLIC_URL: other.publicUrl })).toEqual(restart('PUBLIC_URL'))
  expect(await said(site, { TRUST_PROXY: '' })).toEqual(restart('TRUST_PROXY'))
  expect(await said(site, { MAIL_FROM: 'dads@dads.example', BRAND_NAME: 'Dads' })).toEqual(
    restart('MAIL_FROM and BRAND_NAME'),
  )
  expect(await said(site, { PORT: '1' })).toEqual([
    expect.stringMatching(
      /^The program runs, but not at http:\/\/127\.0\.0\.1:1 \(nothing listens there, ECONNREFUSED\)/,
    ),
  ])
  const own = `http://127.0.0.1:${new URL(site.program.url).port}`
  expect(await said(site, {}, 'another secret of more than forty characters')).toEqual([
    expect.stringMatching(new RegExp(`^The program at ${own} has another SECRET or another version`)),
  ])
  // before a restart into an address at which members would find nothing
  const [first, ...more] = await said(site, { PUBLIC_URL: 'https://localhost:1' })
  expect(first).toMatch(
    /^The program runs with another PUBLIC_URL than this doctor\. Do not restart it yet, because the new PUBLIC_URL would not work: https:\/\/localhost:1 does not answer \(nothing listens there, ECONNREFUSED\): members cannot reach the site\. /,
  )
  expect(more).toEqual([])
  // a visitor is not told the marks of the settings
  const { headers } = await fetch(`${site.program.url}/readyz`)
  expect([...headers.keys()]).not.toContain('x-settings')
})
