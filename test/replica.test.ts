/**
 * Reads on a real replica: two processes of one community share a primary and its standby, whose replay is paused, delayed, stopped
 * and promoted. A member never reads a state from before his own write, whichever process answers.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkReplica } from '#server/kernel/doctor/replica.ts'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { makeReplica } from '#server/kernel/replica/replica.ts'
import { MAY_LAG } from '#server/replica-reads.ts'
import { type Browser, makeBrowser } from './client.ts'
import { guarantee } from './guarantees/guarantee.ts'
import { startPrimary } from './replica-cluster.ts'
import { signInDirectly } from './sessions.ts'
import { makeWorld } from './world.ts'

const primary = await startPrimary()
const world = await makeWorld({ clusterUrl: primary.url })
const standby = await primary.makeStandby()
const env = { DATABASE_URL: world.url, DATABASE_REPLICA_URL: standby.urlOf(world.url), METRICS_PORT: '0' }
const processes = [await world.serve({ env, pages: 'stub' }), await world.serve({ env, pages: 'stub' })]
const [one, two] = processes as [(typeof processes)[0], (typeof processes)[0]]
const category = await world.category('Sheds')
const writers = await Promise.all(
  ['ana', 'ben', 'cid', 'dan'].map(async (name) => {
    const who = await world.member({ name })
    const post = await world.post({ by: who, category, title: `Of ${name}` })
    const browsers = await Promise.all(processes.map(({ url }) => signInDirectly(world, url, who)))
    return { who, post, browsers }
  }),
)

/** The sum of a metric over both processes. */
async function figure(line: string): Promise<number> {
  const texts = await Promise.all(processes.map(async ({ metrics }) => (await fetch(metrics!)).text()))
  return texts.reduce((sum, text) => {
    const found = text.split('\n').find((one) => one.startsWith(`${line} `))
    return sum + Number(found?.slice(line.length) ?? 0)
  }, 0)
}
const readsOn = (outcome: string) => figure(`fatherkin_reads_total{outcome="${outcome}"}`)
const inUse = () => figure('fatherkin_replica_up')
/** Both processes use it, and it has everything that was written before this call. */
async function isUsed(): Promise<void> {
  const began = performance.now()
  const hasAll = async () => {
    const behind = await figure('fatherkin_replica_lag_seconds')
    return (await inUse()) === 2 && behind < (performance.now() - began) / 1000
  }
  await expect.poll(hasAll, { timeout: 20_000, interval: 50 }).toBe(true)
}
const isUnused = (timeout = 5000) => expect.poll(inUse, { timeout, interval: 20 }).toBe(0)

const pauseReplay = () => standby.run('select pg_wal_replay_pause()')
const resumeReplay = () => standby.run('select pg_wal_replay_resume()')

/** Each round is one write and five reads, alternating between the processes. Returns the numbers of reads and of stale ones. */
async function writeAndRead(reads: number): Promise<{ reads: number; stale: number }> {
  let [asked, stale, round] = [0, 0, 0]
  const work = async ({ post, browsers }: (typeof writers)[0]) => {
    while (asked < reads) {
      const direction = round++ % 2 === 0 ? 'up' : 'none'
      const [writer] = round % 4 < 2 ? browsers : browsers.toReversed()
      const cast = await writer!.send('PUT', `/api/v1/posts/${post.id}/vote`, { direction })
      expect(cast.status, cast.text).toBe(200)
      for (let at = 0; at < 5; at++) {
        const read = await browsers[at % 2]!.get(`/api/v1/posts/${post.id}`)
        expect(read.status, read.text).toBe(200)
        asked++
        if (read.json.my_vote !== cast.json.my_vote) stale++
      }
    }
  }
  await Promise.all(writers.map(work))
  return { reads: asked, stale }
}

const EPOCH = 'select epoch from write_marks where slot = -1'
const size = { short: 200, full: 17_000 }
const noneIsStale = async (reads: number) => expect((await writeAndRead(reads)).stale).toBe(0)

describe('a member reads what he has written', () => {
  afterEach(async () => {
    await resumeReplay()
    await isUsed()
  })

  guarantee('82', 'from a replica that keeps up', size, async (reads) => {
    await isUsed()
    const [before, repeated] = [await readsOn('replica'), await readsOn('repeated')]
    await noneIsStale(reads)
    expect(await readsOn('replica')).toBeGreaterThan(before)
    expect(await readsOn('repeated')).toBe(repeated)
  })

  test('keeps up although a new segment of the log is still empty', async () => {
    const insertLsn = async () => (await primary.run('select pg_current_wal_insert_lsn()::text as lsn'))[0]!.lsn
    // the server writes records of its own every 15 seconds; in an attempt without one, nothing but the header follows the switch
    const hasKeptUp = async () => {
      await primary.run('select pg_switch_wal()')
      const before = await insertLsn()
      await isUsed()
      return (await insertLsn()) === before
    }
    await expect.poll(hasKeptUp, { timeout: 45_000 }).toBe(true)
  }, 60_000)

  guarantee('82', 'while the replica replays nothing', size, async (reads) => {
    await isUsed()
    await pauseReplay()
    await noneIsStale(reads)
  })

  guarantee('82', 'while the replica pauses and resumes', size, async (reads) => {
    await isUsed()
    let isOver = false
    const turning = (async () => {
      while (!isOver) {
        await pauseReplay()
        await pause(200)
        await resumeReplay()
        await pause(300)
      }
    })()
    const before = await readsOn('replica')
    await noneIsStale(reads)
    isOver = true
    await turning
    expect(await readsOn('replica')).toBeGreaterThan(before)
  })

  guarantee('82', 'from a replica that is ten seconds behind', size, async (reads) => {
    await standby.run(`alter system set recovery_min_apply_delay = '10s'`)
    await standby.run('select pg_reload_conf()')
    try {
      await noneIsStale(reads)
    } finally {
      await standby.run('alter system reset recovery_min_apply_delay')
      await standby.run('select pg_reload_conf()')
    }
  })

  guarantee('82', 'while the replica stops and starts', size, async (reads) => {
    await isUsed()
    let isOver = false
    const turning = (async () => {
      do {
        await standby.stop()
        await pause(500)
        await standby.start()
        await pause(1500)
      } while (!isOver)
    })()
    await noneIsStale(reads)
    isOver = true
    await turning
  })
})

describe('what is hidden', () => {
  afterEach(async () => {
    await resumeReplay()
    await isUsed()
  })

  test('is hidden from everyone at once, although the replica still shows it', async () => {
    const [ana, ben] = writers as [(typeof writers)[0], (typeof writers)[0]]
    const network = await world.publicNetwork({ members: [ana.who], name: 'Kestrels' })
    await world.db.updateTable('group_members').set({ role: 'admin' }).where('group_id', '=', network.id).execute()
    const post = await world.postIn(network, { by: ana.who, category, title: 'Kestrelword' })
    const visitor = makeBrowser(one.url)
    const path = `/api/v1/posts/${post.id}`
    for (const browser of [visitor, ...ben.browsers])
      await expect.poll(async () => (await browser.get(path)).status, { timeout: 10_000 }).toBe(200)
    await isUsed()
    await pauseReplay()
    const answer = await ana.browsers[0]!.send('PATCH', `/api/v1/groups/${network.id}`, { is_public: false })
    expect(answer.status, answer.text).toBe(200)
    for (const browser of [visitor, ...ben.browsers]) expect((await browser.get(path)).status).not.toBe(200)
    // the replica is younger than it may be, so it is still used for what nobody has changed
    expect(await inUse()).toBe(2)
    expect((await standby.run('select pg_is_wal_replay_paused() as paused'))[0]).toEqual({ paused: true })
  })

  test('by a block is hidden at once', async () => {
    const [, , cid, dan] = writers as [
      (typeof writers)[0],
      (typeof writers)[0],
      (typeof writers)[0],
      (typeof writers)[0],
    ]
    await isUsed()
    await pauseReplay()
    const profile = `/api/v1/members/${cid.who.username}`
    expect((await dan.browsers[1]!.get(profile)).status).toBe(200)
    const answer = await cid.browsers[0]!.send('PUT', `/api/v1/me/blocks/${dan.who.id}`)
    expect(answer.status, answer.text).toBeLessThan(300)
    for (const browser of dan.browsers) expect((await browser.get(profile)).status).not.toBe(200)
  })
})

describe('a replica that does not replay', () => {
  afterEach(async () => {
    await resumeReplay()
    await isUsed()
  })

  test('shows visitors a state of at most five seconds ago, and members who follow a live event the present one', async () => {
    const [ana, ben] = writers as [(typeof writers)[0], (typeof writers)[0]]
    await isUsed()
    await pauseReplay()
    const began = performance.now()
    const written = await ana.browsers[0]!.send('POST', '/api/v1/posts', {
      ...{ id: crypto.randomUUID(), category_id: category.id, type: 'text' },
      ...{ title: 'Of the last moment', content: 'A kettle.' },
    })
    expect(written.status, written.text).toBeLessThan(300)
    const path = '/api/v1/feed'
    const shows = async (browser: Browser, headers = {}) =>
      (await browser.get(path, headers)).text.includes('Of the last moment')
    // the replica is used, and does not have it
    expect(await shows(ben.browsers[0]!)).toBe(false)
    expect(await shows(ben.browsers[0]!, { 'x-latest': '1' })).toBe(true)
    expect(await shows(ana.browsers[1]!)).toBe(true)
    const visitor = makeBrowser(two.url)
    expect(await shows(visitor)).toBe(false)
    while (!(await shows(visitor))) await pause(20)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

test('after a crash of the primary, what a member has written before it is not read from the replica', async () => {
  await isUsed()
  await pauseReplay()
  const { post, browsers } = writers[0]!
  const path = `/api/v1/posts/${post.id}`
  const cast = await browsers[0]!.send('PUT', `/api/v1/posts/${post.id}/vote`, { direction: 'up' })
  expect(cast.json.my_vote).toBe('up')
  // a killed backend makes the whole server recover, and unlogged tables are empty then
  const [killed] = await primary.run(`select pid from pg_stat_activity where application_name = 'fatherkin' limit 1`)
  process.kill(killed!.pid as number, 'SIGKILL')
  let answered = 0
  for (const until = performance.now() + 4000; performance.now() < until; answered++) {
    const read = await browsers[1]!.get(path)
    if (read.status === 200) expect(read.json.my_vote).toBe('up')
  }
  expect(answered).toBeGreaterThan(10)
  await resumeReplay()
  await isUsed()
  expect((await browsers[1]!.get(path)).json.my_vote).toBe('up')
})

test('a write that could not be marked is answered when no process trusts the earlier marks any more', async () => {
  await isUsed()
  const epoch = async () => (await world.database.pool.query<{ epoch: string }>(EPOCH)).rows[0]!.epoch
  const database = openDatabase(world.url, 1, world.log)
  const exhausted = { query: () => Promise.reject(new Error('no connection is free')) } as unknown as pg.Pool
  const replica = makeReplica({
    ...{ url: standby.urlOf(world.url), primary: { ...database, pool: exhausted }, size: 1, log: world.log },
    count: () => {},
  })
  onTestFinished(async () => {
    await replica.close()
    await database.close()
  })
  const before = await epoch()
  await replica.forRequest(writers[0]!.who.id, false).wrote(false)
  expect(await epoch()).not.toBe(before)
})

test('a replica that hangs is left within a second, and reads that wait for it are answered by the primary', async () => {
  await isUsed()
  const path = `/api/v1/posts/${writers[0]!.post.id}`
  process.kill(standby.pid(), 'SIGSTOP')
  const backends = await backendsOf(standby.pid())
  for (const pid of backends) process.kill(pid, 'SIGSTOP')
  try {
    const began = performance.now()
    const answers = await Promise.all(processes.map(({ url }) => makeBrowser(url).get(path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(performance.now() - began).toBeLessThan(2000)
    await isUnused(1000)
  } finally {
    for (const pid of [standby.pid(), ...backends]) process.kill(pid, 'SIGCONT')
  }
  await isUsed()
})

test('each read that may lag is answered by the replica without an error there', async () => {
  await isUsed()
  const [ana, ben] = writers as [(typeof writers)[0], (typeof writers)[0]]
  const network = await world.publicNetwork({ members: [ana.who, ben.who], name: 'Larks' })
  const event = await world.event({ by: ana.who })
  const paths: Record<string, string> = {
    'categories.listCategories': '/categories',
    'categories.getCategory': `/categories/${category.slug}`,
    'posts.getPost': `/posts/${ana.post.id}`,
    'comments.getThread': `/posts/${ana.post.id}/thread`,
    'comments.listComments': `/posts/${ana.post.id}/comments`,
    'comments.listMemberComments': `/members/${ana.who.username}/comments`,
    'feed.listFeed': '/feed',
    'feed.listCategoryPosts': `/categories/${category.slug}/posts`,
    'feed.listGroupPosts': `/groups/named/${network.slug}/posts`,
    'feed.listMemberPosts': `/members/${ana.who.username}/posts`,
    'search.searchPosts': '/search?q=kettle',
    'members.getMember': `/members/${ana.who.username}`,
    'groups.listGroups': '/groups',
    'groups.getGroup': `/groups/named/${network.slug}`,
    'groups.listGroupMembers': `/groups/named/${network.slug}/members`,
    'pods.listPods': '/pods',
    'events.listEvents': '/events',
    'events.listWeek': '/events/week',
    'events.listGroupEvents': `/groups/named/${network.slug}/events`,
    'events.getEvent': `/events/${event.id}`,
    'events.listEventComments': `/events/${event.id}/comments`,
    'care.listHelpLines': '/help-lines',
  }
  expect(Object.keys(paths).toSorted()).toEqual([...MAY_LAG].toSorted())
  const browser = ben.browsers[0]!
  for (const [name, path] of Object.entries(paths)) {
    await expect.poll(async () => (await browser.get(`/api/v1${path}`)).status, { message: name }).toBe(200)
    const before = [await readsOn('replica'), await readsOn('repeated')]
    expect((await browser.get(`/api/v1${path}`)).status, name).toBe(200)
    expect([await readsOn('replica'), await readsOn('repeated')], name).toEqual([before[0]! + 1, before[1]])
  }
})

const ofReplica = async (url: string | null) => (await checkReplica(url, world.db)).map(({ level }) => level)

test('the doctor says whether the replica follows', async () => {
  await isUsed()
  expect(await ofReplica(null)).toEqual([])
  expect(await ofReplica(standby.urlOf(world.url))).toEqual(['good'])
  const nowhere = new URL(world.url)
  nowhere.searchParams.set('host', '/nowhere')
  expect(await ofReplica(nowhere.href)).toEqual(['wrong'])
  expect(await ofReplica(world.url)).toEqual(['wrong'])
  expect(await ofReplica(inject('clusterUrl'))).toEqual(['wrong'])
})

describe('a promoted replica', () => {
  // the last: nothing makes it a standby again
  guarantee('82', 'is not read any more', size, async (reads) => {
    await isUsed()
    await standby.run('select pg_promote()')
    await noneIsStale(reads)
    await isUnused()
    const [before, after] = [await readsOn('replica'), await figure('fatherkin_replica_up')]
    await noneIsStale(20)
    expect([await readsOn('replica'), after]).toEqual([before, 0])
    expect(await ofReplica(standby.urlOf(world.url))).toEqual(['wrong'])
  })
})

/** The processes of a server: what its postmaster has started. */
async function backendsOf(postmaster: number): Promise<number[]> {
  const { readdirSync, readFileSync } = await import('node:fs')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return Number(parent) === postmaster ? [Number(name)] : []
      } catch {
        return [] // it has ended
      }
    })
}
