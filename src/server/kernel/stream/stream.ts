/** The stream of facts: what happened, its live notifications, and the readers that react to it. */
export { fact, type KindsOf, type NewFact, record, ringFor, ringWithoutFact } from './facts.ts'
export { streamJobs } from './folding.ts'
export { type MailsOf, mailReader } from './mails.ts'
export { type Fact, keepDoing, keepReaders, type ReactsTo, type Reader, readSome } from './readers.ts'
export { takeWords, unreadBy } from './unread.ts'
