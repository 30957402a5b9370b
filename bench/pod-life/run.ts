/**
 * `npm run bench:pods`: plays simulated pods with the rules of an older commit and with those of this checkout, and compares
 * how many are alive at round 8. Both are the real program: its migrations, SQL functions, procedures and clock work, on the
 * packaged PostgreSQL. What the men would do is in men.ts, with its sources. Exit code 1 if pods of one size do not live longer than
 * before, or if a man was removed who did something. docs/decisions/065-simulated-pods.md has the results.
 *
 *     npm run bench:pods                                        1,000 pods of 3 to 12 men
 *     npm run bench:pods -- --pods 100                          fewer
 *     npm run bench:pods -- --against COMMIT                    other rules to compare with
 *     npm run bench:pods -- --attendance low --overlooked 0.8   other assumptions
 *     npm run bench:pods -- --in-form                           who checks in answers the question in the form, if the form has it
 *     npm run bench:pods -- --sizes 3,4 --seed 2                other pods
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { type Bounded, bounded, root, Stop } from '../../test/bounded.ts'
import { ATTENDANCES, type AttendanceName, SIZES } from './men.ts'
import type { Order, Part } from './order.ts'
import type { Life } from './play.ts'
import { breachesOf, nameOf, tableOf } from './report.ts'

/** The last commit before one man could no longer end a pod of others, and before every act counted as a sign. */
const RULES_BEFORE = '637b9c87'
const LIMIT_MS = 20 * 60_000
const HERE = 'bench/pod-life'
/** Nothing of it is kept. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

async function bench(run: Bounded): Promise<number> {
  const { against, order } = ordered()
  const old = unpack(against, run.temporary)
  const cluster = await startEmbedded({ dataDir: join(run.temporary, 'data'), settings: SETTINGS })
  try {
    const before = await playAll(run, old, { ...order, clusterUrl: cluster.url, template: 'template_before' })
    const now = await playAll(run, root, { ...order, clusterUrl: cluster.url, template: 'template_now' })
    const compared = order.parts.map((part, nth) => ({ part, before: before[nth]!, now: now[nth]! }))
    for (const one of compared) console.log(`\n${nameOf(one.part)}; ${against} → ${commitNow()}\n\n${tableOf(one)}`)
    const breaches = compared.flatMap(breachesOf)
    for (const sentence of breaches) console.log(`- ${sentence}`)
    return breaches.length ? 1 : 0
  } finally {
    await cluster.stop()
  }
}

/** The older checkout, with this folder in it and the same packages. Returns its folder. */
function unpack(commit: string, temporary: string): string {
  const folder = join(temporary, 'before')
  mkdirSync(folder)
  const archive = join(temporary, 'before.tar')
  try {
    execFileSync('git', ['archive', '--output', archive, commit], { cwd: root, stdio: 'ignore' })
  } catch {
    throw new Stop(`There is no commit ${commit} here.`)
  }
  execFileSync('tar', ['-xf', archive, '-C', folder])
  cpSync(join(root, HERE), join(folder, HERE), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function playAll(run: Bounded, folder: string, order: Order): Promise<Life[][]> {
  const [orderFile, resultFile] = ['order', 'result'].map((name) =>
    join(run.temporary, `${order.template}-${name}.json`),
  )
  writeFileSync(orderFile!, JSON.stringify(order))
  console.log(folder === root ? 'The rules of this checkout:' : 'The rules before:')
  const { code } = await run.run([join(folder, HERE, 'part.ts'), orderFile!, resultFile!], { limitMs: LIMIT_MS })
  if (code !== 0) throw new Stop('The pods were not played to their end.')
  return JSON.parse(readFileSync(resultFile!, 'utf8')) as Life[][]
}

function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'db', 'src') !== ''
  return `${git('rev-parse', '--short=8', 'HEAD')}${isChanged ? ' with changes' : ''}`
}

function ordered(): { against: string; order: Omit<Order, 'clusterUrl' | 'template'> } {
  const { values } = argumentsOf()
  const attendance = values.attendance.split(',').filter((name): name is AttendanceName => name in ATTENDANCES)
  const [pods, seed, overlooked] = [Number(values.pods), Number(values.seed), Number(values.overlooked)]
  const sizes = values.sizes?.split(',').map(Number) ?? [...SIZES]
  const isSize = (size: number) => Number.isInteger(size) && size >= 3 && size <= 12
  if (!attendance.length || !(pods >= 1) || !Number.isInteger(seed) || !(overlooked >= 0) || !sizes.every(isSize))
    throw new Stop(
      'Usage: npm run bench:pods -- [--pods N] [--against COMMIT] [--attendance low,middle,high] [--overlooked SHARE] [--in-form] [--sizes 3,4,5] [--seed N]',
    )
  const parts = attendance.map(
    (name): Part => ({
      ...{ attendance: name, pods, overlooked, answersInForm: values['in-form'] },
    }),
  )
  return { against: values.against, order: { seed, sizes, parts } }
}

function argumentsOf() {
  const options = {
    against: { type: 'string', default: RULES_BEFORE },
    pods: { type: 'string', default: '1000' },
    attendance: { type: 'string', default: 'middle' },
    overlooked: { type: 'string', default: '0.5' },
    'in-form': { type: 'boolean', default: false },
    sizes: { type: 'string' },
    seed: { type: 'string', default: '1' },
  } as const
  try {
    return parseArgs({ options })
  } catch (error) {
    throw new Stop((error as Error).message)
  }
}

await bounded('fk-p-', [], bench)
