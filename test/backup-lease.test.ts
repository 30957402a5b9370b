/** A copy of a community leaves the backup of its original alone, however it is started, until an operator says otherwise. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { atOnce, openVault, takeBase, takeOver } from '#server/kernel/backup/backup.ts'
import {
  asSuperuser,
  command,
  inDatabase,
  makeInstance,
  memberOf,
  mustSucceed,
  signInTo,
  stored,
  timeIn,
  write,
} from './backups.ts'
import { type Browser, makeBrowser, until } from './client.ts'
import { isFull } from './guarantees/guarantee.ts'
import { corners, OWN, sendImage } from './images.ts'
import { makeProgram, type Running } from './program.ts'
import { makeStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-lease-'))
const keyFile = join(folder, 'key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
await mustSucceed(command({}, 'src/backup.ts', '--make-key', keyFile))

const REFUSED = /another instance stores its backups there/
let count = 0
const newFolder = (name: string) => join(folder, `${name}-${++count}`)

/** With owners and permissions: PostgreSQL refuses a folder of another user. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

/** Every file of a folder, with its bytes. */
const contentOf = (target: string): Map<string, string> =>
  new Map(
    readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path).toString('base64')]),
  )

/** The ids of the base backups that a restore has unpacked, in order. */
const unpackedIn = (said: string) =>
  [...said.matchAll(/Unpacking the base backup of (\S+)/g)].map(([, time]) => time!.replace(/[-:]|\.\d+/g, ''))

async function ended({ process, ended: end }: Running, signal: NodeJS.Signals): Promise<void> {
  process.kill(signal)
  await end
}

/** Starts it, writes there, lets its server end a file of its log, and stops it in the way that stores what is left. */
async function live(env: Record<string, string>, dataDir: string, words: string[] = []): Promise<string> {
  const copy = makeProgram({ ...env, DATA_DIR: dataDir })
  onTestFinished(() => copy.remove())
  const running = copy.spawned('0', words)
  const port = () => /"port":(\d+)/.exec(running.output())?.[1] ?? (running.process.exitCode === null ? null : 'ended')
  const found = await until('the copy is ready or has ended', port, 60_000)
  if (found === 'ended') return running.output()
  const ana = makeBrowser(`http://127.0.0.1:${found}`)
  await signInTo(ana, 'ana@example.org')
  await write(ana, 'Written in the copy')
  await inDatabase(dataDir, 'select 1')
  await ended(running, 'SIGTERM')
  return running.output()
}

async function original(more: Record<string, string>) {
  const instance = makeInstance(keyFile, more)
  const { program, backUp } = instance
  const running = await program.start()
  const ana = await memberOf(running.url, 'ana')
  await write(ana, 'Written in the original')
  await mustSucceed(backUp('--fast'))
  await stored(program.dataDir)
  return { ...instance, running, ana, dataDir: program.dataDir }
}

test('75: a copy stores and removes nothing in the target of its original, in any way in which it is started', {
  timeout: 600_000,
}, async () => {
  const target = newFolder('target')
  const { program, env, backUp, restore, running, ana, dataDir } = await original({ BACKUP_TO: target })
  const restored = async (...words: string[]) => {
    const to = newFolder('restored')
    const text = await mustSucceed(restore('--to', to, ...words))
    return { to, text }
  }
  const at = await timeIn(dataDir)
  await write(ana, 'Written later')
  await stored(dataDir)

  // while the original runs
  const { to: first, text } = await restored()
  expect(text.trim().split('\n').slice(-7)).toEqual([
    `Look at it, on this machine only: npm start -- --look ${first}`,
    expect.stringMatching(/^To put it into the place of the original/),
    '  1. stop the original',
    `  2. mv ${dataDir} ${dataDir}-before`,
    `  3. mv ${first} ${dataDir}`,
    '  4. npm run backup -- --take-over',
    '  5. npm start',
  ])
  const looked = await live(
    { ...env, SMTP_URL: 'smtp://127.0.0.1:9', METRICS_PORT: '1', HOST: '0.0.0.0', PUBLIC_URL: 'https://dads.example' },
    first,
    ['--look', first, '--port', '0'],
  )
  expect(looked).toMatch(/"url":"http:\/\/localhost:\d+"/)
  expect(looked).not.toMatch(/metrics|smtp/)
  expect(existsSync(join(first, 'outbox'))).toBe(false)
  expect(existsSync(join(first, 'backup'))).toBe(false)
  expect(await live(env, first)).toMatch(REFUSED)
  if (isFull) expect(await live(env, (await restored('--at', at)).to)).toMatch(REFUSED)
  // its server is found by the copied files: the copy does not start beside it
  const copied = newFolder('copied')
  copyFolder(dataDir, copied)
  expect(await live(env, copied)).toMatch(/A database of .* answers|stores its backups/)
  expect(await command({ ...env, DATA_DIR: first }, 'src/backup.ts', '--fast')).toMatchObject({
    code: 1,
    text: expect.stringMatching(REFUSED),
  })
  if (isFull) expect(await command({ ...env, DATA_DIR: first }, 'src/restore.ts', '--prove')).toMatchObject({ code: 0 })

  // while the original is stopped
  await ended(running, 'SIGTERM')
  const before = contentOf(target)
  expect(await command({ ...env, PORT: '0' }, 'src/main.ts', '--look', dataDir)).toMatchObject({
    code: 1,
    text: expect.stringContaining('stores backups of its own'),
  })
  const stopped = newFolder('stopped')
  copyFolder(dataDir, stopped)
  expect(await live(env, stopped)).toMatch(REFUSED)
  if (isFull) expect(await live(env, (await restored()).to)).toMatch(REFUSED)
  expect(contentOf(target)).toEqual(before)

  // the original goes on, and a later restore follows it
  const again = await program.start()
  const stillAna = makeBrowser(again.url, {}, ana.cookies)
  await write(stillAna, 'Written after the copies')
  await stored(dataDir)
  const { to, text: said } = await restored()
  expect(said).toContain('Recounted: 1 members, 3 posts, ')
  const listed = await mustSucceed(backUp('--list'))
  expect(listed).toMatch(/Timeline 1 begins with the log; 1 base backups.*The next restore follows it/)
  expect(listed).toMatch(RegExp(`${dataDir} on the machine .+, which stores its backups here`))

  // an operator decides, while the original still runs: it stores nothing any more
  expect(await mustSucceed(command({ ...env, DATA_DIR: to }, 'src/backup.ts', '--take-over'))).toContain(
    `Until now it was the instance in ${dataDir} on the machine `,
  )
  const log = contentOf(join(target, 'log'))
  await write(stillAna, 'Written after the end')
  await until('it says that it stores nothing', () => REFUSED.test(again.output()) || null, 60_000)
  expect(contentOf(join(target, 'log'))).toEqual(log)
  expect(await backUp()).toMatchObject({ code: 1, text: expect.stringMatching(REFUSED) })
  await ended(again, 'SIGKILL')
  const next = makeProgram({ ...env, DATA_DIR: to })
  onTestFinished(() => next.remove())
  const heir = await next.start()
  await write(makeBrowser(heir.url, {}, ana.cookies), 'Written by the heir')
  await stored(to)
  const after = await mustSucceed(backUp('--list'))
  expect(after).toMatch(
    /Timeline 2 continues timeline 1 from the end of what was stored \(\w+\/\w+\); 0 base backups\. The next restore/,
  )
  expect((await restored()).text).toContain('Recounted: 1 members, 4 posts, ')
})

test('75: a restore and the proof follow the instance that holds the target, also if a copy had taken it for a while', {
  timeout: 600_000,
}, async () => {
  const target = newFolder('target')
  const { program, env, backUp, restore, running, ana, dataDir } = await original({ BACKUP_TO: target })
  await ended(running, 'SIGTERM')
  const to = newFolder('restored')
  await mustSucceed(restore('--to', to))
  await mustSucceed(command({ ...env, DATA_DIR: to }, 'src/backup.ts', '--take-over'))
  expect(await mustSucceed(backUp('--list'))).toMatch(/Timeline 1 .*The next restore follows it/)
  const copy = makeProgram({ ...env, DATA_DIR: to })
  onTestFinished(() => copy.remove())
  const mistaken = await copy.start()
  await write(makeBrowser(mistaken.url, {}, ana.cookies), 'Written in the copy')
  await stored(to)
  await ended(mistaken, 'SIGTERM')
  expect(await mustSucceed(backUp('--list'))).toMatch(/Timeline 2 .*The next restore follows it/)

  await mustSucceed(backUp('--take-over'))
  const followed = /Timeline 1 .*The next restore follows it.*\nTimeline 2 (?!.*follows)/
  expect(await mustSucceed(backUp('--list'))).toMatch(followed)
  const again = await program.start()
  const stillAna = makeBrowser(again.url, {}, ana.cookies)
  for (const title of ['Written after the mistake', 'The newest']) await write(stillAna, title)
  await stored(dataDir)
  expect(await mustSucceed(restore('--to', newFolder('restored')))).toContain('Recounted: 1 members, 3 posts, ')
  expect(await mustSucceed(restore('--prove'))).toContain('Recounted: 1 members, 3 posts, ')
  expect(await mustSucceed(restore('--to', newFolder('restored'), '--timeline', '2'))).toContain(
    'Recounted: 1 members, 2 posts, ',
  )
  expect(await mustSucceed(backUp('--list'))).toMatch(followed)
  expect(await restore('--to', newFolder('restored'), '--timeline', '9')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/There is no timeline 9 in .*\. It has: 1, 2\./),
  })
})

test('75: a copy removes no image from the folder that its original uses, and the original does', {
  timeout: 300_000,
}, async () => {
  const images = newFolder('images')
  const { program, env, running, ana, dataDir } = await original({ BACKUP_TO: newFolder('target'), FILES_DIR: images })
  const { url } = await sendImage(running.url, ana, OWN, await corners(400, 300).jpeg().toBuffer())
  await ended(running, 'SIGTERM')
  const copied = newFolder('copied')
  copyFolder(dataDir, copied)

  const copy = makeProgram({ ...env, DATA_DIR: copied })
  onTestFinished(() => copy.remove())
  const mistaken = await copy.start()
  await withoutImage(makeBrowser(mistaken.url, {}, ana.cookies), copied)
  await ended(mistaken, 'SIGTERM')

  const again = await program.start()
  expect((await fetch(again.url + url)).status).toBe(200)
  await withoutImage(makeBrowser(again.url, {}, ana.cookies), dataDir)
  expect((await fetch(again.url + url)).status).toBe(404)
})

/** Removes the member's image, and waits until the program has done its part of it. */
async function withoutImage(member: Browser, dataDir: string): Promise<void> {
  expect((await member.send('DELETE', OWN)).status).toBe(200)
  const left = () => asSuperuser<{ n: number }>(dataDir, 'select count(*)::int as n from images')
  await until('its row is gone', async () => (await left()).n === 0 || null, 60_000)
}

test('75: a base backup that has run for minutes is not completed after another instance has taken over', {
  timeout: 300_000,
}, async () => {
  const target = newFolder('target')
  const { program } = makeInstance(keyFile, { BACKUP_TO: target })
  await program.start()
  const { dataDir } = program
  const vault = await openVault({ to: { folder: target }, keyFile, keepDays: 14 })
  const superuserUrl = new URL(readFileSync(join(dataDir, 'database.url'), 'utf8').trim())
  superuserUrl.username = 'postgres'
  const taking = (storeLog: () => Promise<void>) =>
    takeBase({
      ...{ dataDir, vault, secret: null, program: 'test', images: [], pace: atOnce, storeLog },
      superuserUrl: superuserUrl.href,
    })
  const manifests = () => [...contentOf(target).keys()].filter((path) => path.endsWith('/manifest'))
  // the last thing before the manifest
  await expect(taking(async () => void (await takeOver(vault, newFolder('other'))))).rejects.toThrow(REFUSED)
  expect(manifests()).toEqual([])
  await takeOver(vault, dataDir)
  await taking(async () => {})
  expect(manifests()).toHaveLength(1)
})

test('75: a look removes nothing, also if the target was away since the first start', {
  timeout: 300_000,
}, async () => {
  const target = newFolder('target')
  writeFileSync(target, 'no folder')
  const { program, env } = makeInstance(keyFile, { BACKUP_TO: target })
  const { dataDir } = program
  const running = await program.start()
  await memberOf(running.url, 'ana')
  await asSuperuser(dataDir, 'select pg_switch_wal()')
  const waiting = () => readdirSync(join(dataDir, 'backup/log')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  await until('a file of the log waits', () => waiting().length > 0 || null, 60_000)
  await ended(running, 'SIGTERM')
  expect(existsSync(join(dataDir, 'backup-holder'))).toBe(false)
  const before = contentOf(join(dataDir, 'backup'))
  const looked = await live(env, dataDir, ['--look', dataDir, '--port', '0'])
  expect(looked).toContain('stores backups of its own, and a look at it would leave a gap in them.')
  expect(looked).toContain(`If this is a copy, remove ${join(dataDir, 'backup')} first.`)
  expect(contentOf(join(dataDir, 'backup'))).toEqual(before)
  // what waited is stored when the target answers
  rmSync(target)
  await program.start()
  await stored(dataDir)
  for (const name of waiting()) expect(before.has(join(dataDir, 'backup/log', name))).toBe(false)
})

test.runIf(isFull)(
  '75: a bucket is left alone, too, and a target from before there were leases belongs to its instance',
  {
    timeout: 300_000,
  },
  async () => {
    const store = await makeStore()
    onTestFinished(() => store.stop())
    const { S3_BUCKET: bucket, ...access } = store.env
    const inStore = Object.fromEntries(Object.entries(access).map(([name, value]) => [`BACKUP_${name}`, value]))
    const { env, restore, running } = await original({ BACKUP_TO: `s3://${bucket}/here`, ...inStore })
    const to = newFolder('restored')
    await mustSucceed(restore('--to', to))
    await ended(running, 'SIGTERM')
    const before = await store.keys()
    expect(await live(env, to)).toMatch(REFUSED)
    expect(await store.keys()).toEqual(before)

    const target = newFolder('old')
    const old = await original({ BACKUP_TO: target })
    const copy = newFolder('restored')
    await mustSucceed(old.restore('--to', copy))
    await ended(old.running, 'SIGTERM')
    rmSync(join(target, 'lease'))
    expect(await live(old.env, copy)).toMatch(/the backup of an instance that stored nothing from this folder/)
    expect(existsSync(join(target, 'lease'))).toBe(false)
    await old.program.start()
    expect(existsSync(join(target, 'lease'))).toBe(true)
  },
)

test('75: a damaged part is found and the base backup before it is restored; another key stores nothing', {
  timeout: 300_000,
}, async () => {
  const target = newFolder('target')
  const { program, env, backUp, restore, running, ana, dataDir } = await original({ BACKUP_TO: target })
  await write(ana, 'Written between')
  await mustSucceed(backUp('--fast'))
  await stored(dataDir)
  const [older, newer] = readdirSync(join(target, 'base')).sort()
  const part = join(target, 'base', newer!, 'part-000001')
  const bytes = readFileSync(part)
  expect(await mustSucceed(backUp('--list', '--check'))).not.toContain('damaged')
  const damaged = Buffer.from(bytes)
  damaged[bytes.length >> 1]! ^= 1
  writeFileSync(part, damaged)
  // the size is the same, so only a full check sees it
  expect(await backUp('--list', '--check')).toMatchObject({
    code: 1,
    text: expect.stringContaining(
      `The base backup ${newer} is damaged: base/${newer}/part-000001 is damaged. The key is right`,
    ),
  })
  const said = await mustSucceed(restore('--to', newFolder('restored')))
  expect(said).toMatch(/It is damaged: .*part-000001 is damaged\. The key is right/)
  expect(unpackedIn(said)).toEqual([newer, older])
  expect(said).toContain('Recounted: 1 members, 2 posts, ')
  writeFileSync(part, bytes.subarray(1))
  expect((await backUp('--list')).text).toMatch(new RegExp(`${newer} is damaged: its parts have`))
  const { length } = readdirSync(join(target, 'base', newer!)).filter((name) => name.startsWith('part-'))
  rmSync(part)
  expect((await backUp('--list')).text).toContain(
    `The base backup ${newer} is damaged: 1 of its ${length} parts are missing, the first is base/${newer}/part-000001.`,
  )
  // and a manifest
  writeFileSync(join(target, 'base', newer!, 'manifest'), 'x')
  expect((await backUp('--list')).text).toContain(`base/${newer}/manifest is no object of a backup, or it is damaged.`)
  const without = await mustSucceed(restore('--to', newFolder('restored')))
  expect(unpackedIn(without)).toEqual([older])
  expect(without).toContain('Recounted: 1 members, 2 posts, ')

  // the operator has lost the key and makes another one
  await ended(running, 'SIGTERM')
  const other = join(folder, 'another-key')
  await mustSucceed(command({}, 'src/backup.ts', '--make-key', other))
  const before = contentOf(target)
  const with_ = { ...env, DATA_DIR: dataDir, BACKUP_KEY_FILE: other }
  const lost = expect.stringContaining('Find the copy; a new key cannot read this backup.')
  for (const words of [['--list'], ['--fast'], ['--take-over']])
    expect(await command(with_, 'src/backup.ts', ...words)).toMatchObject({ code: 1, text: lost })
  expect(await command(with_, 'src/restore.ts', '--to', newFolder('restored'))).toMatchObject({ code: 1, text: lost })
  expect(await live(with_, dataDir)).toEqual(lost)
  expect(contentOf(target)).toEqual(before)
  await program.start()
})
