/** What administrators decide (docs/decisions/024). Who calls has been asked before: for everybody else there is nothing here. */
export { listActs } from './acts.ts'
export { listReports } from './cases.ts'
export { decideReport, removeThing, restoreThing } from './deciding.ts'
export type { AdminFact } from './facts.ts'
export { administratorsLog } from './log.ts'
export { adminParts } from './own-data.ts'
export { listStandings, restoreMember, suspendMember } from './standings.ts'
