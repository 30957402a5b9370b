import { defineConfig } from 'vitest/config'
import LongFirst from './test/order.ts'

/**
 * `plain` needs no database; `rooms` gets one cluster with a migrated template, copied for each file. A part of the rooms
 * runs once more on PostgreSQL 15: in `npm test` as a third project (TEST_PG15 names its programs). The guarantees run nearly
 * all rooms on it instead of the packaged one (TEST_PG_BIN names its programs).
 */
const plain = [
  'test/{built-pages,licences,releases,sbom,walls,walls-tables,changed,bounded,documents,looks,proof,progress,alerts,install,start-words}.test.ts',
  'test/first-load.test.ts',
  'test/mutants/*.test.ts',
  'src/config.test.ts',
  'src/server/kernel/**/!(embedded).test.ts',
  'src/server/account/names.test.ts',
  'src/server/assistant/{checking,answer-parser}.test.ts',
  'src/server/care/needs-care.test.ts',
  'src/web/**/*.test.{ts,tsx}',
]

/** They start the packaged PostgreSQL themselves, so another one would tell nothing new. */
const ownDatabase = [
  'src/server/kernel/postgres/embedded.test.ts',
  'test/{alert-mails-program,backup,backup-faults,backup-risk,backup-lease,copy-database,outage,stopping,crash,demo}.test.ts',
]

/**
 * What is not run on PostgreSQL 15 at all, because it says nothing more about our SQL: the accounts library writes its
 * own plain statements and spends its time on passwords; bodies, headers, origins, pages, lines and what decodes images end before or behind
 * the database.
 */
const sameOnBoth = [
  'src/server/account/{attempts,password,reset,sign-in,sign-up,two-factor,verify,mail}.test.ts',
  'test/{bodies,http,origins,pages,hostile,live-endpoint,live-storms}.test.ts',
  'src/server/media/{encoder,under-load}.test.ts',
]

/**
 * What `npm test` runs on PostgreSQL 15: every migration, and some files whose statements are more than plain reads and
 * writes. Functions and triggers, searches for words, recursion, windows, the map, time zones, locks.
 */
const fullOfSql = [
  'test/{database,functions,transaction,reading,readers}.test.ts',
  'src/server/chat/chat.test.ts',
  'src/server/comments/comments.test.ts',
  'src/server/events/list.test.ts',
  'src/server/feed/feed.test.ts',
  'src/server/karma/karma.test.ts',
  'src/server/leaving/steps.test.ts',
  'src/server/assistant/{asking,struck-sentences}.test.ts',
  'src/server/places/places.test.ts',
  'src/server/pods/list.test.ts',
  'src/server/retrieval/{retrieval,meaning}.test.ts',
  'src/server/search/{search,spelling}.test.ts',
]

const rooms = ['src/server/**/*.test.ts', 'src/town/**/*.test.ts', 'bench/**/*.test.ts', 'test/*.test.ts']
const notOn15 = [...plain, ...ownDatabase, ...sameOnBoth]
const globalSetup = 'test/cluster.ts'
const { TEST_PG_BIN, TEST_PG15, TEST_PG15_FILES } = process.env
const onPostgres15 = {
  extends: true as const,
  test: {
    name: 'PostgreSQL 15',
    ...(TEST_PG15_FILES === 'all' ? { include: rooms, exclude: notOn15 } : { include: fullOfSql }),
    globalSetup,
    env: { TEST_PG_BIN: TEST_PG15 },
  },
}
const isFull = process.env.GUARANTEES === 'full'
const wantsAnyOrder = process.argv.some((word) => word.startsWith('--sequence.shuffle'))

export default defineConfig({
  test: {
    // a test that was singled out while it was written would hide all others of its file
    allowOnly: false,
    // the machine that the times are meant for has two cores; the database works beside the tests
    maxWorkers: 4,
    // A worker imports the program once for all its files: nothing of the server keeps state in a module. Where times are
    // measured each file has a process of its own.
    isolate: isFull,
    sequence: wantsAnyOrder ? {} : { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // what is waited for comes when the machine has time for it
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'plain', include: plain } },
      { extends: true, test: { name: 'rooms', include: rooms, exclude: TEST_PG_BIN ? notOn15 : plain, globalSetup } },
      ...(TEST_PG15 ? [onPostgres15] : []),
    ],
  },
})
