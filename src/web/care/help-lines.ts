import { queries } from '../kernel/api.ts'

/** in ms; the lines change a few times a year */
const HOUR_MS = 3_600_000

export const helpLinesQuery = () => queries.care.listHelpLines.queryOptions({ staleTime: HOUR_MS })
