/** `npm run doctor`: what it says of a healthy instance, and of each thing that can be wrong. */
import { execFile } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig } from '#config'
import { backupAges, makeKey, noteEvent, openVault, readPosition } from '#server/kernel/backup/backup.ts'
import { checkBackup } from '#server/kernel/doctor/backup.ts'
import { checkCaller, findingOf } from '#server/kernel/doctor/caller.ts'
import { checkRunning, slowInLog } from '#server/kernel/doctor/data.ts'
import { examine, type Finding, type FollowedMail } from '#server/kernel/doctor/doctor.ts'
import { amount, durationWords } from '#server/kernel/doctor/finding.ts'
import { checkClock, checkDisk } from '#server/kernel/doctor/machine.ts'
import { readers } from '#server/reactions.ts'
import { until } from './client.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const { db } = world
const { url, filesDir } = await world.serve({ pages: 'stub' })
const PASSWORD = 'kestrel-password'
const port = Number(new URL(url).port)
const names = readers.map(({ name }) => name)
await world.readFacts()

async function findings(
  more: Partial<Config> = {},
  follow: FollowedMail | null = null,
  parts: Partial<Parameters<typeof examine>[0]> = {},
): Promise<Finding[]> {
  const config = { ...readConfig({}), dataDir: filesDir, filesDir, port, ...more }
  const found: Finding[] = []
  for await (const one of examine({
    config,
    secret: null,
    database: async () => ({ db }),
    readers: names,
    recipients: async () => [],
    follow,
    ...parts,
  }))
    found.push(one)
  return found
}
const sentences = (found: Finding[], level: Finding['level']) =>
  found.filter((one) => one.level === level).map(({ sentence }) => sentence)

/** A mail server that refuses the password, or accepts everything. */
async function smtp(accepts: boolean): Promise<{ smtpUrl: string; mails: string[] }> {
  const mails: string[] = []
  const server = createTcpServer((socket) => {
    let [isData, text] = [false, '']
    socket.write('220 hello\r\n')
    socket.on('data', (piece) => {
      text += String(piece)
      if (isData) {
        if (!text.includes('\r\n.\r\n')) return
        mails.push(text)
        ;[isData, text] = [false, '']
        return void socket.write('250 taken\r\n')
      }
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (/^EHLO/.test(line)) socket.write('250-hello\r\n250 AUTH PLAIN\r\n')
        else if (/^AUTH/.test(line)) socket.write(accepts ? '235 ok\r\n' : '535 no\r\n')
        else if (line === 'DATA') {
          isData = true
          socket.write('354 go\r\n')
        } else socket.write('250 ok\r\n')
      }
      text = ''
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { smtpUrl: `smtp://dad:${PASSWORD}@127.0.0.1:${(server.address() as AddressInfo).port}`, mails }
}

test('of a healthy instance nothing is wrong', async () => {
  const found = await findings({}, null)
  expect(sentences(found, 'wrong')).toEqual([])
  expect(sentences(found, 'good')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The database answers \(PostgreSQL /),
      'The database fits this version of the program.',
      'The clocks of the program and of the database agree.',
      'No mail waits for long.',
      'Mails, search and the log of administrators follow at once what members do.',
      `The program answers at http://127.0.0.1:${port}.`,
      'Rate limits are on.',
    ]),
  )
  expect(sentences(found, 'look')).toContainEqual(
    expect.stringMatching(/^PUBLIC_URL is not set: the site can be used on this machine only\. /),
  )
})

test('a full disk and a wrong clock are said', async () => {
  const space = (bavail: number) => async () => ({ bavail, blocks: 100_000_000, bsize: 4096 })
  expect(await checkDisk('.', space(1000))).toMatchObject({
    level: 'wrong',
    sentence: expect.stringContaining('0.0 GB'),
  })
  expect(await checkDisk('.', space(2_000_000))).toMatchObject({ level: 'look' })
  expect(await checkDisk('.', space(90_000_000))).toMatchObject({ level: 'good' })
  expect(await checkClock(db, () => Date.now() + 86_400_000)).toMatchObject({
    level: 'wrong',
    sentence: expect.stringMatching(/differ by 86\d{3} seconds/),
  })
})

test('a full disk is said alone, not the database that it has stopped', async () => {
  const space = async () => ({ bavail: 0, blocks: 100_000_000, bsize: 4096 })
  const database = () => Promise.reject(Object.assign(new Error('no space'), { code: '53100' }))
  expect(sentences(await findings({}, null, { space, database }), 'wrong')).toEqual([
    'Only 0.0 GB of the disk of DATA_DIR are free. When it is full, the database stops, and nothing that members write is stored: make room now.',
  ])
  // a database elsewhere has another reason
  const elsewhere = await findings({ databaseUrl: 'postgres://db.example/dads' }, null, { space, database })
  expect(sentences(elsewhere, 'wrong')).toEqual([
    expect.stringMatching(/^Only 0\.0 GB/),
    expect.stringMatching(/^The database of DATABASE_URL does not answer \(the disk of the database is full, 53100\)/),
  ])
  expect(sentences(await findings({}, null, { database }), 'wrong')).toEqual([
    expect.stringMatching(/^The database in DATA_DIR does not answer \(the disk of the database is full, 53100\)/),
  ])
})

test('jobs that wait, jobs that failed, facts that are parked and a schema that is behind are said', async () => {
  // nobody runs a task without a name in the program
  await sql`select graphile_worker.add_job('nobody', '{}'::json, run_at := now() - interval '2 hours')`.execute(db)
  await sql`select graphile_worker.add_job('nobody', '{}'::json, max_attempts := 1)`.execute(db)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 1`.execute(db)
  await sql`insert into parked_facts (reader, fact_id, failure) values ('mails', 1, 'x')`.execute(db)
  const found = await findings()
  const { rows: newest } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp`.execute(
    db,
  )
  const behind = await findings()
  await sql`insert into kysely_migration (name, timestamp) values (${newest[0]!.name}, ${newest[0]!.timestamp})`.execute(
    db,
  )
  // what follows from it is not said: the program is not ready, and its work waits
  expect(sentences(behind, 'wrong')).toEqual([
    'The database is older than this program: 1 migration missing, so members see "We will be right back". Restart the program, or run npm run migrate.',
  ])
  expect(sentences(found, 'wrong')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Mails and other work of the program wait: \d+ jobs? due, the oldest for 2 hours\. /),
    ]),
  )
  expect(sentences(found, 'look')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^1 job failed for good, such as a mail to an address that does not exist/),
      expect.stringMatching(/^What follows from 1 action of members was given up/),
    ]),
  )
})

test('a mail server that refuses is said, and one that accepts gets one mail if the operator asks for it', async () => {
  const refusing = await smtp(false)
  const refused = await findings({ smtpUrl: refusing.smtpUrl }, { to: 'dad@example.org', readNumber: null })
  expect(sentences(refused, 'wrong')).toContainEqual(
    expect.stringMatching(
      /^The mail server 127\.0\.0\.1:\d+ does not take mails from the program \(user or password is wrong, EAUTH\): /,
    ),
  )
  const accepting = await smtp(true)
  await findings({ smtpUrl: accepting.smtpUrl })
  expect(accepting.mails).toEqual([])
  const sent = await findings({ smtpUrl: accepting.smtpUrl }, { to: 'dad@example.org', readNumber: null })
  expect(sentences(sent, 'good')).toContainEqual(expect.stringContaining('The mail server took a mail.'))
  expect(accepting.mails).toHaveLength(1)
  // the number in the mail shows that it has arrived
  const follow = async (readNumber: () => string) =>
    findings({ smtpUrl: accepting.smtpUrl }, { to: 'dad@example.org', readNumber: async () => readNumber() })
  const inMail = () => /for this number: (\d{6})/.exec(accepting.mails.at(-1)!)![1]!
  expect(sentences(await follow(() => ` ${inMail()} `), 'good')).toContain('The mail arrived within 0 seconds.')
  expect(sentences(await follow(() => ''), 'wrong')).toContainEqual(
    expect.stringMatching(/^The mail did not arrive: look into /),
  )
  expect(sentences(await follow(() => '123'), 'wrong')).toContainEqual(
    expect.stringMatching(/^123 is not the number in the mail\./),
  )
  expect(JSON.stringify([refused, sent])).not.toContain(PASSWORD)
})

test('a mail server that is off is named with the cause, and advice is one sentence', async () => {
  const taking = await smtp(true)
  const { smtpUrl } = await new Promise<{ smtpUrl: string }>((resolve) => {
    const server = createTcpServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve({ smtpUrl: `smtp://dad:${PASSWORD}@127.0.0.1:${port}` }))
    })
  })
  expect(sentences(await findings({ smtpUrl }), 'wrong')).toContainEqual(
    expect.stringMatching(
      /^The mail server 127\.0\.0\.1:\d+ does not take mails from the program \(nothing listens there, ECONNREFUSED\): /,
    ),
  )
  const sent = await findings({ smtpUrl: taking.smtpUrl }, { to: 'dad@example.org', readNumber: null })
  expect(sentences(sent, 'look')).toContain(
    'Look whether the mail arrives. If it does not, look into the folder for spam, and check SPF and DKIM of your domain.',
  )
})

test('a sender that no mail server would believe is wrong, if mails leave the machine', async () => {
  const { smtpUrl } = await smtp(true)
  const of = async (mailFrom: string, more: Partial<Config> = { smtpUrl }) =>
    sentences(await findings({ mailFrom, ...more }), 'wrong').filter((sentence) => sentence.includes('MAIL_FROM'))
  expect(await of(readConfig({}).mailFrom)).toEqual([
    "Mails are sent from noreply@localhost, which is an address of no site: other mail servers refuse them, or put them into the folder for spam. Set MAIL_FROM='Dads of Example <dads@dads.example>' with an address of your own domain, and restart.",
  ])
  for (const address of ['dads@machine', 'Dads <dads@machine.local>', 'dads@dads.localhost', 'dads@a.invalid'])
    expect(await of(address), address).toEqual([expect.stringMatching(/^Mails are sent from dads@/)])
  expect(await of('Dads of Example <dads@dads.example>')).toEqual([])
  expect(await of(readConfig({}).mailFrom, {})).toEqual([])
})

test('who gets the mails about trouble is said, without the whole address', async () => {
  const of = async (recipients: string[], more: Partial<Config> = {}) =>
    (await findings(more, null, { recipients: async () => recipients })).filter(({ sentence }) =>
      sentence.includes('about trouble'),
    )
  expect(await of(['chief@example.org'])).toEqual([
    { level: 'good', sentence: 'Mails about trouble go to c…@example.org.' },
  ])
  expect(await of(['chief@example.org', 'dad@dads.example'])).toEqual([
    { level: 'good', sentence: 'Mails about trouble go to c…@example.org and d…@dads.example.' },
  ])
  expect(await of([])).toEqual([
    {
      level: 'look',
      sentence:
        'Nobody gets mails about trouble: there is no administrator with a verified address. Make somebody one (npm run admin -- EMAIL), let him open the link in the mail that verifies his address, or set ALERT_MAIL_TO and restart.',
    },
  ])
  expect(await of(['chief@example.org'], { alerts: null })).toEqual([
    { level: 'look', sentence: 'Nobody gets mails about trouble, because of ALERT_MAIL_TO=off.' },
  ])
})

test('a table with many deleted rows is named with the statement that cleans it up, but not on a young server', async () => {
  await sql`create table "order" (n int) with (autovacuum_enabled = off)`.execute(db)
  onTestFinished(async () => void (await sql`drop table "order"`.execute(db)))
  await sql`insert into "order" select generate_series(1, 100001)`.execute(db)
  await sql`delete from "order"`.execute(db)
  const config = { databaseUrl: null, dataDir: '/srv/dads' }
  const old = async () => (await checkRunning(db, config, 0)).map(({ sentence }) => sentence).join('\n')
  await until('the server has counted them', async () => (await old()).includes('deleted ones'))
  expect(await old()).toContain(
    `The database does not clean up the table "order" fast enough, so pages become slower: more than half of its rows are deleted ones. As the user of the program, run: psql "$(cat /srv/dads/database.url)" -c 'vacuum analyze "order";'`,
  )
  const own = await checkRunning(db, { ...config, databaseUrl: 'postgres://dad:kestrel@db.example/dads' }, 0)
  expect(own.at(-1)!.sentence).toContain(`psql "$DATABASE_URL" -c 'vacuum analyze "order";'`)
  // the server of this test has just started, as after a first start
  expect(JSON.stringify(await checkRunning(db, config))).not.toMatch(/clean/)
})

test('a proxy that lets live connections through is known from one that does not', async () => {
  const site = new URL(url)
  const through = sentences(await findings({ publicUrl: site.origin }), 'good')
  expect(through).toContain('Live connections reach the program.')
  // it passes plain requests only
  const proxy = createServer(async ({ url: path }, response) => {
    const answer = path === '/readyz' ? await fetch(`${url}/readyz`) : null
    response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? [])).end(await answer?.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  expect(sentences(await findings({ publicUrl }), 'wrong')).toContainEqual(
    expect.stringMatching(
      /^Live connections do not reach the program .*: messages in chats arrive late\. Let the proxy pass WebSockets\.$/,
    ),
  )
})

/** A proxy that reaches the program from 127.0.0.9, and lets `forward` change the headers. Returns its address. */
async function proxyTo(program: string, forward: (headers: IncomingHttpHeaders, caller: string) => void) {
  const proxy = createServer(({ url: path, headers, socket }, response) => {
    forward(headers, socket.remoteAddress!)
    const { hostname, port } = new URL(program)
    request({ hostname, port, path, headers, localAddress: '127.0.0.9', agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    }).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

const setTo = (headers: IncomingHttpHeaders, ...hops: (string | string[] | undefined)[]) => {
  headers['x-forwarded-for'] = hops.flat().filter(Boolean).join(', ')
}

test('whether the proxy passes on the addresses of callers is said', async () => {
  const trusting = await world.serve({ pages: 'stub', env: { TRUST_PROXY: '127.0.0.9' } })
  const { headers } = await fetch(`${trusting.url}/readyz`)
  expect(headers.get('x-caller-address')).toBe('127.0.0.1')
  expect(headers.get('cache-control')).toBe('no-store')
  const through = async (forward: Parameters<typeof proxyTo>[1]) =>
    checkCaller(await proxyTo(trusting.url, forward), ['127.0.0.9'])

  const ours = 'The proxy passes on the addresses of visitors: this machine is 127.0.0.1.'
  const replaced = await through((headers, caller) => setTo(headers, caller))
  expect(replaced).toEqual({ level: 'good', sentence: ours })
  const appended = await through((headers, caller) => setTo(headers, headers['x-forwarded-for'], caller))
  expect(appended).toEqual({ level: 'good', sentence: ours })
  const dropped = await through((headers) => setTo(headers))
  expect(dropped).toMatchObject({ level: 'wrong', sentence: expect.stringMatching(/^The proxy 127\.0\.0\.9 does not/) })
  const another = await through((headers) => setTo(headers, '203.0.113.7'))
  expect(another).toMatchObject({ level: 'look', sentence: expect.stringContaining('this machine as 203.0.113.7') })
  const believed = await through((headers, caller) => setTo(headers, headers['x-forwarded-for'] ?? caller))
  expect(believed).toMatchObject({
    level: 'look',
    sentence: expect.stringMatching(/^The proxy passes on the address that this machine has written/),
  })
})

test('what is certain about the proxy is wrong, and what may be as it should is to be looked at', () => {
  const site = 'https://dads.example'
  const at = (address: string, source: string, from: string) => ({ address, source, from })
  const levelOf = (seen: ReturnType<typeof at>, isForged = false) =>
    findingOf(site, ['10.0.0.2', '10.0.0.3'], seen, isForged)
  // the container of the program is reached through another gateway than TRUST_PROXY says
  expect(levelOf(at('172.18.0.1', 'connection', '172.18.0.2'))).toEqual({
    level: 'wrong',
    sentence:
      'The proxy 172.18.0.1 is not in TRUST_PROXY: all visitors share its limits, so one can lock out everybody. Set TRUST_PROXY=10.0.0.2,10.0.0.3,172.18.0.1 and restart.',
  })
  expect(levelOf(at('10.0.0.2', 'proxy', '10.0.0.9')).level).toBe('wrong')
  // one of two proxies asks the other one
  expect(levelOf(at('10.0.0.2', 'proxy', '10.0.0.3')).level).toBe('look')
  // from a container, through its public address
  expect(levelOf(at('203.0.113.7', 'forwarded', '172.17.0.2'), true).level).toBe('wrong')
  for (const own of ['172.17.0.2', '127.0.0.1', '::1', 'fd12::2'])
    expect(levelOf(at(own, 'forwarded', own), true).level, own).toBe('look')
  expect(levelOf(at('2001:db8::7', 'forwarded', '2001:db8::7'), true).level).toBe('wrong')
  // an older version of the program
  expect(levelOf(at('', '', '10.0.0.9')).level).toBe('look')
})

test('a TRUST_PROXY that is missing or wrong is said', async () => {
  const [none, other] = [
    { url, trustProxy: [] },
    { ...(await world.serve({ pages: 'stub', env: { TRUST_PROXY: '127.0.0.8' } })), trustProxy: ['127.0.0.8'] },
  ]
  for (const { url, trustProxy } of [none, other]) {
    const site = await proxyTo(url, (headers, caller) => setTo(headers, caller))
    expect(await checkCaller(site, trustProxy)).toMatchObject({
      level: 'look',
      sentence: expect.stringMatching(
        /^The program sees this machine as 127\.0\.0\.9\. If that is the address of a proxy/,
      ),
    })
  }
  // the doctor runs on the machine of the proxy
  const own = await world.serve({ pages: 'stub', env: { TRUST_PROXY: '127.0.0.1' } })
  expect(await checkCaller(own.url, ['127.0.0.1'])).toMatchObject({
    level: 'look',
    sentence: expect.stringMatching(/^It cannot be seen from this machine .* On another computer, run curl -si http/),
  })
})

test('a site that does not answer, plain http and services that are away are said, without a key', async () => {
  const away = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
  const found = await findings({
    publicUrl: `http://127.0.0.1:${away}`,
    rateLimits: false,
    requireVerifiedEmail: false,
    model: { url: `http://127.0.0.1:${away}/v1`, name: 'm', apiKey: PASSWORD },
    embeddings: { url: `http://127.0.0.1:${away}/v1`, model: 'm', apiKey: PASSWORD },
    geocoderUrl: `http://127.0.0.1:${away}/search?key=${PASSWORD}`,
  })
  expect(sentences(found, 'wrong')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+ does not answer \(nothing listens there, ECONNREFUSED\): members/,
      ),
      expect.stringMatching(/^PUBLIC_URL begins with http: passwords and words of members travel unencrypted\./),
      expect.stringMatching(/^RATE_LIMITS=off: anyone may try the passwords of members/),
    ]),
  )
  expect(sentences(found, 'look')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^REQUIRE_VERIFIED_EMAIL=0: anyone may sign up with the address of another\./),
      expect.stringMatching(/^Model: 127\.0\.0\.1:\d+ does not answer/),
      expect.stringMatching(/^Search by meaning: 127\.0\.0\.1:\d+ does not answer/),
      expect.stringMatching(/^Geocoder: 127\.0\.0\.1:\d+ does not answer/),
    ]),
  )
  expect(JSON.stringify(found)).not.toContain(PASSWORD)
})

test('search by meaning is offered with what it brings and costs, and is said to be on', async () => {
  const [off, on] = [
    await findings({ embeddings: null }),
    await findings({ embeddings: { url: 'local', model: 'm', apiKey: null } }),
  ]
  expect(sentences(off, 'good')).toContainEqual(
    expect.stringMatching(/^Search by meaning: off\. With EMBEDDINGS_URL=local .* 30 ms of a processor/),
  )
  expect(sentences(on, 'good')).toContain('Search by meaning: on, with the packaged model.')
})

// three processes are started
test('the command prints a line for each finding, and its exit code says whether something is wrong', {
  timeout: 90_000,
}, async () => {
  const run = (env: Record<string, string>) =>
    new Promise<{ code: number; text: string }>((resolve) =>
      execFile(
        process.execPath,
        ['src/doctor.ts'],
        {
          env: {
            ...process.env,
            DATABASE_URL: world.url,
            DATA_DIR: filesDir,
            FILES_DIR: filesDir,
            PORT: String(port),
            ...env,
          },
        },
        (error, out, err) => resolve({ code: Number(error?.code ?? 0), text: out + err }),
      ),
    )
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  const well = await run({})
  expect(well.text).toContain('   good   The database answers')
  expect(well).toMatchObject({ code: 0, text: expect.stringMatching(/0 wrong, \d+ to look at, \d+ good\./) })
  const nowhere = await run({ DATABASE_URL: '', DATA_DIR: `${filesDir}/nowhere` })
  expect(nowhere).toMatchObject({ code: 1, text: expect.stringContaining('There is no instance in') })
  expect(existsSync(`${filesDir}/nowhere`)).toBe(false)
  const ill = await run({ RATE_LIMITS: 'off' })
  expect(ill).toMatchObject({ code: 1, text: expect.stringContaining(' ✗ WRONG  RATE_LIMITS=off') })
})

test('backups: whether they are read, how old each part is, and why the last attempt failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const keyFile = join(folder, 'key')
  makeKey(keyFile)
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'target')]
  const of = async (keys = keyFile, answering: typeof db | null = db) =>
    checkBackup(
      { ...readConfig({}), dataDir, backup: { to: { folder: target }, keyFile: keys, keepDays: 14 } },
      answering,
    )
  const readPositionNow = async () => {
    const { lsn, snapshot } = await readPosition(db)
    return { lsn: String(lsn), snapshot }
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()

  expect(sentences(await checkBackup({ ...readConfig({}), dataDir }, db), 'look')).toEqual([
    'There are no backups. Set BACKUP_TO and BACKUP_KEY_FILE; docs/backup.md says how.',
  ])
  expect(sentences(await of(), 'wrong')).toEqual([])
  chmodSync(keyFile, 0o644)
  expect(sentences(await of(), 'look')).toContainEqual(
    expect.stringMatching(/^Every user of this machine can read the key of the backup/),
  )
  chmodSync(keyFile, 0o640)
  expect(sentences(await of(), 'look')).toContainEqual(expect.stringMatching(/^The group of the file can read the key/))
  chmodSync(keyFile, 0o600)
  mkdirSync(dataDir)
  const inside = join(dataDir, 'key')
  cpSync(keyFile, inside)
  expect(sentences(await of(inside), 'look')).toContainEqual(
    expect.stringMatching(/^The key of the backup, .*, is in DATA_DIR, which the loss/),
  )
  expect(sentences(await of(), 'look')).toEqual([
    `There is no base backup in ${target} yet. The program takes one after its start.`,
    'It is not known yet whether what is written reaches the backup.',
  ])
  mkdirSync(target)
  expect(sentences(await of(), 'look')).toContain(
    `BACKUP_TO=${target} is on the disk of DATA_DIR: if this disk dies, both are lost. Let the backup be on another disk, or in a bucket.`,
  )

  noteEvent(dataDir, 'position', { at: hoursAgo(0), since: null, ...(await readPositionNow()) })
  const base = { target, id: '1', timeline: 1, stored_bytes: 1, seconds: 1 }
  noteEvent(dataDir, 'base', { at: hoursAgo(1), ...base })
  noteEvent(dataDir, 'proof', { at: hoursAgo(25), reached: '', seconds: 1 })
  expect(sentences(await of(), 'good')).toEqual([
    'What is written reaches the backup.',
    'The last base backup is 60 minutes old.',
    'It was proved 25 hours ago that the backup can be restored.',
  ])

  mkdirSync(join(dataDir, 'backup/log'))
  const waiting = join(dataDir, 'backup/log', '000000010000000000000001')
  writeFileSync(waiting, '')
  utimesSync(waiting, new Date(), new Date(hoursAgo(3)))
  noteEvent(dataDir, 'base', { at: hoursAgo(40), ...base })
  noteEvent(dataDir, 'base-failure', { at: hoursAgo(0), sentence: 'The bucket said no.' })
  noteEvent(dataDir, 'proof', { at: hoursAgo(240), reached: '', seconds: 1 })
  expect(sentences(await of(join(folder, 'lost')), 'wrong')).toEqual([
    expect.stringMatching(
      /^The backup cannot be read: BACKUP_KEY_FILE=.* does not exist\. .* Until then, what was written in the last 3 hours is on this machine only\. Files of the log that wait on this machine: 1\.$/,
    ),
  ])
  expect(sentences(await of(), 'wrong')).toEqual([
    'What was written in the last 3 hours is not in the backup. Files of the log that wait for it: 1. The target can be used. Start the program if it does not run; if it does, its log says why.',
    'The last base backup is 40 hours old. The program takes one each day while it runs.',
    'It was not proved this week that the backup can be restored. Try npm run restore -- --prove',
    expect.stringMatching(
      /^The last base backup failed, at \S+: The bucket said no\. The program tries the next one at \S+Z\.$/,
    ),
  ])

  // no file waits, but the newest write is in none
  rmSync(waiting)
  noteEvent(dataDir, 'position', { at: hoursAgo(0), since: hoursAgo(4), lsn: '1', snapshot: '7:7:' })
  expect(sentences(await of(), 'wrong')).toContainEqual(
    expect.stringMatching(/^What was written in the last 4 hours is not in the backup\. The target can be used\./),
  )
  // the doctor, the metric and the alert say the same of a database that does not answer
  expect(sentences(await of(keyFile, null), 'wrong')).toContainEqual(
    expect.stringMatching(/^What was written in the last 4 hours is not in the backup\./),
  )
  expect(backupAges(dataDir, null).log).toBeGreaterThan(4 * 3600 - 1)
  // the database has gone on since the program ended
  noteEvent(dataDir, 'position', { at: hoursAgo(5), since: null, lsn: '1', snapshot: '7:7:' })
  expect(sentences(await of(), 'wrong')).toContainEqual(
    expect.stringMatching(/^What was written in the last 5 hours is not in the backup\./),
  )
  noteEvent(dataDir, 'log', { at: hoursAgo(0), file: '00000001FFFFFFFF00000000' })
  expect(sentences(await of(), 'good')).toContain('What is written reaches the backup.')
  expect(sentences(await of(), 'wrong')).toContainEqual(
    expect.stringMatching(/is empty, and this instance has stored its backup there\. Is its disk mounted\?/),
  )
  const vault = await openVault({ to: { folder: target }, keyFile, keepDays: 14 })
  await vault.put('instance', Buffer.from('1'))
  expect(sentences(await of(), 'wrong')).toContainEqual(
    `log/00000001/00000001FFFFFFFF00000000 was stored and is not in ${target} any more.`,
  )
  const elsewhere = join(folder, 'nothere')
  const moved = await checkBackup(
    { ...readConfig({}), dataDir, backup: { to: { folder: elsewhere }, keyFile, keepDays: 14 } },
    db,
  )
  expect(sentences(moved, 'look')).toContain(
    `BACKUP_TO is ${elsewhere} now, and was ${target}. What was stored there stays there; the new one begins with a base backup.`,
  )
})

test('backups: a target that cannot be used is one sentence, and what follows from it is not said', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [dataDir, keyFile, target] = [join(folder, 'data'), join(folder, 'key'), join(folder, 'target')]
  makeKey(keyFile)
  mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
  const at = new Date().toISOString()
  const of = (now = Date.now()) =>
    checkBackup({ ...readConfig({}), dataDir, backup: { to: { folder: target }, keyFile, keepDays: 14 } }, null, now)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  noteEvent(dataDir, 'position', { at, since: minutesAgo(20), lsn: '999999999', snapshot: '7:7:' })
  noteEvent(dataDir, 'log', { at: minutesAgo(30), file: '000000010000000000000000' })
  // what the program has met as its user; the one who asks may be another
  const forbidden = `BACKUP_TO=${target} cannot be written by the program's user.`
  noteEvent(dataDir, 'base-failure', { at, code: 'EACCES', sentence: forbidden })
  writeFileSync(target, 'a file')
  const until = ' Until then, what was written in the last 20 minutes is on this machine only.'
  const levels = (found: Finding[]) => found.filter(({ level }) => level !== 'good').map(({ sentence }) => sentence)
  const noFolder = `BACKUP_TO=${target} is no folder. Choose another one.`
  expect(levels(await of())).toEqual([noFolder + until, expect.stringContaining('is on the disk of DATA_DIR')])
  rmSync(target)
  noteEvent(dataDir, 'store-failure', { at, target, code: 'EACCES', sentence: forbidden })
  expect(levels(await of())).toEqual([forbidden + until])
  // a note of a program that has ended says nothing about now; the next base backup follows at once
  const later = levels(await of(Date.now() + 5 * 60_000))
  expect(later).not.toContain(forbidden + until)
  noteEvent(dataDir, 'store-failure', null)
  const mended = sentences(await of(), 'look').find((sentence) => sentence.startsWith('The base backup of'))
  expect(mended).toMatch(
    /^The base backup of \S+ failed because of the target, which can be used again\. The program tries/,
  )
  const next = Date.parse(mended!.match(/next one at (\S+)\.$/)![1]!)
  expect(next - Date.now()).toBeLessThan(7 * 60_000)
})

test('a bucket that does not answer is not waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fk-doctor-'))
  const silent = createTcpServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const keyFile = join(folder, 'key')
  makeKey(keyFile)
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const to = { endpoint, bucket: 'dads', prefix: '', region: 'eu', accessKeyId: 'a', secretAccessKey: PASSWORD }
  const found = await checkBackup({ ...readConfig({}), dataDir: folder, backup: { to, keyFile, keepDays: 14 } }, db)
  expect(sentences(found, 'wrong')).toEqual([
    'The backup cannot be read: the target did not answer as expected (no answer in five seconds).',
  ])
})

test('slow statements of the last day are counted in the log of the embedded server', () => {
  const line = (time: string, ms: string, text = 'select 1', program = 'fatherkin') =>
    `${time} UTC [7] ${program} LOG:  duration: ${ms} ms  execute <unnamed>: ${text}`
  const log = [
    line('2026-11-25 11:59:59.000', '9000.000'),
    line('2026-11-25 12:00:01.000', '1500.250'),
    '2026-11-26 11:00:00.000 UTC [7] LOG:  database system is ready to accept connections',
    line('2026-11-26 11:30:00.000', '2100.000'),
    // no member waits for these
    line('2026-11-26 11:30:01.000', '9100.000', 'copy places from stdin', 'fatherkin places'),
    line('2026-11-26 11:30:02.000', '9200.000', 'select 1', 'fatherkin doctor'),
    line(
      '2026-11-26 11:30:03.000',
      '9300.000',
      'create index concurrently posts_by on posts (id)',
      'fatherkin migrate',
    ),
    line('2026-11-26 11:30:04.000', '9400.000', 'BASE_BACKUP (LABEL now)', 'pg_basebackup'),
    line('2026-11-26 11:30:05.000', '9500.000', '  CREATE INDEX posts_by on posts (id)'),
    line('2026-11-26 11:30:06.000', '9600.000', 'copy places from stdin'),
    // of a server that an older version started
    '2026-11-26 11:30:07.000 UTC [7] LOG:  duration: 9700.000 ms  statement: copy places from stdin',
  ].join('\n')
  expect(slowInLog(log, Date.parse('2026-11-26T12:00:00Z'))).toEqual({ count: 2, longest: 2100 })
  expect(slowInLog('', Date.now())).toEqual({ count: 0, longest: 0 })
})

test('amounts and durations have a singular', () => {
  expect([1, 40, 3600, 90_000, 86_400 * 3].map(durationWords)).toEqual([
    '1 second',
    '40 seconds',
    '60 minutes',
    '25 hours',
    '3 days',
  ])
  expect([amount(1, 'day'), amount(0, 'day'), amount(2, 'day')]).toEqual(['1 day', '0 days', '2 days'])
})
