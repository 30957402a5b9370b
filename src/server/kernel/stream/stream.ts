/** The stream of facts: what happened, and the readers that react to it. */
export { type FactKind, recordFact } from './facts.ts'
export { type Fact, keepDoing, keepReaders, type Reader, readSome } from './readers.ts'
