/** The tables of what two versions of the program made of the same men. */
import type { Part } from './order.ts'
import type { Life } from './play.ts'

export interface Compared {
  part: Part
  before: Life[]
  now: Life[]
}

type Flag = 'isAlive' | 'hasEnded' | 'endedAgainstHalf' | 'wentOnAgainstMost' | 'isStopped'
const count = (lives: Life[], flag: Flag) => lives.filter((life) => life[flag]).length
const sum = (lives: Life[], figure: 'removed' | 'removedThoughActive') =>
  lives.reduce((total, life) => total + life[figure], 0)

const sizesOf = ({ now }: Compared) => [...new Set(now.map(({ size }) => size))].sort((a, b) => a - b)

const ofSize = (size: number, { part, before, now }: Compared): Compared => ({
  part,
  before: before.filter((life) => life.size === size),
  now: now.filter((life) => life.size === size),
})

export const nameOf = ({ attendance, overlooked, answersInForm, pods }: Part) =>
  `${pods} pods, ${attendance} attendance, ${Math.round(overlooked * 100)} % overlook the question's mail, ${
    answersInForm ? 'who checks in while the form asks answers there' : 'the same answers with both rules'
  }`

const HEAD = `| men | pods | alive at round 8 | ended | ended against half | went on against most | rounds stopped | men removed | removed though active |
|---|---|---|---|---|---|---|---|---|`

export const tableOf = (compared: Compared): string =>
  [HEAD, ...sizesOf(compared).map((size) => line(String(size), ofSize(size, compared))), line('all', compared)].join(
    '\n',
  )

function line(name: string, { before, now }: Compared): string {
  const pair = (figure: (lives: Life[]) => number) => `${figure(before)} → ${figure(now)}`
  const flag = (name: Flag) => pair((lives) => count(lives, name))
  const cells = [
    ...[name, now.length, `**${flag('isAlive')}**`, flag('hasEnded'), flag('endedAgainstHalf')],
    ...[flag('wentOnAgainstMost'), flag('isStopped')],
    ...[pair((lives) => sum(lives, 'removed')), pair((lives) => sum(lives, 'removedThoughActive'))],
  ]
  return `| ${cells.join(' | ')} |`
}

/** Every broken promise as one sentence. */
export function breachesOf(compared: Compared): string[] {
  const name = nameOf(compared.part)
  const notHigher = sizesOf(compared).filter((size) => {
    const { before, now } = ofSize(size, compared)
    return count(now, 'isAlive') <= count(before, 'isAlive')
  })
  const active = sum(compared.now, 'removedThoughActive')
  return [
    ...(notHigher.length ? [`${name}: not more pods of ${notHigher.join(', ')} men are alive at round 8.`] : []),
    ...(active ? [`${name}: ${active} men were removed who had done something within two rounds.`] : []),
  ]
}
