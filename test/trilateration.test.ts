/**
 * Guarantee 61: an attacker who knows the grid, moves about, asks with every radius, compares the order and uses accounts of
 * his own learns the grid cell that the server answers with, and nothing about the position within it.
 */
import { describe, expect, test } from 'vitest'
import { NEARBY, RADII } from '#contract/local-words.ts'
import {
  type Answered,
  cellAt,
  centreOf,
  columnsOf,
  farBetween,
  milesBetween,
  type Position,
  placeOf,
  ROWS,
} from '#server/kernel/geo/grid.ts'
import { guarantee, isFull } from './guarantees/guarantee.ts'
import { makeWorld, type Person } from './world.ts'

const world = await makeWorld()
const MILE = 180 / ROWS

/** A random stream that is the same in every run. */
let seed = 7
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}
const within = (from: Position, miles: number): Position => ({
  latitude: from.latitude + (random() * 2 - 1) * miles * MILE,
  longitude: from.longitude + ((random() * 2 - 1) * miles * MILE) / Math.cos((from.latitude * Math.PI) / 180),
})
const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!

const local = async (): Promise<Person> => {
  const person = await world.member()
  await world.signedIn(person)
  await world.as(person).nearby.setLocalMode({ enabled: true })
  return person
}
/** Moves him to this position: without traces of his cell before. */
const put = async (person: Person, position: Position) => {
  await world.as(person).nearby.setLocalMode({ enabled: false })
  await world.as(person).nearby.setLocalMode({ enabled: true })
  await world.as(person).nearby.updateLocation(position)
}

/** What an attacker records at one of his positions. */
interface Note {
  from: Position
  /** the distance in words, for each radius; undefined: not in the list */
  said: (string | undefined)[]
  /** the distance in words of the last member in a full list; undefined: the list was not full */
  last: (string | undefined)[]
  /** how many of his own accounts are before the target in the list of the largest radius */
  before: string[]
}

/** The attack: from many positions, with every radius as an oracle, and the order among accounts of his own. */
async function spy(target: Person, around: Position, spies: Person[]): Promise<Note[]> {
  const notes: Note[] = []
  const [eye, ...decoys] = spies
  for (const [at, decoy] of decoys.entries()) await put(decoy, offset(around, 4 * at - 6, 5 - 3 * at))
  for (const [up, right] of PLACES) {
    const at = offset(around, up, right)
    await put(eye!, at)
    const lists = []
    for (const radius of RADII) lists.push((await world.as(eye!).nearby.listNearby({ radius })).items)
    const last = lists.at(-1)!.map(({ id }) => id)
    notes.push({
      from: at,
      last: lists.map((list) => (list.length === NEARBY.most ? list.at(-1)!.distance : undefined)),
      said: lists.map((list) => list.find(({ id }) => id === target.id)?.distance),
      before: decoys
        .map(({ id }) => id)
        .filter((id) => last.includes(id) && last.indexOf(id) < last.indexOf(target.id)),
    })
  }
  return notes
}
const offset = (from: Position, up: number, right: number): Position => ({
  latitude: from.latitude + up * MILE,
  longitude: from.longitude + (right * 360) / columnsOf(Math.floor(cellAt(from) / 32_768)),
})
/** Positions around the estimate, close and far; the last ones are on either side of a radius. */
const PLACES = [
  ...[
    [0, 0],
    [1, 0],
    [0, 1],
    [-2, 1],
    [3, -2],
    [-3, -3],
    [6, 0],
    [0, -7],
    [9, 9],
  ],
  ...[
    [4, 3],
    [4.9, 0],
    [5.1, 0],
    [0, 10],
    [-10.1, 0],
    [18, 17],
    [-25, 0],
  ],
] as [number, number][]

/** The mean of all positions with the same answers: no attacker can do better. */
function guess(notes: Note[], around: Position, answered: (at: Position) => Answered): Position {
  const isFit = (place: Answered) =>
    notes.every(({ from, said, last }) => {
      const { miles, words } = farBetween(answered(from), place)
      return RADII.every((radius, n) => {
        if (said[n] !== undefined) return said[n] === words && miles <= radius
        return miles > radius || (last[n] !== undefined && miles >= (Number.parseFloat(last[n]) || 0) - 0.5)
      })
    })
  // many positions have the same answers
  const known = new Map<string, boolean>()
  const fits: Position[] = []
  for (let up = -9; up <= 9; up += 0.2)
    for (let right = -9; right <= 9; right += 0.2) {
      const at = offset(around, up, right)
      const place = answered(at)
      const key = JSON.stringify(placeOf(place))
      const fit = known.get(key) ?? isFit(place)
      known.set(key, fit)
      if (fit) fits.push(at)
    }
  expect(fits.length).toBeGreaterThan(0)
  const mean = (of: (at: Position) => number) => fits.reduce((sum, at) => sum + of(at), 0) / fits.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}

interface Density {
  name: string
  /** other members in his cell */
  others: number
  answered(at: Position): Answered
  /** the maximum distance from the centre for members with the same answers */
  same: number
}
const FARM: Density = {
  name: 'a lonely farm',
  others: 0,
  answered: (at) => ({ cell: cellAt(at), byParent: true }),
  same: 2.5,
}
const CITY: Density = {
  name: 'a dense city',
  others: 5,
  answered: (at) => ({ cell: cellAt(at), byParent: false }),
  same: 0.5,
}

/** As many in each surrounding cell as make it answer by itself; the spies' own cells as well. */
async function settle(around: Position): Promise<void> {
  const cells = new Map<number, Position>()
  for (let up = -9; up <= 9; up += 0.5)
    for (let right = -9; right <= 9; right += 0.5) {
      const at = offset(around, up, right)
      cells.set(cellAt(at), at)
    }
  for (const [up, right] of PLACES) cells.set(cellAt(offset(around, up, right)), offset(around, up, right))
  const people: { id: string; username: string | null }[] = []
  // a cell at a time: one statement for thousands of members would reach its timeout on a slow machine
  for (const [cell] of cells)
    people.push(
      ...(await world.db
        .insertInto('user')
        .values(
          Array.from({ length: CITY.others }, (_, n) => ({
            name: 'Somebody',
            email: `c${cell}.${n}@example.org`,
            username: `c${cell}.${n}`,
            displayUsername: `c${cell}.${n}`,
            emailVerified: true,
            updatedAt: new Date(),
          })),
        )
        .returning(['id', 'username'])
        .execute()),
    )
  for (const [cell] of cells)
    await world.db
      .updateTable('profiles_private')
      .set({ local_mode_enabled: true, cell })
      .where(
        'id',
        'in',
        people.filter(({ username }) => username?.startsWith(`c${cell}.`)).map(({ id }) => id),
      )
      .execute()
}

const CENTRES = { farm: { latitude: 61.2, longitude: 8.4 }, city: { latitude: 35.7, longitude: 139.7 } }

describe.each([
  { density: FARM, around: centreOf(cellAt(CENTRES.farm)) },
  { density: CITY, around: centreOf(cellAt(CENTRES.city)) },
])('$density.name', ({ density, around }) => {
  guarantee(
    '61',
    'the attacker does no better than a guess of the centre of the cell that was shown',
    { short: 4, full: 150 },
    async (hidden) => {
      if (density === CITY) await settle(around)
      const spies = [await local(), await local(), await local(), await local()]
      const errors: { guessed: number; centre: number }[] = []
      for (let n = 0; n < hidden; n++) {
        const home = within(around, 4)
        const target = await local()
        await put(target, home)
        const notes = await spy(target, around, spies)
        // without the attacker's accounts in it a farm's cell remains one with few members
        const found = guess(notes, around, density.answered)
        errors.push({ guessed: milesBetween(found, home), centre: milesBetween(placeOf(density.answered(home)), home) })
        await world.as(target).nearby.setLocalMode({ enabled: false })
      }
      const [guessed, centre] = [
        median(errors.map((error) => error.guessed)),
        median(errors.map((error) => error.centre)),
      ]
      if (isFull)
        console.log(`${density.name}: median error ${guessed.toFixed(2)} mi, of the centre ${centre.toFixed(2)} mi`)
      // the attacker's guesses have a grid of a fifth of a mile
      expect(guessed).toBeGreaterThan(centre - 0.1)
    },
  )

  guarantee(
    '61',
    'wherever a member is in that cell, every response is the same, byte for byte',
    { short: 3, full: 60 },
    async (trials) => {
      const spies = [await local(), await local(), await local()]
      const target = await local()
      const cell = placeOf(density.answered(around))
      await put(target, cell)
      const notes = await spy(target, around, spies)
      for (let n = 0; n < trials; n++) {
        const elsewhere = within(cell, density.same * 0.98)
        expect(placeOf(density.answered(elsewhere))).toEqual(cell)
        await put(target, elsewhere)
        expect(await spy(target, around, spies)).toEqual(notes)
      }
      expect(notes.some(({ said }) => said[3] !== undefined)).toBe(true)
      await world.as(target).nearby.setLocalMode({ enabled: false })
    },
  )
})

test('61: an attacker who fills cells with his own accounts learns which of them a lone member is in, and no more', async () => {
  const around = centreOf(cellAt({ latitude: -33, longitude: 21 }))
  const eye = await local()
  await put(eye, offset(around, 12, 0))
  const target = await local()
  const accounts = await Promise.all([local(), local(), local(), local()])
  const cell = cellAt(around)
  const centre = centreOf(cell)
  const answers = new Set<string>()
  for (const part of [0, 0.1, 0.45, -0.45]) {
    await put(target, offset(centre, part, -part))
    for (const account of accounts) await put(account, centre)
    const { items } = await world.as(eye).nearby.listNearby({ radius: 50 })
    answers.add(items.find(({ id }) => id === target.id)!.distance)
  }
  const eyes = { cell: cellAt(offset(around, 12, 0)), byParent: true }
  expect([...answers]).toEqual([farBetween(eyes, { cell, byParent: false }).words])
})
