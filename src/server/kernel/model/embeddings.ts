/** The model that turns texts into vectors. Off by default. */
import type { Config } from '#config'
import { makeHttpEmbeddings } from './embeddings-http.ts'
import { makeLocalEmbeddings } from './embeddings-local.ts'
import type { Embeddings } from './meaning.ts'

/** Returns null if the operator has not configured one. */
export function makeEmbeddings({ embeddings }: Pick<Config, 'embeddings'>): Embeddings | null {
  if (!embeddings) return null
  return embeddings.url === 'local' ? makeLocalEmbeddings(embeddings.model) : makeHttpEmbeddings(embeddings)
}
