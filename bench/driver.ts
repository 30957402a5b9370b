/**
 * The rate of the database and the driver alone: the statements of one request are recorded once and then repeated without the
 * program.
 */
import pg from 'pg'
import { openDatabase } from '#server/kernel/postgres/postgres.ts'
import { makeBrowser } from '../test/client.ts'
import { serve } from '../test/serve.ts'
import type { Community } from './community.ts'

export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

export type Caller = 'member' | 'visitor'

/**
 * The statements that the program runs to answer this path to the community's first member (with the session), or to a visitor.
 */
export async function statementsOf(
  community: Community,
  path: string,
  caller: Caller = 'member',
): Promise<Statement[]> {
  const statements: Statement[] = []
  let isListening = false
  const database = openDatabase(community.databaseUrl, 4, quiet)
  // recorded below our own client, which names the prepared statements, so that the driver alone uses the same names
  const driver = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown }
  const { query } = driver
  driver.query = function (...args) {
    const said = statement(args)
    // jobs run beside the request, on the same connections
    if (isListening && !said.text.includes('graphile_worker')) statements.push(said)
    return query.apply(this, args)
  }
  const served = await serve({ database, log: quiet, pages: 'stub' })
  try {
    const browser = makeBrowser(served.url)
    if (caller === 'member') await browser.call('/sign-in/email', community.login)
    await browser.get(path) // statements that run only once, on the first request, run now
    isListening = true
    const { status } = await browser.get(path)
    isListening = false
    if (status !== 200 || statements.length === 0)
      throw new Error(`${path} answered ${status} with ${statements.length} statements`)
    // a statement without parameters is sent without parameters
    if (statements.some(({ values }) => values.length > 0) && !statements.some(({ name }) => name))
      throw new Error(`${path}: no statement with a name was recorded`)
    return statements
  } finally {
    driver.query = query
    await served.stop()
    await database.close()
  }
}

function statement([first, second]: unknown[]): Statement {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text, values = [], name } = first as Partial<Statement>
  return { text: text ?? '', values: values.length || !Array.isArray(second) ? values : second, name }
}

/** Rounds of all statements per second, by ten connections that do nothing else; the best of three runs. */
export async function driverRate(url: string, statements: Statement[], seconds: number): Promise<number> {
  let best = 0
  for (let round = 0; round < 3; round++) {
    const pool = new pg.Pool({ connectionString: url, max: 10 })
    let rounds = 0
    const from = performance.now()
    const until = from + seconds * 1000
    const one = async () => {
      const client = await pool.connect()
      while (performance.now() < until) {
        for (const { text, values, name } of statements) await client.query({ text, values: [...values], name })
        rounds++
      }
      client.release()
    }
    await Promise.all(Array.from({ length: 10 }, one))
    best = Math.max(best, rounds / ((performance.now() - from) / 1000))
    await pool.end()
  }
  return best
}
