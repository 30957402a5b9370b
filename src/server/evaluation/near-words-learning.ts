/**
 * Makes near-words.bin of the retrieval from a file of word vectors, one "word number number ..." per line, the most
 * frequent word first, as those of GloVe are published. Takes some minutes.
 */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { packedWords } from '../retrieval/retrieval.ts'
import { BadSet } from './set.ts'

/** At most 65,536, because a word is stored as two bytes. */
const MAX_WORDS = 45_000
const MAX_NEAR = 40
/** Near words are among so many of the most frequent ones: those that a community has from its first weeks. */
const MAX_FREQUENT = 15_000
/** A cosine. Below it, words are seldom about the same thing. */
const MIN_NEARNESS = 0.42
/** How many directions that all words share are taken out; they say how frequent a word is, and nothing about its meaning. */
const COMMON_DIRECTIONS = 2
/** Rounds in which a common direction is found. */
const ROUNDS = 30

/** Returns how many words were learned. */
export async function learnNearWords(vectors: string, file: string): Promise<number> {
  const { words, rows, size } = await readVectors(vectors)
  if (words.length === 0) throw new BadSet(`${vectors} has no lines of a word and its vector.`)
  centre(rows, size)
  for (let nth = 0; nth < COMMON_DIRECTIONS; nth++) takeOut(rows, size, commonDirection(rows, size))
  for (let at = 0; at < rows.length; at += size) toUnit(rows.subarray(at, at + size))
  const near = words.map((_, word) => nearest(rows, size, word))
  await writeFile(file, packedWords(words, near))
  return words.length
}

async function readVectors(file: string) {
  const words: string[] = []
  const numbers: number[] = []
  let size = 0
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const [word = '', ...vector] = line.split(' ')
    if (!/^[a-z]{3,20}$/.test(word)) continue
    size ||= vector.length
    if (vector.length !== size) throw new BadSet(`The vector of ${word} has ${vector.length} numbers, others ${size}.`)
    words.push(word)
    for (const number of vector) numbers.push(Number(number))
    if (words.length === MAX_WORDS) break
  }
  return { words, rows: Float32Array.from(numbers), size }
}

function centre(rows: Float32Array, size: number): void {
  const sums = new Float64Array(size)
  rows.forEach((value, at) => {
    sums[at % size]! += value
  })
  const count = rows.length / size
  rows.forEach((value, at) => {
    rows[at] = value - sums[at % size]! / count
  })
}

/** The direction in which the rows differ most, by power iteration. */
function commonDirection(rows: Float32Array, size: number): Float64Array {
  let direction = new Float64Array(size).fill(1 / Math.sqrt(size))
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(size)
    for (let at = 0; at < rows.length; at += size) {
      const share = along(rows, at, direction)
      for (let n = 0; n < size; n++) next[n]! += share * rows[at + n]!
    }
    const length = Math.hypot(...next)
    direction = next.map((value) => value / length)
  }
  return direction
}

function along(rows: Float32Array, at: number, direction: Float64Array): number {
  let sum = 0
  for (let n = 0; n < direction.length; n++) sum += rows[at + n]! * direction[n]!
  return sum
}

function takeOut(rows: Float32Array, size: number, direction: Float64Array): void {
  for (let at = 0; at < rows.length; at += size) {
    const share = along(rows, at, direction)
    for (let n = 0; n < size; n++) rows[at + n]! -= share * direction[n]!
  }
}

function toUnit(row: Float32Array): void {
  const length = Math.hypot(...row) || 1
  row.forEach((value, n) => {
    row[n] = value / length
  })
}

/** The nearest words with their cosines, the nearest first. */
function nearest(rows: Float32Array, size: number, word: number): [number, number][] {
  const from = word * size
  const found: [number, number][] = []
  for (let other = 0; other * size < rows.length && other < MAX_FREQUENT; other++) {
    if (other === word) continue
    let cosine = 0
    for (let n = 0, to = other * size; n < size; n++) cosine += rows[from + n]! * rows[to + n]!
    if (cosine >= MIN_NEARNESS) found.push([other, cosine])
  }
  return found.sort((a, b) => b[1] - a[1]).slice(0, MAX_NEAR)
}
