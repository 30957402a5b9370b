/** One part of `npm run bench`, in a process of its own: fills a community, or measures and writes the rows to a file. */
import { writeFileSync } from 'node:fs'
import { sentenceOf } from '../test/bounded.ts'
import { type CommunityName, fillCommunity } from './communities.ts'
import { PARTS, type Place } from './parts.ts'

/** The order of run.ts, as JSON in the environment. */
export interface PartOrder extends Place {
  part: string
  /** fill this community instead of measuring a part */
  fill?: CommunityName
  /** the file for the rows */
  file: string
}

const { part, fill, file, ...place } = JSON.parse(process.env.BENCH_PART ?? '{}') as PartOrder
try {
  if (fill) await fillCommunity(place.data, fill, place.sizes)
  else writeFileSync(file, JSON.stringify(await PARTS[part]!.measure(place)))
  process.exit(0)
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exit(1)
}
