/** The parsed options of `npm run seed -- …`. */
import { parseArgs } from 'node:util'
import { type Amounts, Refused } from './bulk.ts'

const THINGS = [
  ...(['members', 'posts', 'comments', 'votes', 'groups', 'pods', 'messages', 'rounds', 'talk', 'events'] as const),
]
/** If the option is missing, each pod has so many rounds on average. */
const ROUNDS_PER_POD = 2
const USAGE = `Usage: npm run seed -- ${THINGS.map((name) => `--${name} N`).join(' ')} [--seed 7] [--force]`

export interface SeedOptions extends Amounts {
  seed: number
  force: boolean
}

/** Throws `Refused` with a message for the terminal. */
export function parseSeedOptions(args: string[]): SeedOptions {
  const { seed, force, ...values } = parsed(args)
  const amounts = {
    ...{ members: 0, posts: 0, comments: 0, votes: 0, groups: 0 },
    ...{ pods: 0, messages: 0, rounds: 0, talk: 0, events: 0 },
  }
  for (const name of THINGS) amounts[name] = whole(name, values[name] ?? '0')
  if (values.rounds === undefined) amounts.rounds = ROUNDS_PER_POD * amounts.pods
  if (Object.values(amounts).every((amount) => amount === 0)) throw new Refused(USAGE)
  return { ...amounts, seed: whole('seed', seed ?? '7'), force: force ?? false }
}

type Values = Partial<Record<(typeof THINGS)[number] | 'seed', string>> & { force?: boolean }

function parsed(args: string[]): Values {
  const numbers = [...THINGS, 'seed'].map((name) => [name, { type: 'string' }] as const)
  try {
    return parseArgs({ args, options: { ...Object.fromEntries(numbers), force: { type: 'boolean' } } }).values as Values
  } catch (error) {
    throw new Refused(`${(error as Error).message.split('. ')[0]}.\n${USAGE}`)
  }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`--${name} must be a whole number; it is "${text}".`)
  return Number(text)
}
