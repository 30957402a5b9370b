/**
 * `npm run evaluate -- FILE`: measures how well the assistant finds the answers to the questions of a set. It does not
 * touch the community's database. `-- --care FILE` measures when the care panel is shown, `-- --train-care` learns its
 * model anew, `-- --learn-words FILE` makes the table of near words from word vectors.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { measureCare, readCareSet, trainFromSets } from './server/evaluation/care-sets.ts'
import { BadSet, evaluate } from './server/evaluation/evaluation.ts'
import { learnNearWords } from './server/evaluation/near-words-learning.ts'
import { makeLog } from './server/kernel/log.ts'
import { makeEmbeddings } from './server/kernel/model/model.ts'

const USAGE = 'Usage: npm run evaluate -- FILE, or -- --care FILE, or -- --train-care, or -- --learn-words FILE'
const NEAR_WORDS = join(import.meta.dirname, 'server/retrieval/near-words.bin')
const args = process.argv.slice(2)
const [file, other, ...rest] = args
try {
  if (file === '--train-care' && !other) console.log(`Learned from ${trainFromSets()} sentences.`)
  else if (file === '--care' && other && rest.length === 0) console.log(JSON.stringify(measureCare(readCareSet(other))))
  else if (file === '--learn-words' && other && rest.length === 0)
    console.log(`Learned ${await learnNearWords(other, NEAR_WORDS)} words.`)
  else await evaluateAnswers()
} catch (error) {
  if (!(error instanceof BadSet || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function evaluateAnswers() {
  if (!file || other || file.startsWith('-')) throw new BadSet(USAGE)
  if (!existsSync(file)) throw new BadSet(`There is no file ${file}.`)
  const embeddings = makeEmbeddings(readConfig(process.env))
  await evaluate(file, { log: makeLog('warn'), say: (line) => console.log(line), embeddings })
  await embeddings?.stop()
}
