/** The running program, as the doctor reaches it on this machine: whether it runs, and with which settings. */
import { type Kysely, sql } from 'kysely'
import type { Config } from '#config'
import type { DB } from '#db/types.ts'
import { CALLER_SOURCE_HEADER } from '../http/http.ts'
import { type Finding, good, listWords, look, reasonOf, wrong } from './finding.ts'
import { type Answer, requestBody } from './request.ts'
import { changedSettings, DOCTOR_HEADER, doctorsKey, SETTINGS_HEADER } from './settings.ts'

export interface AskedProgram {
  /** http://HOST:PORT */
  address: string
  /** `self`: the doctor runs inside of the program */
  is: 'self' | 'here' | 'other' | 'away'
  /** why it does not answer */
  reason: string
  /** "ready", "no database", …; of another program: its status */
  status: string
  /** the variables that were changed since its start; null if it cannot be known */
  changed: string[] | null
}

const addressOf = ({ host, port }: Pick<Config, 'host' | 'port'>) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

export const insideOfProgram = (config: Config): AskedProgram => ({
  ...{ address: addressOf(config), is: 'self', reason: '', status: 'ready', changed: [] },
})

/** `secret`: that of the instance; null if it is not known here. */
export async function askProgram(config: Config, secret: string | null): Promise<AskedProgram> {
  const asked = { address: addressOf(config), reason: '', status: '', changed: null }
  let answer: Answer & { body: string }
  try {
    answer = await requestBody(`${asked.address}/readyz`, secret ? { [DOCTOR_HEADER]: doctorsKey(secret) } : {})
  } catch (error) {
    return { ...asked, is: 'away', reason: reasonOf(error) }
  }
  if (!answer.headers[CALLER_SOURCE_HEADER]) return { ...asked, is: 'other', status: String(answer.status) }
  const { status } = JSON.parse(answer.body) as { status: string }
  const settings = answer.headers[SETTINGS_HEADER]
  const changed = secret && settings ? changedSettings(String(settings), config, secret) : secret ? null : []
  return { ...asked, is: 'here', status, changed }
}

interface Around {
  /** a program is connected to the database; null if that cannot be known */
  isConnected: boolean | null
  /** the database answers, and its schema is the one of this version */
  isDatabaseWell: boolean
}

/** `faults`: why members would not reach the new PUBLIC_URL. */
export function ofProgram(
  asked: AskedProgram,
  { isConnected, isDatabaseWell }: Around,
  faults: readonly string[],
): Finding[] {
  const { address, is, reason, status, changed } = asked
  if (is === 'self') return []
  if (is === 'away' && isConnected)
    return [
      wrong(
        `The program runs, but not at ${address} (${reason}). If HOST or PORT was changed, restart it; otherwise run the doctor on its machine, with its variables.`,
      ),
    ]
  if (is === 'away')
    return [
      wrong(
        `The program does not run: nothing answers at ${address} (${reason}), so members see an error page. Start it. If it ends again, the last lines of its log say why.`,
      ),
    ]
  if (is === 'other')
    return [
      wrong(
        `At ${address} another program answers (${status}). Run the doctor with the variables of the program, such as PORT.`,
      ),
    ]
  if (changed === null)
    return [
      wrong(
        `The program at ${address} has another SECRET or another version than this doctor. If you have changed one of them, restart the program; otherwise run the doctor with its variables and its DATA_DIR.`,
      ),
    ]
  if (changed.length > 0) {
    const advice =
      faults.length > 0
        ? `Do not restart it yet, because the new PUBLIC_URL would not work: ${faults.join(' ')}`
        : 'If you have changed it, restart the program; otherwise run the doctor with the variables of the program.'
    return [wrong(`The program runs with another ${listWords(changed)} than this doctor. ${advice}`)]
  }
  if (status === 'ready') return [good(`The program answers at ${address}.`)]
  if (status === 'stopping') return [look('The program is stopping. Run the doctor again when it has started.')]
  // what is wrong with the database has been said
  if (!isDatabaseWell) return []
  if (status === 'no database')
    return [
      wrong(
        'The program does not reach the database, but the doctor does: members see "We will be right back". If that lasts for a minute, restart the program.',
      ),
    ]
  return [
    wrong(
      'The program is of another version than its database: members see "We will be right back". Restart the program.',
    ),
  ]
}

/** Whether any process of the community is connected. The commands have other names. */
export async function isProgramConnected(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from pg_stat_activity a
      where a.datname = current_database() and a.application_name = 'fatherkin') as is_there`.execute(db)
  return rows[0]!.is_there
}
