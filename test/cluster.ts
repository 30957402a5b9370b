// Runs once for each project of the room tests: starts a PostgreSQL of our own in a temporary folder, with one migrated
// database that each test file copies (about 40 ms). TEST_PG_BIN names other PostgreSQL programs than the packaged ones.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createCluster, openCluster } from '#server/kernel/postgres/cluster.ts'
import { startEmbedded } from '#server/kernel/postgres/embedded.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the URL of the cluster's own database, as the application's role, which may copy `template` */
    clusterUrl: string
    /** a DATA_DIR as initdb creates it, to be copied */
    pristine: string
  }
}

export const TEMPLATE = 'template_of_tests'
/** Gives a DATA_DIR the files that initdb would create there in a second of a whole core. */
export function copyPristine(pristine: string, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  execFileSync('cp', ['-a', join(pristine, 'postgres'), join(dataDir, 'postgres')])
}

export default async function setup(project: TestProject) {
  const binDir = project.config.env?.TEST_PG_BIN || process.env.TEST_PG_BIN || undefined
  const [pristine, dataDir] = [await mkdtemp(join(tmpdir(), 'fk-new-')), await mkdtemp(join(tmpdir(), 'fk-test-'))]
  await createCluster(openCluster(pristine, binDir))
  copyPristine(pristine, dataDir)
  // nothing here outlives the run, so no fsync; and only the test is connected to its database
  const settings = {
    autovacuum: 'off',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    // no checkpoint writes the same pages again soon
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '4GB',
    checkpoint_timeout: '1h',
  }
  const cluster = await startEmbedded({ dataDir, binDir, settings })
  const socketDir = new URL(cluster.url).searchParams.get('host')!
  // an interrupted run leaves no time for a slow shutdown
  const breakOff = () => {
    try {
      process.kill(cluster.pid(), 'SIGQUIT')
    } catch {} // it was deleted meanwhile
    for (const folder of [pristine, dataDir, socketDir]) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', breakOff)
  const stop = async () => {
    process.off('exit', breakOff)
    await cluster.stop()
    for (const folder of [pristine, dataDir]) await rm(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(cluster.url, TEMPLATE)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('clusterUrl', cluster.url)
  project.provide('pristine', pristine)
  return stop
}
