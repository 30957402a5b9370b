/**
 * Decisions of administrators (docs/decisions/024). The caller's role was checked before; everyone else gets the answer
 * of a missing procedure.
 */

export { listReports } from './cases.ts'
export { openReport, takeReport, writeToAuthor } from './danger.ts'
export { decideReport, removeThing, restoreThing } from './decisions.ts'
export type { AdminFact } from './facts.ts'
export { administratorsLog } from './log.ts'
export { listActs } from './log-list.ts'
export { adminParts } from './own-data.ts'
export { listStandings, restoreMember, suspendMember } from './standings.ts'
