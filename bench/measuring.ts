/** Runs each part and each fill in a process of its own, with a limit of minutes. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bounded, Stop } from '../test/bounded.ts'
import { hashOf, type Proofs } from '../test/proof.ts'
import { filesIn, PAGES } from '../test/reach.ts'
import {
  type CommunityName,
  folderOf,
  isCommunityFilled,
  removeCommunity,
  removeStale,
  removeUnfilled,
  type Sizes,
} from './communities.ts'
import type { PartOrder } from './part.ts'
import { hashOfPart, keyOf, PARTS } from './parts.ts'
import { type Dated, type Measured, machineNow } from './performance-tables.ts'
import { MEMORY } from './program.ts'
import { holds, type Row } from './table.ts'

const LIMIT_MINUTES = 10

export interface Order {
  sizes: Sizes
  keep: boolean
  fresh: boolean
  /** no part is started after this number of minutes */
  limit: number
  parts: string[]
}

/** 'failed' also if the part timed out. A measured part may still miss a limit. */
export type Outcome = Dated | 'failed' | 'left'

/** `data`: the folder of the communities. */
export function makeMeasuring(bounds: Bounded, proofs: Proofs<Measured>, order: Order, data: string) {
  const { sizes, limit, parts } = order
  const until = performance.now() + limit * 60_000
  const isOver = () => bounds.isStopped() || performance.now() >= until
  // the pages were built before this process started
  const pages = stateOfPages()
  const broken = new Set<CommunityName>()

  /** Returns the result of the part for the present sources, if it met its limits. */
  function recalled(part: string): Dated | null {
    const proof = proofs.recall(keyOf(part, sizes), hashOfPart(part))
    return proof && { ...proof.result, commit: proof.commit, at: proof.at }
  }

  async function measured(part: string): Promise<Outcome> {
    for (const name of PARTS[part]!.communities ?? []) {
      if (isOver()) return 'left'
      if (!broken.has(name) && !(await filled(name))) broken.add(name)
      if (bounds.isStopped()) return 'left'
      if (broken.has(name)) return 'failed'
    }
    if (isOver()) return 'left'
    console.log(`\n== measuring: ${part} ==`)
    const hash = hashOfPart(part)
    const file = join(bounds.temporary, `${part}.json`)
    const isDone = await inProcess({ part, file })
    if (bounds.isStopped()) return 'left'
    if (!isDone || !existsSync(file)) return 'failed'
    if (hashOfPart(part) !== hash || (PARTS[part]!.isOfPages && stateOfPages() !== pages))
      throw new Stop(`What the part ${part} depends on has changed while it ran.`)
    return kept(part, hash, { rows: rowsOf(file), machine: machineNow() })
  }

  /** A result that misses a limit is not remembered; a part that prints plans has measured nothing. */
  function kept(part: string, hash: string, said: Measured): Dated {
    if (!said.rows.length || !said.rows.every(holds))
      return { ...said, commit: 'this run', at: new Date().toISOString() }
    const { commit, at } = proofs.remember(keyOf(part, sizes), hash, said)
    return { ...said, commit, at }
  }

  async function filled(name: CommunityName): Promise<boolean> {
    if (isCommunityFilled(data, name, sizes)) return true
    removeStale(data)
    removeUnfilled(data, name, sizes)
    mkdirSync(data, { recursive: true, mode: 0o700 })
    console.log(`\n== filling: ${name === 'large' ? `${folderOf(sizes)} (posts, comments)` : name} ==`)
    const isDone = await inProcess({ part: `filling ${name}`, fill: name })
    if (!isDone) removeUnfilled(data, name, sizes)
    return isDone
  }

  /** Returns false if it failed or timed out; the reason has been printed then. */
  async function inProcess({ part, fill, file = '' }: { part: string; fill?: CommunityName; file?: string }) {
    const said: PartOrder = { part, fill, file, temporary: bounds.temporary, data, sizes }
    const minutes = PARTS[part]?.limitMinutes ?? LIMIT_MINUTES
    const { code, isLate } = await bounds.run([...MEMORY, 'bench/part.ts'], {
      env: { BENCH_PART: JSON.stringify(said) },
      limitMs: minutes * 60_000,
    })
    if (isLate) console.log(`${part} took more than ${minutes} minutes: stopped.`)
    return code === 0 && !isLate
  }

  /** Deletes a community when all requested parts that use it have been measured. */
  function removeDone(outcomes: Map<string, Outcome>): void {
    for (const name of new Set(parts.flatMap((part) => PARTS[part]!.communities ?? []))) {
      const asked = parts.filter((part) => PARTS[part]!.communities?.includes(name))
      if (asked.every((part) => typeof outcomes.get(part) === 'object')) removeCommunity(data, name, sizes)
      else if (isCommunityFilled(data, name, sizes)) console.log(`Kept in bench/data for the next call: ${name}`)
    }
  }

  return { recalled, measured, removeDone }
}

const stateOfPages = () => hashOf(filesIn(PAGES))

/** JSON has no infinity; an infinite time means that a response never came. */
function rowsOf(file: string): Row[] {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as (Omit<Row, 'value'> & { value: number | null })[]
  return rows.map((row) => ({ ...row, value: row.value ?? Number.POSITIVE_INFINITY }))
}
