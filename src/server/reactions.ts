/** Which reader reacts to which facts: one line each. */
import { answersTold, takingBack } from './assistant/assistant.ts'
import type { Reader } from './kernel/stream/stream.ts'
import { retrievalReader } from './retrieval/retrieval.ts'

export const readers: Reader[] = [retrievalReader, takingBack, answersTold]
