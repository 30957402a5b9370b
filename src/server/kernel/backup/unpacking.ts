/** Unpacks a base backup: its parts are one tar file. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import type { Manifest } from './manifest.ts'
import { partName } from './objects.ts'
import { Damaged } from './seal.ts'
import { mustGet, type Vault } from './vault.ts'

type PartsVault = Pick<Vault, 'get' | 'description'>

/** The content of the parts, one after the other, each checked against the manifest. */
async function* contentOf(vault: PartsVault, { id, parts }: Manifest): AsyncGenerator<Uint8Array> {
  for (const [at, hash] of parts.entries()) {
    const part = await mustGet(vault, partName(id, at + 1))
    if (createHash('sha256').update(part).digest('hex') !== hash)
      throw new Damaged(`${partName(id, at + 1)} is not the part that this base backup has.`)
    yield part
  }
}

/** Writes the files of a base backup into this folder. */
export async function unpack(vault: PartsVault, base: Manifest, to: string): Promise<void> {
  const extract = tar.extract()
  const stop = new AbortController()
  const feeding = pipeline(Readable.from(contentOf(vault, base)), extract)
  // after an error the archive may say nothing more, and waiting for its next file would last for ever
  feeding.catch((error) => stop.abort(error))
  try {
    await writeFiles(extract, to, stop.signal)
  } catch (error) {
    // the error of the part, not that its file was broken off
    stop.signal.throwIfAborted()
    extract.destroy()
    throw error
  }
  await feeding
  await chmod(join(to, 'postgres'), 0o700)
}

async function writeFiles(extract: tar.Extract, to: string, stopped: AbortSignal): Promise<void> {
  const entries = extract[Symbol.asyncIterator]()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  stopped.addEventListener('abort', () => reject(stopped.reason))
  for (;;) {
    const { value: entry, done } = await Promise.race([entries.next(), failed])
    if (done) return
    await writeFile(entry, to, stopped)
  }
}

type Entry = tar.Extract extends AsyncIterable<infer One> ? One : never

async function writeFile(entry: Entry, to: string, signal: AbortSignal): Promise<void> {
  const path = join(to, entry.header.name)
  if (!path.startsWith(to + sep)) throw new Error(`${entry.header.name} does not belong into a backup.`)
  if (entry.header.type === 'directory') {
    await mkdir(path, { recursive: true, mode: 0o700 })
    entry.resume()
    return
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  signal.throwIfAborted()
  await pipeline(entry, createWriteStream(path, { mode: 0o600 }), { signal })
}
