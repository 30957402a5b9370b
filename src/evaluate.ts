/**
 * `npm run evaluate -- FILE`: measures how well the assistant finds the answers to the questions of a set. It does not
 * touch the community's database.
 */
import { existsSync } from 'node:fs'
import { ConfigError, readConfig } from './config.ts'
import { BadSet, evaluate } from './server/evaluation/evaluation.ts'
import { makeLog } from './server/kernel/log.ts'
import { makeEmbeddings } from './server/kernel/model/model.ts'

const [file, ...others] = process.argv.slice(2)
try {
  if (!file || others.length > 0 || file.startsWith('-')) throw new BadSet('Usage: npm run evaluate -- FILE')
  if (!existsSync(file)) throw new BadSet(`There is no file ${file}.`)
  const embeddings = makeEmbeddings(readConfig(process.env))
  await evaluate(file, { log: makeLog('warn'), say: (line) => console.log(line), embeddings })
  await embeddings?.stop()
} catch (error) {
  if (!(error instanceof BadSet || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
