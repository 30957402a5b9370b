/**
 * A base backup by PostgreSQL's low-level interface: the files of the running server are copied between pg_backup_start and
 * pg_backup_stop, and the log that is archived meanwhile makes them consistent when they are restored. The copy is a tar
 * archive in parts, each compressed, encrypted, stored, and read back.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import tar, { type Pack } from 'tar-stream'
import { heldBy } from './lease.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { baseId, imagesOfBaseName, manifestName, partName } from './objects.ts'
import { mustGet, type Vault } from './vault.ts'
import type { Pace } from './yielding.ts'

export interface BaseParts {
  /** the instance's own, which must hold the target until the end */
  dataDir: string
  vault: Vault
  /** of the embedded server */
  superuserUrl: string
  /** the key that signs cookies and links; null: the operator holds it */
  secret: string | null
  /** version of the program */
  program: string
  /** the images in use, stored already */
  images: readonly string[]
  pace: Pace
  /** stores the log that is archived so far; without it the copy cannot be restored */
  storeLog(): Promise<void>
}

/** Only one base backup at a time: a second one finds the lock taken. */
const LOCK = 'select pg_try_advisory_lock(7305417) as held'

/** This one is not needed, so it is no failure of the backup. */
export class BackupRuns extends Error {}

export async function takeBase(parts: BaseParts): Promise<Manifest> {
  const client = new pg.Client({ connectionString: parts.superuserUrl, application_name: 'fatherkin backup' })
  // the query that is running fails, too
  client.on('error', () => {})
  await client.connect()
  await mustArchive(client).catch(async (error) => {
    await client.end()
    throw error
  })
  try {
    const { rows } = await client.query<{ held: boolean }>(LOCK)
    if (!rows[0]?.held) throw new BackupRuns('Another base backup is being taken.')
    return await takeFrom(client, { ...parts, vault: heldBy(parts.dataDir, parts.vault) })
  } finally {
    // an unfinished backup of PostgreSQL ends with its connection
    await client.end()
  }
}

interface Started {
  dir: string
  started_at: Date
  segment: string
  lsn: string
  timeline: number
  system: string
  version: number
}

/** Beside a server that was started without BACKUP_TO, the copy would lack the log that makes it consistent. */
async function mustArchive(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
  if (rows[0]?.mode !== 'on')
    throw new Error(
      'The running database does not archive its log. Restart the program with BACKUP_TO and BACKUP_KEY_FILE.',
    )
}

async function takeFrom(
  client: pg.Client,
  { vault, secret, program, images, pace, storeLog }: BaseParts,
): Promise<Manifest> {
  const started = await start(client)
  const id = baseId(started.started_at)
  const pack = tar.pack()
  // the entry that is under way fails with the archive
  pack.on('error', () => {})
  const packing = packCluster(pack, started.dir, async () => {
    await packSecret(pack, secret)
    await packText(pack, 'postgres/backup_label', await stop(client))
    pack.finalize()
  })
  packing.catch((error) => pack.destroy(error))
  const stored = await storeParts(vault, id, pack, pace)
  const raw = await packing
  await vault.put(imagesOfBaseName(id), Buffer.from(images.join('\n')))
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const manifest: Manifest = {
    format: 1,
    id,
    started_at: started.started_at.toISOString(),
    ended_at: rows[0]!.now.toISOString(),
    start_segment: started.segment,
    start_lsn: started.lsn,
    timeline: started.timeline,
    system: started.system,
    postgres: started.version,
    program,
    raw_bytes: raw,
    stored_bytes: stored.bytes,
    parts: stored.hashes,
    images: images.length,
  }
  await verify(vault, manifest, pace)
  await storeLog()
  await vault.put(manifestName(id), writeManifest(manifest))
  return manifest
}

/** A fast start writes the checkpoint at once, instead of over minutes. */
async function start(client: pg.Client): Promise<Started> {
  const { rows } = await client.query<Started>(`
    select current_setting('data_directory') as dir, clock_timestamp() as started_at, s.lsn,
      pg_walfile_name(s.lsn) as segment, s.lsn::text as lsn, (select timeline_id from pg_control_checkpoint()) as timeline,
      (select system_identifier::text from pg_control_system()) as system,
      current_setting('server_version_num')::int / 10000 as version
    from (select pg_backup_start('fatherkin', true) as lsn) s`)
  return rows[0]!
}

/** Returns the content of backup_label. Waits until the log that the copy needs is archived. */
async function stop(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
    'select labelfile, spcmapfile from pg_backup_stop(true)',
  )
  const { labelfile, spcmapfile } = rows[0]!
  if (spcmapfile.trim())
    throw new Error('The database has tablespaces. They cannot be in this backup: use pgBackRest or barman.')
  return labelfile
}

/** What a copy must not have, as PostgreSQL's manual lists it ("Making an Exclusive Base Backup", "Backing Up the Data Directory"). */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label|tablespace_map|.*\.signal)$/

/** Packs everything below this directory, then calls `last`. Returns the bytes of the files. */
async function packCluster(pack: Pack, dir: string, last: () => Promise<void>): Promise<number> {
  let bytes = 0
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      if (LEFT_OUT.test(entry.name)) continue
      const name = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) {
        await packEntry(pack, { name: `postgres/${name}/`, type: 'directory', mode: 0o700 })
        if (!EMPTIED.includes(name)) await walk(name)
      } else if (entry.isFile()) bytes += await packFile(pack, join(dir, name), `postgres/${name}`)
    }
  }
  await walk('')
  await last()
  return bytes
}

const packEntry = (pack: Pack, header: Partial<tar.Header> & { name: string }, content?: string) =>
  new Promise<void>((resolve, reject) => {
    pack.entry(header, content ?? '', (error) => (error ? reject(error) : resolve()))
  })
const packText = (pack: Pack, name: string, content: string) =>
  packEntry(pack, { name, mode: 0o600, size: Buffer.byteLength(content) }, content)
const packSecret = async (pack: Pack, secret: string | null) => {
  if (secret) await packText(pack, 'secret', `${secret}\n`)
}

const CHUNK_BYTES = 1024 * 1024

/** A file may grow, shrink or go while it is read. Its entry has the size of the beginning; the log repairs the rest. */
async function packFile(pack: Pack, path: string, name: string): Promise<number> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
  try {
    const { size } = await file.stat()
    const done = Promise.withResolvers<void>()
    done.promise.catch(() => {})
    const entry = pack.entry({ name, mode: 0o600, size }, (error) => (error ? done.reject(error) : done.resolve()))
    // the archive ends early if its parts cannot be stored: the entry then fails, and takes nothing more
    entry.on('error', done.reject)
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at))
      // what was cut off meanwhile stays zero
      await file.read(chunk, 0, chunk.length, at)
      at += chunk.length
      if (entry.write(chunk)) continue
      const drained = new Promise<void>((resolve) => entry.once('drain', () => resolve()))
      await Promise.race([drained, done.promise])
    }
    entry.end(undefined)
    await done.promise
    return size
  } finally {
    await file.close()
  }
}

/** Bytes before compression. One part is in memory at a time, some three times. */
const PART_BYTES = 32 * 1024 * 1024

async function storeParts(
  vault: Vault,
  id: string,
  archive: Readable | Pack,
  pace: Pace,
): Promise<{ hashes: string[]; bytes: number }> {
  const hashes: string[] = []
  let pieces: Uint8Array[] = []
  let [size, bytes] = [0, 0]
  const store = async () => {
    const part = Buffer.concat(pieces)
    ;[pieces, size] = [[], 0]
    hashes.push(createHash('sha256').update(part).digest('hex'))
    bytes += await pace(() => vault.put(partName(id, hashes.length), part))
  }
  for await (const piece of archive as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    size += piece.length
    if (size >= PART_BYTES) await store()
  }
  if (size > 0) await store()
  return { hashes, bytes }
}

/** Reads back every part: it can be opened, and it is what was stored. */
async function verify(vault: Vault, { id, parts }: Manifest, pace: Pace): Promise<void> {
  for (const [at, hash] of parts.entries()) {
    const name = partName(id, at + 1)
    const found = createHash('sha256')
      .update(await pace(() => mustGet(vault, name)))
      .digest('hex')
    if (found !== hash)
      throw new Error(`${name} is not what was stored: the target of the backups does not keep its objects.`)
  }
}
