/** The public module of the seasons room. */
export { answerSeason, getSeason, ownSeasonsAsked } from './answers.ts'
export { podText } from './download.ts'
export type { SeasonFact } from './facts.ts'
export { seasonMailReader, seasonMailWriters } from './mails.ts'
export { seasonParts } from './own-data.ts'
