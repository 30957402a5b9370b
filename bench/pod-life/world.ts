/** The program of this checkout on a database of its own, without a server around it. Imports no test runner. */
import { randomUUID } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { readConfig } from '#config'
import { makeAuth } from '#server/account/auth.ts'
import { type CallContext, router } from '#server/api.ts'
import { noGeocoder } from '#server/kernel/geo/geocoder.ts'
import { unlimited } from '#server/kernel/http/limits.ts'
import { openDatabase } from '#server/kernel/postgres/database.ts'
import { bySession } from '#server/kernel/principal.ts'
import { cheap } from '#test/hasher.ts'
import { makeMakers } from '#test/makers.ts'
import { asOwner, inDatabase, makeTemplate } from '#test/template.ts'
import { installClock } from './clock.ts'
import { makeEngine } from './engine.ts'
import type { Pod } from './men.ts'
import { type Life, type Options, play } from './play.ts'

const log = { debug() {}, info() {}, warn() {}, error: console.error }
const baseUrl = 'http://localhost:3000'

export const prepare = (clusterUrl: string, template: string) => makeTemplate(clusterUrl, template)

/** Plays these pods in a new database, which is deleted afterwards. */
export async function playOnce(clusterUrl: string, template: string, pods: Pod[], options: Options): Promise<Life[]> {
  const name = `pods_${randomUUID().replaceAll('-', '')}`
  await asOwner(clusterUrl, `create database ${name} template ${template}`)
  const database = openDatabase(inDatabase(clusterUrl, name), 2, log, { connectionTimeoutMillis: 20_000 })
  const auth = makeAuth(
    {
      config: readConfig({}),
      secret: 'a secret of forty characters for playing',
      baseUrl,
      origins: [baseUrl],
      database,
      log,
    },
    cheap,
  )
  try {
    return await database.db.connection().execute(async (db) => {
      await sql`select setseed(0.5)`.execute(db)
      const ctx = (man: { id: string }): CallContext => ({
        ...{ db, viewer: bySession(man.id, man.id), limits: unlimited, live: { notify() {} }, geocoder: noGeocoder },
        ...{ model: null, modelMonthlyTokens: null, log, adminEmails: [], address: null },
      })
      const as = (man: { id: string }) => createRouterClient(router, { context: ctx(man) })
      const makers = makeMakers({ db, auth, as })
      const engine = makeEngine({ db, ctx, setClock: await installClock(db), makePod: makers.pod })
      return await play(engine, pods, options, makers.members)
    })
  } finally {
    await database.close()
    await asOwner(clusterUrl, `drop database ${name} with (force)`)
  }
}
