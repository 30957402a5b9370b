/**
 * `npm run bench`: own data, free ports, one table, exit code 0 only if every limit holds. Figures of a shared machine:
 * read the ratios first; they are of one run.
 *
 *     npm run bench                                        everything, a million posts and five million comments
 *     npm run bench -- --posts 20000 --comments 100000     the same, smaller
 *     npm run bench -- list html                           parts of it
 *     npm run bench -- --soak                              ten minutes of load at the end
 *     npm run bench -- plans                               how the database finds each list, for docs/performance.md
 *     npm run bench -- place-plans                         the same for the lists of networks and pods
 *     npm run bench -- local-plans                         the same for the dads nearby
 *     npm run bench -- badge-plans                         the same for the four counts
 *     npm run bench -- --keep                              the bulk data stays in bench/data for the next run
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { badgeFigures, tellBadgePlans } from './badges.ts'
import { type Community, settle } from './community.ts'
import { loadFigures } from './first-load.ts'
import { imageFigures } from './images.ts'
import { karmaFigures } from './karma.ts'
import { liveFigures } from './live.ts'
import { localFigures, tellLocalPlans } from './local.ts'
import { settledMemory, soakFigures } from './memory.ts'
import { placeFigures, tellPlacePlans } from './places.ts'
import { tellPlans } from './plans.ts'
import { busyPosts, listFigures, pageFigures, postFigures, profileFigures, searchFigures } from './reading.ts'
import { byteFigures, startFigures } from './start.ts'
import { holds, print, type Row } from './table.ts'
import { townFigures } from './towns.ts'
import { voteFigures, writeFigures } from './writing.ts'

const ALONE = {
  starts: startFigures,
  bytes: byteFigures,
  places: placeFigures,
  towns: townFigures,
  'place-plans': tellPlacePlans,
  local: localFigures,
  'local-plans': tellLocalPlans,
  badges: badgeFigures,
  'badge-plans': tellBadgePlans,
}
/** In this order: what reads comes before what writes. */
const TOGETHER = {
  list: listFigures,
  post: postFigures,
  html: pageFigures,
  profile: profileFigures,
  search: searchFigures,
  load: async (big: Community) => loadFigures(big.url, (await busyPosts(big, 1))[0]!),
  votes: voteFigures,
  writes: writeFigures,
  karma: karmaFigures,
  // before images, after which the process has room to spare and a socket seems to need none
  live: liveFigures,
  images: imageFigures,
  soak: soakFigures,
  plans: tellPlans,
}
/** Only when they are asked for. */
const EXTRA = ['soak', 'plans', 'place-plans', 'local-plans', 'badge-plans']
const PARTS = [...Object.keys(ALONE), ...Object.keys(TOGETHER)]
const SMALL = { posts: 10_000, comments: 50_000 }

const order = ordered()
const folder = await mkdtemp(join(tmpdir(), 'fatherkin-bench-'))
try {
  const rows: Row[] = []
  // what was measured before a failure is worth reading
  const failure = await measure(rows).catch((error: unknown) => error ?? new Error('The bench failed'))
  print(rows)
  if (failure) console.error(failure)
  process.exitCode = !failure && rows.every(holds) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Order {
  posts: number
  comments: number
  keep: boolean
  parts: string[]
}

function ordered(): Order {
  const options = {
    posts: { type: 'string' },
    comments: { type: 'string' },
    keep: { type: 'boolean' },
    soak: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [posts, comments] = [Number(values.posts ?? 1_000_000), Number(values.comments ?? 5_000_000)]
  const unknown = positionals.find((part) => !PARTS.includes(part))
  if (unknown || !(posts >= 1000) || !(comments >= 1000)) {
    console.error(
      `Usage: npm run bench -- [--posts N] [--comments N] [--keep] [--soak] [${PARTS.join(' ')}], N from 1000`,
    )
    process.exit(1)
  }
  const parts = positionals.length ? positionals : PARTS.filter((part) => !EXTRA.includes(part))
  return { posts, comments, keep: values.keep ?? false, parts: values.soak ? [...new Set([...parts, 'soak'])] : parts }
}

async function measure(rows: Row[]): Promise<void> {
  console.log(`${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`)
  for (const [name, figures] of Object.entries(ALONE))
    if (order.parts.includes(name)) rows.push(...(await figures(folder)))
  const together = Object.entries(TOGETHER).filter(([name]) => order.parts.includes(name))
  if (together.length === 0) return
  const big = await settled(order)
  try {
    const small = order.parts.includes('list') ? await settled(SMALL) : null
    try {
      for (const [name, figures] of together) {
        console.log(`measuring: ${name}`)
        rows.push(...(await figures(big, small!)))
      }
    } finally {
      await small?.stop()
    }
    rows.push({
      figure: 'Node process, after all that',
      value: await settledMemory(big.pid),
      limit: 400,
      unit: 'MB RSS',
    })
  } finally {
    await big.stop()
  }
}

async function settled(size: { posts: number; comments: number }): Promise<Community> {
  const name = `${size.posts}-${size.comments}`
  const place = order.keep ? fileURLToPath(new URL(`./data/${name}`, import.meta.url)) : join(folder, name)
  console.log(
    `a community of ${size.posts.toLocaleString('en')} posts and ${size.comments.toLocaleString('en')} comments`,
  )
  const community = await settle(place, size)
  console.log(community.filledIn === null ? '  kept from before' : `  filled in ${community.filledIn.toFixed(0)} s`)
  return community
}
