/** The day in data. */
import { queries } from '../kernel/api.ts'

export const dayQuery = (zone: string) => queries.day.getDay.queryOptions({ input: { zone } })
