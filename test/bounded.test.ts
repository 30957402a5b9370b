import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root, Stop, sentenceOf, watchRoom } from './bounded.ts'
import { until } from './client.ts'
import { unmountAll } from './leftovers.ts'

const folder = mkdtempSync(join(tmpdir(), 'fk-bounded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Command {
  process: ChildProcess
  /** the file in which the tool writes, when it starts, its child's process id and its temporary folder */
  file: string
  ended: Promise<number | null>
  output(): string
}

/** A command like ours: it runs one tool, with these options. */
function command(name: string, options = '{}', isStubborn = false): Command {
  const file = join(folder, `${name}.json`)
  const args = ['test/fixtures/stubborn.ts', file, ...(isStubborn ? ['stubborn'] : [])]
  const text = `import { bounded } from ${JSON.stringify(join(root, 'test/bounded.ts'))}
    await bounded('fk-t-', [], async (bounds) => {
      const ended = await bounds.run(${JSON.stringify(args)}, ${options})
      console.log(JSON.stringify({ ...ended, isStopped: bounds.isStopped() }))
      return ended.code
    })`
  const started = spawn(process.execPath, ['--input-type=module-typescript', '--eval', text], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder },
  })
  let output = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const ended = once(started, 'exit').then(([code]) => code as number | null)
  return { process: started, file, ended, output: () => output }
}

async function toolOf({ file }: Command): Promise<{ pid: number; temporary: string }> {
  await until('the tool runs', () => existsSync(file))
  return JSON.parse(readFileSync(file, 'utf8')) as { pid: number; temporary: string }
}

/** The processes of this command's tool and its child, as far as they exist. */
function running({ file }: Command): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(file)
    } catch {
      return false // the process does not exist, or has ended meanwhile
    }
  })
}

const folders = () => readdirSync(folder).filter((name) => name.startsWith('fk-t-'))

describe('a run that is interrupted leaves no process and no folder behind', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s, however often the signal comes', async (signal) => {
    const started = command(signal)
    expect((await toolOf(started)).temporary.startsWith(join(folder, 'fk-t-'))).toBe(true)
    expect(running(started).length).toBe(2)
    for (const _ of [1, 2, 3]) started.process.kill(signal)
    expect(await started.ended).toBe(1)
    expect(running(started)).toEqual([])
    expect(folders()).toEqual([])
  })

  test('if its tool ignores the signal', async () => {
    const started = command('deaf', '{ patienceMs: 300 }', true)
    await toolOf(started)
    started.process.kill('SIGINT')
    expect(await started.ended).toBe(1)
    expect(running(started)).toEqual([])
    expect(folders()).toEqual([])
  })

  test('a tool that times out is ended with all its child processes, and the run continues', async () => {
    const started = command('late', '{ limitMs: 1000, patienceMs: 300 }', true)
    expect(await started.ended).toBe(1)
    expect(JSON.parse(started.output())).toEqual({ code: 1, isLate: true, isStopped: false })
    expect(running(started)).toEqual([])
    expect(folders()).toEqual([])
  })

  test('by kill -9: the tool is told to stop', async () => {
    const started = command('killed')
    const { pid } = await toolOf(started)
    started.process.kill('SIGKILL')
    await until('only what the tool has started is left', () => running(started).every((one) => one === `${pid}`))
    process.kill(pid, 'SIGKILL')
    for (const name of folders()) rmSync(join(folder, name), { recursive: true })
  })
})

test('the smallest free space is known even after the tool has deleted its files', async () => {
  const rooms = [900, 700, 3, 800]
  const leastRoom = watchRoom(folder, () => rooms.shift() ?? 900)
  await until('it has looked again', () => rooms.length === 0)
  expect(leastRoom()).toBe(3)
})

test('a disk that a test has mounted is unmounted before the folder is removed', ({ skip }) => {
  const place = join(folder, 'fk-t-disk', 'small')
  mkdirSync(place, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', place])
  skip(status !== 0, 'a disk can be mounted by root on Linux alone')
  const other = mkdtempSync(join(folder, 'other-'))
  unmountAll(other)
  expect(readFileSync('/proc/self/mounts', 'utf8')).toContain(place)
  unmountAll(join(folder, 'fk-t-disk'))
  expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(place)
})

test('an error that the user can fix is printed as one sentence; an error of ours is printed in full', () => {
  expect(sentenceOf(new Stop('There is no room.'))).toBe('There is no room.')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', path: '/tmp/x' })
  expect(sentenceOf(full)).toBe('The disk is full: /tmp/x.')
  expect(sentenceOf(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe('The disk is full.')
  expect(sentenceOf(new TypeError('x is not a function'))).toBeNull()
})
