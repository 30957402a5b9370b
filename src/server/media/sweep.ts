/** Deletes images that no profile or network uses: first their files, then their rows. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Files } from '../kernel/files/files.ts'
import type { RoomJobs } from '../kernel/jobs/jobs.ts'

interface SweepParts {
  db: Kysely<DB>
  files: Files
}

const BATCH_SIZE = 100

/**
 * `unstore` deletes a replaced image immediately; `sweep_images` those of interrupted uploads and deleted owners. An
 * upload has ten minutes to get its place; the sweep deletes nothing that is younger than fifteen.
 */
export const mediaJobs = ({ db, files }: SweepParts): RoomJobs => ({
  tasks: {
    async unstore(payload) {
      const { name } = payload as { name: string }
      const found = await db
        .selectFrom('images')
        .select(['name', 'widths'])
        .where('name', '=', name)
        .where('unused_since', 'is not', null)
        .executeTakeFirst()
      if (found) await unstore(db, files, found)
    },
    async sweep_images() {
      await files.tidy()
      let failure: unknown
      let last = ''
      for (let left = BATCH_SIZE; left === BATCH_SIZE; ) {
        const found = await unused(db, last)
        left = found.length
        last = found.at(-1)?.name ?? last
        // a failed image does not prevent the others; it is retried at the next sweep
        for (const image of found) await unstore(db, files, image).catch((error: unknown) => (failure ??= error))
      }
      if (failure) throw failure
    },
  },
  crontab: '*/15 * * * * sweep_images ?max=1',
})

const unused = (db: Kysely<DB>, after: string) =>
  db
    .selectFrom('images')
    .select(['name', 'widths'])
    .where('name', '>', after)
    .where((where) =>
      where.or([
        where('unused_since', '<', sql<Date>`now() - interval '15 minutes'`),
        where.and([where('member_id', 'is', null), where('group_id', 'is', null)]),
      ]),
    )
    .orderBy('name')
    .limit(BATCH_SIZE)
    .execute()

async function unstore(db: Kysely<DB>, files: Files, { name, widths }: { name: string; widths: number[] }) {
  for (const width of widths) await files.remove(`${name}-${width}.webp`)
  await db.deleteFrom('images').where('name', '=', name).execute()
}
