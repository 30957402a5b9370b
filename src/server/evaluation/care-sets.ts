/** Sets of sentences for the care panel: measures the rules on one, or learns the model from those in the repository. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Care, careOf } from '#contract/care-words.ts'
import { type CareSentence, trainCare } from './care-training.ts'
import { BadSet } from './set.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SETS = join(ROOT, 'test/sets/care')
const WEIGHTS = join(ROOT, 'src/contract/care-weights.ts')
const Sentence = z.object({ text: z.string().min(1), care: z.boolean() })

export function readCareSet(file: string): CareSentence[] {
  if (!existsSync(file)) throw new BadSet(`There is no file ${file}.`)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line, at) => {
    const read = Sentence.safeParse(parsed(line))
    if (!read.success) throw new BadSet(`Line ${at + 1} of ${file} is not {"text": "...", "care": true or false}.`)
    return read.data
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The sentences that the model learns from. */
export const trainingSentences = (): CareSentence[] =>
  readdirSync(SETS)
    .filter((name) => name.startsWith('train'))
    .sort()
    .flatMap((name) => readCareSet(join(SETS, name)))

export interface CareFigures {
  needs: { of: number; panel: number; line: number; missed: number }
  everyday: { of: number; panel: number; line: number }
  /** share that got the panel or the line */
  found: number
  /** share of everyday sentences; a line counts half */
  alarms: number
}

export function measureCare(sentences: CareSentence[]): CareFigures {
  const levels = (care: boolean): (Care['level'] | null)[] =>
    sentences.filter((one) => one.care === care).map(({ text }) => careOf(text)?.level ?? null)
  const [needs, everyday] = [levels(true), levels(false)]
  const count = (all: (Care['level'] | null)[], level: Care['level'] | null) =>
    all.filter((one) => one === level).length
  const share = (part: number, of: number) => (of === 0 ? 0 : Number((part / of).toFixed(4)))
  const [panel, line] = [count(everyday, 'panel'), count(everyday, 'line')]
  const missed = count(needs, null)
  return {
    needs: { of: needs.length, panel: count(needs, 'panel'), line: count(needs, 'line'), missed },
    everyday: { of: everyday.length, panel, line },
    found: share(needs.length - missed, needs.length),
    alarms: share(panel + line / 2, everyday.length),
  }
}

/** Writes care-weights.ts anew. Returns how many sentences it learned from. */
export function trainFromSets(): number {
  const sentences = trainingSentences()
  const { bias, unit, packed } = trainCare(sentences)
  const lines = packed.match(/.{1,116}/g)!.map((part) => `  '${part}'`)
  writeFileSync(
    WEIGHTS,
    `/** Made by \`npm run evaluate -- --train-care\` from test/sets/care; do not edit. care-score.ts says how it is read. */\n\n// biome-ignore-all format: packed bytes\nexport const CARE_WEIGHTS = {\n  bias: ${bias},\n  unit: ${unit},\n  packed: [\n${lines.join(',\n')},\n  ].join(''),\n}\n`,
  )
  return sentences.length
}
