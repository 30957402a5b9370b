/** Which writes are in the target, and whether one waits in the file of the log that the server fills. Pure. */
import { isIn, type Position, segmentOf } from './risk.ts'

/** After so many ms, a file with a write in it is ended. */
const SWITCH_AFTER_MS = 20_000

/** Where the server was at this time. */
export interface Look extends Position {
  at: number
}

export class Writes {
  /** the last look at each file of the log that is not in the target yet, the oldest first */
  readonly #missing = new Map<bigint, Look>()
  /** the newest look of which everything is in the target */
  #safe: Look | null = null
  #last: Look | null = null
  /** nothing that this look has seen is in the current file */
  #ended: Look | null = null
  /** since when a write may be in the current file; null: none is */
  #written: number | null
  readonly #begun: number

  /** `begun`: since when a write may be missing. */
  constructor(begun: number) {
    this.#begun = begun
    this.#written = begun
  }

  /** `file`: the newest one in the target. Returns since when a write is missing there; null: none is. */
  add(look: Look, file: string | undefined): number | null {
    const before = this.#last
    if (before && segmentOf(before) !== segmentOf(look)) this.noteSwitch(before)
    if (before && look.snapshot !== this.#ended?.snapshot) this.#written ??= before.at
    this.#last = look
    this.#missing.set(segmentOf(look), look)
    for (const [segment, one] of this.#missing) {
      if (!isIn(file, one.lsn) && one.snapshot !== this.#safe?.snapshot) continue
      this.#missing.delete(segment)
      this.#safe = one
    }
    return this.#missing.size === 0 ? null : (this.#safe?.at ?? this.#begun)
  }

  /** Returns true if a write has waited in the current file for long enough. */
  mustSwitch(now: number): boolean {
    return this.#written !== null && now - this.#written >= SWITCH_AFTER_MS
  }

  /** The file in which this look was has ended. */
  noteSwitch(look: Look): void {
    this.#ended = look
    this.#written = null
  }
}
