import { defineConfig } from 'vitest/config'

/**
 * Two projects: `plain` needs no database; `rooms` gets one cluster with a migrated template, copied for each file.
 * The second pass of `npm test` runs `rooms` alone on PostgreSQL 15.
 */
const plain = [
  'test/{walls,changed}.test.ts',
  'src/config.test.ts',
  'src/server/kernel/*.test.ts',
  'src/server/account/names.test.ts',
  'src/web/**/*.test.{ts,tsx}',
]

/** They start the packaged PostgreSQL themselves, so the second pass would tell nothing new. */
const ownDatabase = ['test/outage.test.ts', 'test/stopping.test.ts', 'test/crash.test.ts']

/**
 * What the second pass leaves out, because it says nothing more about our SQL: the accounts library writes its own plain
 * statements and spends its time on passwords; bodies, headers, origins, pages and lines end before or behind the database.
 */
const sameOnBoth = [
  'src/server/account/{attempts,password,reset,sign-in,sign-up,two-factor,verify,mail}.test.ts',
  'test/{bodies,http,origins,pages,hostile,live-door,live-storms}.test.ts',
]

export default defineConfig({
  test: {
    // the machine that the times are meant for has two cores; the database works beside the tests
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // what is waited for comes when the machine has time for it
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'plain', include: plain } },
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['src/server/**/*.test.ts', 'test/*.test.ts'],
          exclude: process.env.TEST_PG_BIN ? [...plain, ...ownDatabase, ...sameOnBoth] : plain,
          globalSetup: 'test/cluster.ts',
        },
      },
    ],
  },
})
