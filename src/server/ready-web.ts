/** The readiness check: whether this process should be sent requests. */
import type { Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Config } from '#config'
import { makeBudget } from './kernel/budget.ts'
import { DOCTOR_HEADER, SETTINGS_HEADER, settingsFor } from './kernel/doctor/doctor.ts'
import { CALLER_HEADER, CALLER_SOURCE_HEADER, callerAt } from './kernel/http/http.ts'
import { type Database, hasFunctions } from './kernel/postgres/postgres.ts'

interface ReadyParts {
  config: Config
  /** the doctor proves with it that he may compare settings */
  secret: string
  database: Pick<Database, 'db'>
  /** migrations that this program knows; it is ready only if the database has them all */
  migrations: string[]
  /** a stopping process is not ready, so that a load balancer sends it nothing more */
  isStopping?: (() => boolean) | undefined
}

type State = 'ready' | 'waiting for migrations' | 'no database'

/** Readings of the database, for all callers together. Beyond them the answer is the last state, a tenth of a second old. */
const READINGS = { burst: 20, perSecond: 10 }

export function mountReady(app: Hono, { config, secret, database, migrations, isStopping }: ReadyParts): void {
  const callerOf = callerAt(config)
  const readings = makeBudget(READINGS, () => performance.now())
  let last: Promise<State> | null = null
  let isReading = false
  /** Checks at the same time share one reading. Nobody is refused, because a supervisor would end a process that refuses. */
  const state = (): Promise<State> => {
    if (last && (isReading || !readings.spend())) return last
    isReading = true
    last = stateOf(database, migrations).finally(() => {
      isReading = false
    })
    return last
  }

  app.get('/readyz', async (context) => {
    const { address, source } = callerOf(context)
    context.header('Cache-Control', 'no-store')
    context.header(CALLER_HEADER, address)
    context.header(CALLER_SOURCE_HEADER, source)
    const settings = settingsFor(context.req.header(DOCTOR_HEADER), config, secret)
    if (settings) context.header(SETTINGS_HEADER, settings)
    if (isStopping?.()) return context.json({ status: 'stopping' }, 503)
    return answered(context, await state())
  })
}

function answered(context: Context, status: State): Response {
  if (status === 'no database') context.header('Retry-After', '5')
  return context.json({ status }, status === 'ready' ? 200 : 503)
}

async function stateOf({ db }: Pick<Database, 'db'>, migrations: string[]): Promise<State> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter((name) => !applied.has(name.replace(/\.sql$/, '')))
    return missing.length || !(await hasFunctions(db)) ? 'waiting for migrations' : 'ready'
  } catch {
    return 'no database'
  }
}
