/** Which reader reacts to which facts: one line each. */
import type { Reader } from './kernel/readers.ts'

export const readers: Reader[] = []
