/** Sealing, the target in a folder, the rule of days, and what is due when. test/backup.test.ts shows the whole. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { manifestOf } from '#test/manifest.ts'
import { damageOfLog, faultsOfMissing, missingSegments, type Stored, whatIsStored } from './log-damage.ts'
import { isGap, untilLeft } from './log-server.ts'
import { basesFor, listBases, type Manifest, writeManifest } from './manifest.ts'
import { imageName, imagesOfBaseName, logName, manifestName, partName } from './objects.ts'
import { keptBases, prune } from './prune.ts'
import { riskOf } from './risk.ts'
import { dueTask } from './schedule.ts'
import { makeKey, readKey, seal, unseal } from './seal.ts'
import { follows, shipAll, waitingLog } from './shipping.ts'
import { lastEvent, noteEvent } from './state.ts'
import { openTarget } from './target.ts'
import {
  basesOf,
  describeTimelines,
  followedTimeline,
  type History,
  latestTimeline,
  parseHistory,
  parseLsn,
  timelinesIn,
} from './timelines.ts'
import { makeVault, type Vault } from './vault.ts'
import { Writes } from './writes.ts'

const root = mkdtempSync(join(tmpdir(), 'fk-backups-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let count = 0
const newFolder = () => join(root, String(++count))

const newKey = () => {
  const file = newFolder()
  makeKey(file)
  return readKey(file)
}
const newVault = async (folder = newFolder()) => {
  const target = openTarget({ to: { folder }, keyFile: '', keepDays: 1 })
  return { folder, target, vault: makeVault(target, await newKey()) }
}
const namesIn = async (list: AsyncIterable<string>) => {
  const names: string[] = []
  for await (const name of list) names.push(name)
  return names.sort()
}

describe('sealed objects', () => {
  const words = Buffer.from('Dear diary. '.repeat(1000))

  test('come back as they were, are smaller, and are never the same twice', async () => {
    const key = await newKey()
    const [one, other] = [await seal(key, 'a/b', words), await seal(key, 'a/b', words)]
    expect(Buffer.from(await unseal(key, 'a/b', one))).toEqual(words)
    expect(one.length).toBeLessThan(500)
    expect(Buffer.compare(one, other)).not.toBe(0)
    expect(Buffer.from(await unseal(key, 'empty', await seal(key, 'empty', new Uint8Array())))).toHaveLength(0)
  })

  test('cannot be opened with another key, under another name, or after any byte was changed', async () => {
    const key = await newKey()
    const sealed = await seal(key, 'log/1', words)
    await expect(unseal(await newKey(), 'log/1', sealed)).rejects.toThrow(/BACKUP_KEY_FILE is another key/)
    await expect(unseal(key, 'log/2', sealed)).rejects.toThrow(/cannot be opened/)
    for (const at of sealed.keys()) {
      const changed = Uint8Array.from(sealed)
      changed[at]! ^= 1
      await expect(unseal(key, 'log/1', changed)).rejects.toThrow(/damaged/)
    }
    for (const length of [0, 4, 20, sealed.length - 1])
      await expect(unseal(key, 'log/1', sealed.subarray(0, length))).rejects.toThrow(/damaged/)
  })

  test('a key is made once, is readable for its owner only, and anything else is no key', async () => {
    const file = newFolder()
    makeKey(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(() => makeKey(file)).toThrow(/exists already and was not changed/)
    expect(() => makeKey(join(file, 'under'))).toThrow(/^No key was made: .* cannot be written \(ENOTDIR\)\.$/)
    expect(() => makeKey(join(newFolder(), 'key'))).toThrow(/^No key was made: the folder .* does not exist/)
    writeFileSync(file, 'secret')
    expect(() => readKey(file)).toThrow(/64 hexadecimal digits/)
    expect(() => readKey(newFolder())).toThrow(/npm run backup -- --make-key/)
  })
})

describe('a folder as target', () => {
  test('stores whole objects, lists them, and removes them', async () => {
    const { folder, target } = await newVault()
    expect(await target.get('log/a')).toBeNull()
    expect(await namesIn(target.list('log/'))).toEqual([])
    await target.put('log/1/a', randomBytes(10))
    await target.put('base/b', randomBytes(10))
    await target.put('log/1/a', Buffer.from('new'))
    expect(Buffer.from((await target.get('log/1/a'))!).toString()).toBe('new')
    // a file that was being written when the program was killed
    writeFileSync(join(folder, 'log/1/.abc'), 'x')
    expect(await namesIn(target.list('log/'))).toEqual(['log/1/a'])
    await target.remove('log/1/a')
    await target.remove('log/1/a')
    expect(await namesIn(target.list(''))).toEqual(['base/b'])
    expect(statSync(join(folder, 'base/b')).mode & 0o077).toBe(0)
  })

  test.each(['../a', '/etc/passwd', 'a/../../b', '.a', 'a//b', ''])('refuses the name %j', async (name) => {
    const { target } = await newVault()
    expect(() => target.get(name)).toThrow(/no name of an object/)
  })

  test('an object that is stored once is not replaced by another one', async () => {
    const { vault } = await newVault()
    expect(await vault.putOnce('instance', Buffer.from('one'))).toBe(true)
    expect(await vault.putOnce('instance', Buffer.from('one'))).toBe(false)
    await expect(vault.putOnce('instance', Buffer.from('other'))).rejects.toThrow(/another instance/)
  })
})

describe('what would be lost now', () => {
  const at = (number: number, offset = 100n) => BigInt(number) * 16n * 1024n * 1024n + offset
  const look = (seconds: number, lsn: bigint, snapshot: string) => ({ at: seconds * 1000, lsn, snapshot })
  const file = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`

  test('a write is missing since the last look before it, until the target has its file', () => {
    const writes = new Writes(0)
    // the third file is stored, and the fourth has begun
    expect(writes.add(look(10, at(4, 40n), 'a'), file(3))).toBeNull()
    expect(writes.add(look(15, at(4, 50n), 'b'), file(3))).toBe(10_000)
    expect(writes.add(look(20, at(5, 50n), 'c'), file(3))).toBe(10_000)
    // the newest write is in the fifth
    expect(writes.add(look(25, at(5, 50n), 'c'), file(4))).toBe(15_000)
    expect(writes.add(look(30, at(6, 40n), 'c'), file(5))).toBeNull()
  })

  test('what an idle server writes is no write, and ends no file', () => {
    const writes = new Writes(0)
    writes.add(look(0, at(4, 40n), 'a'), file(3))
    writes.noteSwitch(look(0, at(4, 40n), 'a'))
    for (const seconds of [30, 60, 900]) {
      expect(writes.add(look(seconds, at(4, BigInt(seconds) * 100n), 'a'), file(3))).toBeNull()
      expect(writes.mustSwitch(seconds * 1000)).toBe(false)
    }
    expect(writes.add(look(905, at(4, 200_000n), 'b'), file(3))).toBe(900_000)
    // what is written within these seconds goes into the same file
    expect(writes.mustSwitch(919_000)).toBe(false)
    expect(writes.mustSwitch(920_000)).toBe(true)
  })

  test('a file is ended twenty seconds after the last one, and not if it has just begun', () => {
    const writes = new Writes(0)
    writes.add(look(0, at(4), 'a'), undefined)
    expect(writes.mustSwitch(19_000)).toBe(false)
    expect(writes.mustSwitch(20_000)).toBe(true)
    writes.add(look(20, at(4), 'a'), undefined)
    writes.noteSwitch(look(20, at(4), 'a'))
    writes.add(look(25, at(5), 'b'), undefined)
    expect(writes.mustSwitch(39_000)).toBe(false)
    // filled by itself
    writes.add(look(38, at(6), 'c'), undefined)
    expect(writes.mustSwitch(44_000)).toBe(false)
    expect(writes.mustSwitch(45_000)).toBe(true)
    expect(writes.add(look(50, at(6), 'c'), undefined)).toBe(0)
  })

  test('without the program, the note and the server say since when', () => {
    const note = { at: new Date(50_000).toISOString(), since: null, lsn: String(at(4)), snapshot: 'a' }
    const missing = { ...note, since: new Date(20_000).toISOString() }
    const now = { lsn: at(4, 200n), snapshot: 'a' }
    expect(riskOf(missing, file(3), now, 60_000)).toBe(40)
    expect(riskOf(missing, file(4), now, 60_000)).toBe(0)
    expect(riskOf(note, file(3), now, 60_000)).toBe(0)
    expect(riskOf(note, file(3), { ...now, snapshot: 'b' }, 60_000)).toBe(10)
    expect(riskOf(note, file(4), { ...now, snapshot: 'b' }, 60_000)).toBe(0)
    expect(riskOf(note, undefined, null, 60_000)).toBe(0)
  })
})

describe('the log that waits', () => {
  const segment = (number: number) => `000000010000000000${number.toString(16).toUpperCase().padStart(6, '0')}`
  const files = { get: async () => Buffer.from('picture') }
  const log = console as never

  test('is stored in order and leaves; what is being copied is left alone; images follow', async () => {
    const [dataDir, { vault }] = [newFolder(), await newVault()]
    mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
    mkdirSync(join(dataDir, 'backup/images'), { recursive: true })
    for (const name of [
      segment(2),
      segment(1),
      '00000002.history',
      `${segment(3)}.part`,
      `${segment(1)}.00000028.backup`,
    ])
      writeFileSync(join(dataDir, 'backup/log', name), name)
    writeFileSync(join(dataDir, 'backup/images/abc-96.webp'), '')
    await shipAll({ dataDir, vault, files, log, system: '7' })
    expect(readdirSync(join(dataDir, 'backup/log'))).toEqual([`${segment(3)}.part`])
    expect(readdirSync(join(dataDir, 'backup/images'))).toEqual([])
    expect(await namesIn(vault.list(''))).toEqual(
      [
        imageName('abc-96.webp'),
        'instance',
        'lease',
        logName(segment(1)),
        logName(segment(2)),
        logName('00000002.history'),
      ].sort(),
    )
    expect(lastEvent(dataDir, 'log')?.file).toBe(segment(2))
    await expect(shipAll({ dataDir, vault, files, log, system: '8' })).rejects.toThrow(/another instance/)
  })

  test('after a gap a new base backup is due; a file that comes again is no gap', async () => {
    const [dataDir, { vault }] = [newFolder(), await newVault()]
    const ship = async (number: number) => {
      mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
      writeFileSync(join(dataDir, 'backup/log', segment(number)), String(number))
      await shipAll({ dataDir, vault, files, log })
    }
    const base = { at: '2026-11-26T10:00:00Z', target: '', id: '1', timeline: 1, stored_bytes: 1, seconds: 1 }
    await ship(254)
    noteEvent(dataDir, 'base', base)
    for (const number of [255, 255, 254]) await ship(number)
    expect(lastEvent(dataDir, 'base')).toEqual(base)
    await ship(257)
    expect(lastEvent(dataDir, 'base')).toBeNull()
  })

  test('segments are numbered across the border of a number', () => {
    expect(follows('0000000100000000000000FF', '000000010000000100000000')).toBe(true)
    expect(follows('0000000100000000000000FE', '000000010000000100000000')).toBe(false)
    // the next timeline goes on where the last one was left
    expect(follows('000000010000000000000010', '000000020000000000000010')).toBe(true)
  })

  test('while the target is away everything waits', async () => {
    const [dataDir, { vault, folder }] = [newFolder(), await newVault()]
    mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
    writeFileSync(join(dataDir, 'backup/log', segment(1)), 'x')
    writeFileSync(folder, 'no folder')
    await expect(shipAll({ dataDir, vault, files, log })).rejects.toThrow()
    expect(readdirSync(join(dataDir, 'backup/log'))).toEqual([segment(1)])
    chmodSync(folder, 0o600)
    rmSync(folder)
    await shipAll({ dataDir, vault, files, log })
    expect(readdirSync(join(dataDir, 'backup/log'))).toEqual([])
  })
})

const DAY = 86_400_000
const NOW = new Date('2026-11-26T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY)
const base = (days: number, more: Partial<Manifest> = {}): Manifest =>
  manifestOf(
    daysAgo(days)
      .toISOString()
      .replace(/[-:]|\.\d+/g, ''),
    {
      started_at: daysAgo(days).toISOString(),
      ended_at: daysAgo(days).toISOString(),
      start_segment: `0000000100000000${(100 - days).toString(16).toUpperCase().padStart(8, '0')}`,
      ...more,
    },
  )

describe('the rule of days', () => {
  const bases = [20, 16, 15, 13, 1].map((days) => base(days))

  const none = new Map<number, History>()
  const kept = (all: Manifest[], days: number, histories = none, followed = 1) =>
    keptBases({ bases: all, histories }, days, NOW, followed)

  test('any second of these days can be restored, and nothing older is kept than that needs', () => {
    expect(kept(bases, 14)).toEqual(bases.slice(2))
    expect(kept(bases, 15)).toEqual(bases.slice(2))
    expect(kept(bases, 30)).toEqual(bases)
    // the newest one stays, however old it is
    expect(kept(bases.slice(0, 1), 14)).toEqual(bases.slice(0, 1))
    expect(kept([], 14)).toEqual([])
  })

  test('a base backup of a copy that held the target for a while does not stand for one of the original', () => {
    const lsn = { start_lsn: '0/9000028' }
    const [original, copy, next] = [base(16, lsn), base(15, { ...lsn, timeline: 2 }), base(13, lsn)]
    const histories = new Map([[2, parseHistory('1\t0/5000000\tno recovery target specified\n')]])
    expect(kept([original, copy, next], 14, histories)).toEqual([original, copy, next])
    // nothing of the copy is younger, and the original has an older one: a day later both old ones go
    const later = base(14, lsn)
    expect(kept([original, copy, later, next], 14, histories)).toEqual([later, next])
    // after a restore, the timeline before it is needed until the new one has a base backup that is old enough
    const earlier = base(15, { start_lsn: '0/4000028' })
    expect(kept([earlier, base(13, { ...lsn, timeline: 2 })], 14, histories, 2)).toHaveLength(2)
  })

  test('a time is restored from the last base backup before it', () => {
    expect(basesFor(bases, daysAgo(14))).toEqual([bases[2], bases[1], bases[0]])
    expect(basesFor(bases, daysAgo(21))).toEqual([])
    expect(basesFor(bases, null)).toEqual(bases.toReversed())
  })

  test('old base backups, their log, their images and interrupted ones are removed; what is needed stays', async () => {
    const { vault } = await newVault()
    const put = (name: string, text = 'x') => vault.put(name, Buffer.from(text))
    const images = { 20: 'old\nboth', 16: 'both', 15: 'both\ncame-and-went', 13: 'both\nnew', 1: 'both\nnew' }
    for (const [days, keys] of Object.entries(images)) {
      const manifest = base(Number(days))
      await put(partName(manifest.id, 1))
      await put(imagesOfBaseName(manifest.id), keys)
      await vault.put(manifestName(manifest.id), writeManifest(manifest))
    }
    // an interrupted one, and one that is being taken
    await put(partName(base(18).id, 1))
    await put(partName(base(0).id, 1))
    for (const key of ['old', 'both', 'came-and-went', 'new', 'newest']) await put(imageName(key))
    for (const days of [20, 16, 15, 1]) await put(logName(base(days).start_segment))
    await put(logName('00000002.history'))
    expect(await prune(vault, 14, NOW)).toBe(10)
    expect((await listBases(vault)).map(({ id }) => id)).toEqual([15, 13, 1].map((days) => base(days).id))
    expect(await namesIn(vault.list('images/'))).toEqual(
      ['both', 'came-and-went', 'new', 'newest'].map(imageName).sort(),
    )
    expect(await namesIn(vault.list('log/'))).toEqual(
      [logName(base(15).start_segment), logName(base(1).start_segment), logName('00000002.history')].sort(),
    )
    expect(await namesIn(vault.list(`base/${base(0).id}/`))).toHaveLength(1)
    expect(await prune(vault, 14, NOW)).toBe(0)
  })
})

describe('what is due', () => {
  const at = (hour: number, days = 0) => new Date(2026, 10, 26 + days, hour, 30)
  const never = { base: null, proof: null }
  const due = (
    now: Date,
    base: Date | null,
    proof: Date | null,
    failed: Parameters<typeof dueTask>[0]['failed'] = never,
    isMended = false,
  ) => dueTask({ now, base, proof, failed, isMended })

  test('the first base backup at once, then one in the quiet hours of each day', () => {
    expect(due(at(14), null, null)).toBe('base')
    expect(due(at(23), at(14), at(14))).toBeNull()
    expect(due(at(3, 1), at(14), at(14))).toBeNull()
    expect(due(at(3, 2), at(3, 1), at(14))).toBe('base')
    expect(due(at(12, 2), at(3, 2), at(14))).toBeNull()
    // the machine was off at night
    expect(due(at(7, 2), at(3, 1), at(14))).toBe('base')
  })

  test('a proof an hour after the first base backup, then one each week', () => {
    expect(due(at(14), at(14), null)).toBeNull()
    expect(due(at(16), at(14), null)).toBe('proof')
    expect(due(at(5, 7), at(3, 7), at(5))).toBe('proof')
    expect(due(at(5, 5), at(3, 5), at(5))).toBeNull()
  })

  test('after a failure an hour passes', () => {
    const failed = (hour: number) => ({ base: at(hour), proof: null })
    expect(due(at(14), null, null, failed(14))).toBeNull()
    expect(due(at(15), null, null, { base: at(13), proof: null })).toBe('base')
    // the target was the reason, and can be used again
    expect(due(new Date(at(14).getTime() + 6 * 60_000), null, null, failed(14), true)).toBe('base')
    expect(due(new Date(at(14).getTime() + 6 * 60_000), null, null, failed(14))).toBeNull()
  })
})

test('a note of what happened replaces the one before; a damaged one is an error', () => {
  const dataDir = newFolder()
  expect(lastEvent(dataDir, 'proof')).toBeNull()
  noteEvent(dataDir, 'proof', { at: 'a', reached: 'b', seconds: 1 })
  noteEvent(dataDir, 'proof', { at: 'c', reached: 'd', seconds: 2 })
  expect(lastEvent(dataDir, 'proof')).toEqual({ at: 'c', reached: 'd', seconds: 2 })
  expect(readdirSync(join(dataDir, 'backup'))).toEqual(['proof.json'])
  expect(readFileSync(join(dataDir, 'backup/proof.json'), 'utf8')).toContain('"c"')
  writeFileSync(join(dataDir, 'backup/proof.json'), '{')
  expect(() => lastEvent(dataDir, 'proof')).toThrow()
})

describe('timelines', () => {
  // timeline 2 left timeline 1 at 0/5000000, timeline 3 left timeline 2 at 0/7000000
  const histories = new Map([
    [2, parseHistory('1\t0/5000000\tbefore 2026-11-26 10:15:00+00\n')],
    [3, parseHistory('1\t0/5000000\tbefore\n\n2\t0/7000000\tno recovery target specified\n')],
  ])
  const on = (timeline: number, start_lsn: string) => base(1, { timeline, start_lsn, id: `${timeline} ${start_lsn}` })
  const all = [on(1, '0/4000028'), on(1, '0/6000028'), on(2, '0/6000028'), on(2, '0/8000028'), on(3, '0/9000028')]
  const idsOf = (timeline: number) => basesOf(timeline, histories, all).map(({ id }) => id)

  test('a timeline is reached from its own base backups, and from those of its ancestors before they were left', () => {
    expect(idsOf(1)).toEqual(['1 0/4000028', '1 0/6000028'])
    expect(idsOf(2)).toEqual(['1 0/4000028', '2 0/6000028', '2 0/8000028'])
    expect(idsOf(3)).toEqual(['1 0/4000028', '2 0/6000028', '3 0/9000028'])
  })

  test('the newest one is known from its history, also before it has a base backup', () => {
    expect(latestTimeline(histories, all.slice(0, 2))).toBe(3)
    expect(latestTimeline(new Map(), all.slice(0, 1))).toBe(1)
  })

  test('the operator reads from when on each of them goes its own way', () => {
    const [first, second, third] = describeTimelines(2, histories, all)
    expect(first).toMatch(/^Timeline 1 begins with the log; 2 base backups/)
    expect(second).toMatch(/^Timeline 2 continues timeline 1 from 2026-11-26T10:15:00\.000Z; 2 .* The next restore/)
    expect(third).toMatch(/^Timeline 3 continues timeline 2 from the end of what was stored \(0\/7000000\); 1 /)
  })

  test('a restore follows that of the instance that holds the target, or the one that it came from', () => {
    expect(followedTimeline([1], histories, all)).toBe(1)
    expect(followedTimeline([2, 1], histories, all)).toBe(2)
    // a copy that has taken over, and was not started yet
    expect(followedTimeline([4, 2, 1], histories, all)).toBe(2)
    // nobody has said yet
    expect(followedTimeline(null, histories, all)).toBe(3)
  })

  test('those of a data directory are known without its server', () => {
    const dataDir = newFolder()
    expect(timelinesIn(dataDir)).toEqual([1])
    const folder = join(dataDir, 'postgres/pg_wal')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '0000000A0000000000000005'), '')
    expect(timelinesIn(dataDir)).toEqual([1])
    writeFileSync(join(folder, '00000002.history'), '1\t0/5000000\tbefore\n')
    writeFileSync(join(folder, '0000000A.history'), '1\t0/5000000\tbefore\n\n2\t0/7000000\tno target\n')
    expect(timelinesIn(dataDir)).toEqual([10, 2, 1])
  })

  test('positions in the log are compared as numbers', () => {
    expect(parseLsn('1/0') > parseLsn('0/FFFFFFFF')).toBe(true)
    expect(parseLsn('0/A') > parseLsn('0/9')).toBe(true)
  })

  test('the log before all kept base backups goes, and no other: a newer one may start before an older one', async () => {
    const { vault } = await newVault()
    const segment = (timeline: number, number: number) =>
      `0000000${timeline}00000000${number.toString(16).toUpperCase().padStart(8, '0')}`
    // after a restore to an earlier time the second timeline has lower numbers
    const kept = [
      base(2, { start_segment: segment(1, 0x50) }),
      base(1, { start_segment: segment(2, 0x22), timeline: 2 }),
    ]
    for (const manifest of kept) {
      await vault.put(imagesOfBaseName(manifest.id), Buffer.from(''))
      await vault.put(manifestName(manifest.id), writeManifest(manifest))
    }
    for (const file of [segment(1, 0x21), segment(1, 0x50), segment(2, 0x21), segment(2, 0x22)])
      await vault.put(logName(file), Buffer.from('x'))
    await prune(vault, 14, NOW)
    expect(await namesIn(vault.list('log/'))).toEqual([logName(segment(1, 0x50)), logName(segment(2, 0x22))])
  })
})

test('a missing file of the log is known from the end of the log, and from the begin and the end of a timeline', () => {
  const files = ['000000010000000000000001', '000000010000000000000003', '000000020000000000000006']
  // the second timeline began in the fifth file
  const histories = parseHistory('1\t0/5000148\tno recovery target specified\n')
  const isMissing = (file: string) => isGap(file, files, histories, 2)
  for (const file of ['000000010000000000000002', '000000010000000000000004'])
    expect([file, isMissing(file)]).toEqual([file, true])
  for (const file of ['000000010000000000000005', '000000020000000000000004', '00000002.history'])
    expect([file, isMissing(file)]).toEqual([file, false])
  // also if the first timeline has a file of this number, which holds what came after the second one had left it
  expect(isMissing('000000020000000000000005')).toBe(true)
  expect(isMissing('000000020000000000000007')).toBe(false)
  // nothing left the first timeline
  expect(isGap('000000010000000000000004', files, new Map(), 1)).toBe(false)
})

test('of the file in which a timeline was left, only what came before that is replayed', () => {
  const histories = parseHistory('1\t0/3000004\tbefore 2026-11-26 10:15:00+00\n')
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6)
  expect([...untilLeft('000000010000000000000003', bytes, histories)]).toEqual([1, 2, 3, 4, 0, 0])
  for (const file of ['000000010000000000000002', '000000020000000000000003', '00000002.history'])
    expect(untilLeft(file, bytes, histories)).toBe(bytes)
})

describe('files of the log that are missing or damaged', () => {
  const file = (timeline: number, nth: number) =>
    `0000000${timeline}00000000${nth.toString(16).toUpperCase().padStart(8, '0')}`
  const storedAt = (nth: number) => new Date(Date.UTC(2026, 10, 26, 0, nth))
  const from = (timeline: number, first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => [file(timeline, first + at), storedAt(first + at)] as const)
  /** Base backups begin in the files 80 and 90; the second timeline left the first one in the file 94, at a chosen time. */
  const first = base(20, { start_lsn: '0/50000028', ended_at: storedAt(80).toISOString() })
  const second = base(10, { start_lsn: '0/5A000028', ended_at: storedAt(90).toISOString() })
  const files = [...from(1, 80, 98), ...from(2, 94, 96)]
  const stored = (without: string[] = []): Stored => ({
    bases: [first, second],
    histories: new Map([[2, parseHistory('1\t0/5E000148\tbefore 2026-11-26 01:34:30.12345+00\n')]]),
    historyFaults: new Map(),
    segments: new Map(files.filter(([name]) => !without.includes(name))),
  })
  const missingWithout = (...names: string[]) => missingSegments(stored(names))

  test('are known by timeline: another timeline may have a file of the same number', () => {
    expect(missingWithout()).toEqual([])
    for (const name of [file(1, 80), file(1, 85), file(1, 93), file(1, 95), file(2, 94), file(2, 95)])
      expect(missingWithout(name)).toEqual([name])
    // the newest: nobody knows that it was there
    expect(missingWithout(file(2, 96))).toEqual([])
    // the second timeline needs the first one until it left it
    expect(missingWithout(...[94, 95, 96, 97, 98].map((nth) => file(1, nth)))).toEqual([])
    expect(missingWithout(...[93, 94, 95, 96, 97, 98].map((nth) => file(1, nth)))).toEqual([file(1, 93)])
  })

  test('take away what was written until the next base backup', () => {
    const words = (name: string) => damageOfLog('It is damaged.', name, stored())
    expect(words(file(1, 79))).toBe('It is damaged. No base backup needs it.')
    expect(words(file(1, 85))).toBe(
      `It is damaged. What was written on timeline 1 from about ${storedAt(84).toISOString()} on until ${second.ended_at}, when the next base backup was complete, cannot be restored.`,
    )
    expect(words(file(1, 97))).toBe(
      `It is damaged. What was written on timeline 1 from about ${storedAt(96).toISOString()} on cannot be restored.`,
    )
  })

  test('name the timeline that has the same writes', () => {
    expect(damageOfLog('It is damaged.', file(1, 94), stored())).toMatch(
      / Timeline 2 has what was written there until 2026-11-26T01:34:30\.123Z: to restore it, add --timeline 2\.$/,
    )
  })

  test('several in a row are one sentence', () => {
    const without = [83, 84, 85, 97].map((nth) => file(1, nth))
    expect(faultsOfMissing(stored(without), '/mnt/backup')).toEqual([
      expect.stringMatching(
        /^log\/00000001\/\w+53 and the next 2 files of the log are missing in \/mnt\/backup\. .* until /,
      ),
      expect.stringMatching(/^log\/00000001\/\w+61 is missing in \/mnt\/backup\. What .* on cannot be restored\.$/),
    ])
  })

  test('of a history, too: its timeline is known from its other files', async () => {
    const { vault } = await newVault()
    for (const name of [file(1, 1), file(2, 2), file(3, 3)]) await vault.put(logName(name), Buffer.from('x'))
    await vault.put(logName('00000003.history'), Buffer.from('1\t0/3000148\tno recovery target specified\n'))
    const { histories, historyFaults } = await whatIsStored(vault, [])
    expect([...histories.keys()]).toEqual([2, 3])
    expect([...historyFaults]).toEqual([[2, expect.stringMatching(/^log\/00000002\/00000002\.history is missing in /)]])
  })
})

test('what PostgreSQL could not copy yet waits, too', async () => {
  const dataDir = newFolder()
  expect(await waitingLog(dataDir)).toEqual({ files: 0, oldestMs: 0 })
  const status = join(dataDir, 'postgres/pg_wal/archive_status')
  mkdirSync(status, { recursive: true })
  writeFileSync(join(status, '000000010000000000000001.done'), '')
  writeFileSync(join(status, '000000010000000000000002.ready'), '')
  utimesSync(join(status, '000000010000000000000002.ready'), new Date(), new Date(Date.now() - 60_000))
  expect(await waitingLog(dataDir)).toEqual({ files: 1, oldestMs: expect.any(Number) })
  expect((await waitingLog(dataDir)).oldestMs).toBeGreaterThan(50_000)
})

test('a failure in the middle is no gap: what was stored before it is known', async () => {
  const [dataDir, { vault }] = [newFolder(), await newVault()]
  mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
  const names = [1, 2, 3, 4, 5].map((number) => `00000001000000000000000${number}`)
  for (const name of names) writeFileSync(join(dataDir, 'backup/log', name), name)
  const base = { at: '2026-11-26T10:00:00Z', target: '', id: '1', timeline: 1, stored_bytes: 1, seconds: 1 }
  noteEvent(dataDir, 'base', base)
  noteEvent(dataDir, 'log', { at: '', file: '000000010000000000000000' })
  let isAway = false
  const failing: Vault = {
    ...vault,
    putOnce: async (name, bytes) => {
      if (name.endsWith('4')) isAway = true
      if (isAway) throw new Error('The target is away')
      return vault.putOnce(name, bytes)
    },
  }
  const parts = { dataDir, files: { get: async () => null }, log: console as never }
  await expect(shipAll({ ...parts, vault: failing })).rejects.toThrow('The target is away')
  await shipAll({ ...parts, vault })
  expect(lastEvent(dataDir, 'base')).toEqual(base)
  expect(lastEvent(dataDir, 'log')?.file).toBe(names[4])
})

test('a file that was stored before an older one stays until the older one is stored: no gap, and no false alarm', async () => {
  const [dataDir, { vault }] = [newFolder(), await newVault()]
  mkdirSync(join(dataDir, 'backup/log'), { recursive: true })
  const [first, second, third, fourth] = [1, 2, 3, 4].map((number) => `00000001000000000000000${number}`)
  for (const name of [first!, second!, third!]) writeFileSync(join(dataDir, 'backup/log', name), name)
  const base = { at: '2026-11-26T10:00:00Z', target: '', id: '1', timeline: 1, stored_bytes: 1, seconds: 1 }
  noteEvent(dataDir, 'base', base)
  const thirdIsStored = Promise.withResolvers<void>()
  const failing: Vault = {
    ...vault,
    putOnce: async (name, bytes) => {
      if (name.endsWith(second!)) {
        await thirdIsStored.promise
        // what follows the upload of the third one is some calls of the disk
        for (let turn = 0; turn < 50; turn++) await readdir(dataDir)
        throw new Error('The connection was reset')
      }
      const isNew = await vault.putOnce(name, bytes)
      if (name.endsWith(third!)) thirdIsStored.resolve()
      return isNew
    },
  }
  const parts = { dataDir, files: { get: async () => null }, log: console as never }
  await expect(shipAll({ ...parts, vault: failing })).rejects.toThrow('The connection was reset')
  await shipAll({ ...parts, vault })
  expect(lastEvent(dataDir, 'log')?.file).toBe(third)
  expect(readdirSync(join(dataDir, 'backup/log'))).toEqual([])
  // nothing more was written
  const note = { at: '', since: null, lsn: String(4n * 16n * 1024n * 1024n), snapshot: 'a' }
  expect(riskOf({ ...note, since: '2026-11-26T10:00:00Z' }, lastEvent(dataDir, 'log')?.file, null, Date.now())).toBe(0)
  writeFileSync(join(dataDir, 'backup/log', fourth!), fourth!)
  await shipAll({ ...parts, vault })
  expect(lastEvent(dataDir, 'base')).toEqual(base)
})
