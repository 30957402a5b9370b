/** The names of the browser's lazy chunks are hashes, so a test finds one by its contents. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The URL pattern of the only chunk that contains these words. */
export function scriptWith(words: string): string {
  const folder = join(process.env.PAGES_DIR!, 'client/assets')
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const found = scripts.filter((file) => readFileSync(join(folder, file), 'utf8').includes(words))
  if (found.length !== 1) throw new Error(`${found.length} files of script hold ${JSON.stringify(words)}`)
  return `**/assets/${found[0]}`
}

/** The contract's client, which sends queries and mutations. */
export const transport = () => scriptWith('parse_standard_body')

/** The code that leads a new member to the first steps. */
export const gate = () => scriptWith(' as toFirstSteps')
