/** The pooler in transaction mode, if there is one (DATABASE_DIRECT_URL): whether it sets the limits that the program cannot set. */
import { type Finding, good, reasonOf, wrong } from './finding.ts'
import { askServer } from './question.ts'

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** `url`: the pooler's; null: there is none. */
export async function checkPooler(url: string | null): Promise<Finding[]> {
  if (!url) return []
  try {
    const missing = await missingLimits(url)
    if (missing.length > 0)
      return [
        wrong(
          `The pooler sets no ${missing.join(' and no ')}: one slow statement can hold up all members. Add what is missing to its connect_query (docs/scaling.md).`,
        ),
      ]
    return [good('The pooler answers, and ends statements that take too long.')]
  } catch (error) {
    return [
      wrong(
        `The pooler does not answer (${reasonOf(error)}): members see "We will be right back". Start it, or correct DATABASE_URL.`,
      ),
    ]
  }
}

async function missingLimits(url: string): Promise<string[]> {
  const statement = `select name from unnest($1::text[]) as name where current_setting(name) = '0'`
  const rows = await askServer<{ name: string }>(url, statement, [LIMITS])
  return rows.map(({ name }) => name)
}
