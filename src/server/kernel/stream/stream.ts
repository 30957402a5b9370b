/** The stream of facts: what happened, its live notifications, and the readers that react to it. */
export { parkedFacts, type ReaderDelay, readerDelays } from './delays.ts'
export { fact, factOf, type KindsOf, type NewFact, notifyFor, notifyWithoutFact, record } from './facts.ts'
export { streamJobs } from './folding.ts'
export { type MailsOf, mailReader, sourceOf, type ToldFact, toldFactOf, writersOf } from './mails.ts'
export { type Fact, type ReactsTo, type Reader, readBatch, runReaders, runRepeatedly } from './readers.ts'
export { takeFactText, unreadFactsOf } from './unread.ts'
