/** Services beside the program: the model, the geocoder, search by meaning. The site works without them. */
import type { Config } from '#config'
import { type Finding, good, look, PATIENCE_MS, reasonOf } from './finding.ts'

/** A service that answers anything at all is there; only its own calls show whether it accepts the program. */
export async function checkService(name: string, url: string | null, without: string): Promise<Finding> {
  if (!url) return good(`${name}: none. ${without}`)
  const { host } = new URL(url)
  try {
    await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    return good(`${name}: ${host} answers.`)
  } catch (error) {
    return look(`${name}: ${host} does not answer (${reasonOf(error)}). ${without}`)
  }
}

/** It is optional, so the operator is told what it brings and what it costs (docs/decisions/040). */
export async function checkMeaning(embeddings: Config['embeddings']): Promise<Finding> {
  if (!embeddings)
    return good(
      'Search by meaning: off. With EMBEDDINGS_URL=local the assistant finds more threads that use other words than the ' +
        'question; each paragraph then takes some 30 ms of a processor, once and in the background.',
    )
  if (embeddings.url === 'local') return good('Search by meaning: on, with the packaged model.')
  return checkService('Search by meaning', embeddings.url, 'The assistant finds threads by their words alone.')
}
