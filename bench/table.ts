/** The table of results: each measured value beside its limit. */
export interface Row {
  figure: string
  value: number
  limit: number
  unit: string
  /** the limit is the minimum; otherwise it is the maximum */
  least?: boolean
}

export const holds = ({ value, limit, least }: Row): boolean => (least ? value >= limit : value <= limit)

/** `at`: the commit at which it was measured. */
export function print(rows: (Row & { at: string })[]): void {
  if (rows.length === 0) return
  const width = Math.max(...rows.map(({ figure }) => figure.length))
  console.log(`\n${'figure'.padEnd(width)}  ${'measured'.padStart(10)}  ${'limit'.padStart(9)}   share  measured at`)
  for (const row of rows) {
    const { figure, value, limit, unit, least, at } = row
    const share = limit === 0 ? '' : `${Math.round((value / limit) * 100)} %`
    console.log(
      `${figure.padEnd(width)}  ${shown(value).padStart(10)}  ${`${least ? '≥' : '≤'} ${limit}`.padStart(9)}  ${share.padStart(6)}  ${at.padEnd(11)}  ${unit}${holds(row) ? '' : '  NOT REACHED'}`,
    )
  }
}

/** Rounds to three digits: a measurement is not more exact. */
export const shown = (value: number) =>
  value >= 1000 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Infinite if there are no values, so that no limit is met. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}
