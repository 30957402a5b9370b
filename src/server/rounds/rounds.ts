/** The public module of the rounds room. */
export { checkIn, deleteCheckIn, deleteOwnCheckIns } from './check-ins.ts'
export type { RoundFact } from './facts.ts'
export { listOwnCheckIns } from './history.ts'
export { runRounds, turnRounds } from './opening.ts'
export { roundParts } from './own-data.ts'
export { endPause, setPause, setReminders } from './own-place.ts'
export { getRounds, listRounds } from './reading.ts'
export { endRhythm, setRhythm } from './rhythm.ts'
