/** The files of script that the browser fetches late are called by their hash alone, so a test names one by what is in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The address pattern of the only file that holds these words. */
export function scriptWith(words: string): string {
  const folder = join(process.env.PAGES_DIR!, 'client/assets')
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const found = scripts.filter((file) => readFileSync(join(folder, file), 'utf8').includes(words))
  if (found.length !== 1) throw new Error(`${found.length} files of script hold ${JSON.stringify(words)}`)
  return `**/assets/${found[0]}`
}

/** The contract's client, which sends what is asked and done. */
export const transport = () => scriptWith('parse_standard_body')

/** What leads a new member to the first steps. */
export const gate = () => scriptWith('(?:about|welcome)')
