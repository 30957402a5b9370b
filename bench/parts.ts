/** The parts of `npm run bench`, in the order in which they are measured: parts that read come before parts that write. */
import { join } from 'node:path'
import { hashOf } from '../test/proof.ts'
import { filesIn, makeReach, PAGES } from '../test/reach.ts'
import { backupFigures, restoreFigures } from './backup.ts'
import { badgeFigures, printBadgePlans } from './badges.ts'
import { type CommunityName, folderOf, type Sizes, SMALL } from './communities.ts'
import { type Community, openCommunity, warm } from './community.ts'
import { loadFigures } from './first-load.ts'
import { imageFigures } from './images.ts'
import { karmaFigures } from './karma.ts'
import { liveFigures } from './live.ts'
import { localFigures, printLocalPlans } from './local.ts'
import { afterFigures, soakFigures } from './memory.ts'
import { placeFigures, printPlacePlans } from './places.ts'
import { printPlans } from './plans.ts'
import { questionFigures } from './questions.ts'
import { busyPosts, listFigures, pageFigures, postFigures, profileFigures, searchFigures } from './reading.ts'
import { roundFigures } from './rounds.ts'
import { byteFigures, startFigures } from './start.ts'
import { strikingFigures } from './struck-sentences.ts'
import type { Row } from './table.ts'
import { townFigures } from './towns.ts'
import { voteFigures, writeFigures } from './writing.ts'

export interface Place {
  /** a temporary folder, deleted at the end */
  temporary: string
  /** the folder of the communities, which are already filled */
  data: string
  sizes: Sizes
}

interface Part {
  /** the commit of this folder, for the figures */
  file: string
  communities?: CommunityName[]
  /** needs built pages */
  isOfPages?: boolean
  needsBrowser?: boolean
  /** runs only if it is named on the command line */
  isExtra?: boolean
  /** 10 unless it says otherwise */
  limitMinutes?: number
  measure(place: Place): Promise<Row[]>
}

/** Runs in the large community, with a program of its own. */
const inLarge =
  (figures: (large: Community) => Promise<Row[]>): Part['measure'] =>
  ({ data, sizes }) =>
    withLarge(data, sizes, figures)

async function withLarge(data: string, sizes: Sizes, figures: (large: Community) => Promise<Row[]>): Promise<Row[]> {
  const large = await openCommunity(join(data, folderOf(sizes)), sizes)
  try {
    await warm(large)
    return await figures(large)
  } finally {
    await large.stop()
  }
}

async function inBoth({ data, sizes }: Place): Promise<Row[]> {
  const small = await openCommunity(join(data, 'small'), SMALL)
  try {
    return await withLarge(data, sizes, (large) => listFigures(large, small))
  } finally {
    await small.stop()
  }
}

const of = (name: string, file: string, figures: (large: Community) => Promise<Row[]>): Part => ({
  file,
  communities: ['large'],
  measure: inLarge(async (large) => [...(await figures(large)), ...(await afterFigures(name, large))]),
})

const ofPages = { isOfPages: true }
const firstLoad = async (large: Community) => loadFigures(large.url, (await busyPosts(large, 1))[0]!)

export const PARTS: Record<string, Part> = {
  starts: { file: 'start.ts', ...ofPages, measure: ({ temporary }) => startFigures(temporary) },
  bytes: { file: 'start.ts', ...ofPages, needsBrowser: true, measure: ({ temporary }) => byteFigures(temporary) },
  places: { file: 'places.ts', communities: ['places'], measure: ({ data }) => placeFigures(data) },
  'taking-back': { file: 'struck-sentences.ts', measure: ({ temporary }) => strikingFigures(temporary) },
  asking: { file: 'questions.ts', measure: ({ temporary }) => questionFigures(temporary) },
  towns: { file: 'towns.ts', measure: ({ temporary }) => townFigures(temporary) },
  'place-plans': {
    file: 'places.ts',
    communities: ['places'],
    isExtra: true,
    measure: ({ data }) => printPlacePlans(data),
  },
  local: { file: 'local.ts', communities: ['local'], measure: ({ data }) => localFigures(data) },
  'local-plans': {
    file: 'local.ts',
    communities: ['local'],
    isExtra: true,
    measure: ({ data }) => printLocalPlans(data),
  },
  badges: { file: 'badges.ts', communities: ['badges'], measure: ({ data }) => badgeFigures(data) },
  'badge-plans': {
    file: 'badges.ts',
    communities: ['badges'],
    isExtra: true,
    measure: ({ data }) => printBadgePlans(data),
  },
  list: { file: 'reading.ts', communities: ['small', 'large'], measure: inBoth },
  post: of('post', 'reading.ts', postFigures),
  html: { ...of('html', 'reading.ts', pageFigures), ...ofPages },
  profile: { ...of('profile', 'reading.ts', profileFigures), ...ofPages },
  search: of('search', 'reading.ts', searchFigures),
  load: { ...of('load', 'first-load.ts', firstLoad), ...ofPages, needsBrowser: true },
  votes: of('votes', 'writing.ts', voteFigures),
  writes: of('writes', 'writing.ts', writeFigures),
  karma: of('karma', 'karma.ts', karmaFigures),
  live: of('live', 'live.ts', liveFigures),
  rounds: { ...of('rounds', 'rounds.ts', roundFigures), ...ofPages },
  backup: {
    file: 'backup.ts',
    communities: ['large'],
    measure: ({ data, sizes, temporary }) => backupFigures(join(data, folderOf(sizes)), sizes, temporary),
  },
  restore: {
    file: 'backup.ts',
    communities: ['large'],
    // a base backup and two restores of a million posts
    limitMinutes: 15,
    measure: ({ data, sizes, temporary }) => restoreFigures(join(data, folderOf(sizes)), sizes, temporary),
  },
  images: of('images', 'images.ts', imageFigures),
  soak: { ...of('soak', 'memory.ts', soakFigures), ...ofPages, isExtra: true },
  plans: { file: 'plans.ts', communities: ['large'], isExtra: true, measure: inLarge(printPlans) },
}

/**
 * These files define what a part does and how large its communities are. They import all parts, so their imports do not count.
 */
const COMPOSED = ['bench/parts.ts', 'bench/communities.ts']

const reach = makeReach()

/** The hash of everything that the part depends on. */
export function hashOfPart(name: string): string {
  const { file, communities = [], isOfPages } = PARTS[name]!
  const roots = [`bench/${file}`, 'bench/program.ts', 'bench/reading.ts', 'bench/memory.ts']
  const pages = isOfPages ? filesIn(PAGES) : []
  const reached = reach(communities.includes('large') ? roots : roots.slice(0, 2))
  return hashOf([...reached, ...COMPOSED, 'package-lock.json', ...pages])
}

/** Finds a part by its name, and by the size of the community if the caller gives one. */
export const keyOf = (name: string, sizes: Sizes): string =>
  PARTS[name]!.communities?.includes('large') ? `${name}, ${folderOf(sizes)}` : name
