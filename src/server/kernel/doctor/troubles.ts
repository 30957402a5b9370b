/** When the operator is told that something is wrong, and when that it is over. Pure: the state is stored by `watch.ts`. */

const MINUTE_MS = 60_000
/** What lasts for so long is told; what has been well for so long is over. */
const LASTS_MS = 15 * MINUTE_MS
/** What is wrong for so long goes into a mail that is sent anyway, so that one cause makes one mail. */
const JOINS_MS = 5 * MINUTE_MS
/** The operator is told of the same thing once in this time, however often it begins again. */
const QUIET_MS = 6 * 60 * MINUTE_MS

/** Times are in ms. */
export interface Trouble {
  /** what is wrong: "the disk" */
  about: string
  /** as the doctor said it last */
  sentences: string[]
  /** null: it is well */
  wrongSince: number | null
  /** null: it is wrong */
  wellSince: number | null
  /** the operator was told, and not yet that it is over */
  isTold: boolean
  /** when the operator was told last; null: never */
  toldAt: number | null
}

/** What was looked at, with the sentences that say what is wrong; none: it is well. */
export type Looked = ReadonlyMap<string, string[]>

export interface News {
  begun: Trouble[]
  over: Trouble[]
  /** told before, and still wrong */
  still: Trouble[]
}

/** Returns the state after a look, and what the operator must be told; null: nothing. */
export function afterLook(
  before: readonly Trouble[],
  looked: Looked,
  now: number,
): { troubles: Trouble[]; news: News | null } {
  const known = new Map(before.map((trouble) => [trouble.about, trouble]))
  for (const [about, sentences] of looked) {
    const trouble = seen(known.get(about) ?? unknown(about), sentences, now)
    known.set(about, trouble)
  }
  const troubles = [...known.values()].filter(
    ({ wrongSince, isTold, toldAt }) => wrongSince !== null || isTold || (toldAt !== null && now - toldAt < QUIET_MS),
  )
  // what was not looked at may have changed meanwhile
  const isSeen = ({ about }: Trouble) => looked.has(about)
  const begun = beginning(troubles.filter(isSeen), now)
  const over = ending(troubles, now).filter(isSeen)
  const still = troubles.filter((one) => one.isTold && one.wrongSince !== null)
  const changed = troubles.map((one) => {
    if (begun.includes(one)) return { ...one, isTold: true, toldAt: now }
    return over.includes(one) ? { ...one, isTold: false } : one
  })
  const isNews = begun.length > 0 || over.length > 0
  return { troubles: changed, news: isNews ? { begun, over, still } : null }
}

const unknown = (about: string): Trouble => ({
  ...{ about, sentences: [], wrongSince: null, wellSince: null, isTold: false, toldAt: null },
})

function seen(trouble: Trouble, sentences: string[], now: number): Trouble {
  if (sentences.length === 0)
    return { ...trouble, wrongSince: null, wellSince: trouble.wrongSince === null ? (trouble.wellSince ?? now) : now }
  return { ...trouble, sentences, wrongSince: trouble.wrongSince ?? now, wellSince: null }
}

/** With the first one that has lasted go those that began shortly after it. */
function beginning(troubles: Trouble[], now: number): Trouble[] {
  const lasting = (ms: number) =>
    troubles.filter(
      ({ wrongSince, isTold, toldAt }) =>
        wrongSince !== null && !isTold && now - wrongSince >= ms && (toldAt === null || now - toldAt >= QUIET_MS),
    )
  return lasting(LASTS_MS).length > 0 ? lasting(JOINS_MS) : []
}

/** One mail for all that was told. If something else stays wrong for hours, what is over is told without it. */
function ending(troubles: Trouble[], now: number): Trouble[] {
  const told = troubles.filter(({ isTold }) => isTold)
  const wellFor = ({ wellSince }: Trouble) => (wellSince === null ? 0 : now - wellSince)
  const over = told.filter((one) => wellFor(one) >= LASTS_MS)
  return over.length === told.length || over.some((one) => wellFor(one) >= QUIET_MS) ? over : []
}
