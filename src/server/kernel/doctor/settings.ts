/**
 * Whether the running program has the settings that the doctor reads. A changed environment holds only after a restart. The
 * program tells the doctor, who proves that he knows SECRET, a mark of each setting: a value cannot be found from its mark.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#config'

export const DOCTOR_HEADER = 'x-doctor'
export const SETTINGS_HEADER = 'x-settings'

/** The variables that an operator sets. Those that he gives to a command for one time are left out. */
const SETTINGS: [string, (config: Config) => unknown][] = [
  ['PUBLIC_URL', ({ publicUrl }) => publicUrl],
  ['TRUST_PROXY', ({ trustProxy }) => trustProxy],
  ['DATABASE_URL', ({ databaseUrl }) => databaseUrl],
  ['DATABASE_DIRECT_URL', ({ databaseDirectUrl }) => databaseDirectUrl],
  ['DATABASE_REPLICA_URL', ({ databaseReplicaUrl }) => databaseReplicaUrl],
  ['DATA_DIR', ({ dataDir }) => dataDir],
  ['FILES_DIR', ({ filesDir }) => filesDir],
  ['OUTBOX_DIR', ({ outboxDir }) => outboxDir],
  ['S3_…', ({ s3 }) => s3],
  ['BACKUP_…', ({ backup }) => backup],
  ['BUS_URL', ({ busUrls }) => busUrls],
  ['SMTP_URL', ({ smtpUrl }) => smtpUrl],
  ['MAIL_FROM', ({ mailFrom }) => mailFrom],
  ['ALERT_MAIL_TO', ({ alerts }) => alerts],
  ['ADMIN_EMAILS', ({ adminEmails }) => adminEmails],
  ['BRAND_NAME', ({ brand }) => brand.name],
  ['ASSISTANT_NAME', ({ brand }) => brand.assistant],
  ['REQUIRE_VERIFIED_EMAIL', ({ requireVerifiedEmail }) => requireVerifiedEmail],
  ['RATE_LIMITS', ({ rateLimits }) => rateLimits],
  ['GEOCODER_URL', ({ geocoderUrl }) => geocoderUrl],
  ['MODEL_…', ({ model, modelMonthlyTokens }) => [model, modelMonthlyTokens]],
  ['EMBEDDINGS_…', ({ embeddings }) => embeddings],
  ['METRICS_…', ({ metrics }) => metrics],
  ['OTEL_…', ({ traces }) => traces],
  ['DRAIN_SECONDS', ({ drainSeconds }) => drainSeconds],
]

const markOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** What the doctor sends to be told the marks. */
export const doctorsKey = (secret: string): string => markOf(secret, 'the doctor asks for the settings')

/** The marks in the order of the settings; null if the caller is not the doctor. */
export function settingsFor(given: string | undefined, config: Config, secret: string): string | null {
  const [key, expected] = [Buffer.from(given ?? ''), Buffer.from(doctorsKey(secret))]
  if (key.length !== expected.length || !timingSafeEqual(key, expected)) return null
  return marksOf(config, secret).join(' ')
}

const marksOf = (config: Config, secret: string): string[] =>
  SETTINGS.map(([name, read]) => markOf(secret, `${name}=${JSON.stringify(read(config))}`).slice(0, 12))

/** The variables whose values differ; null if the program is of a version with other settings. */
export function changedSettings(answered: string, config: Config, secret: string): string[] | null {
  const marks = answered.split(' ')
  if (marks.length !== SETTINGS.length) return null
  const own = marksOf(config, secret)
  return SETTINGS.flatMap(([name], at) => (marks[at] === own[at] ? [] : [name]))
}
