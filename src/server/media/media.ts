/** Images of members and networks: stored, replaced, removed, and swept. */
import { type Kysely, sql } from 'kysely'
import { mediaFaults, SIGN_IN } from '#contract/media.ts'
import { IMAGES, type ImageKind } from '#contract/media-words.ts'
import type { DB } from '#db/types.ts'
import { type Ctx, inTransaction, mustBeMember } from '../kernel/ctx.ts'
import { type Files, newName } from '../kernel/files/files.ts'
import { addJob } from '../kernel/jobs/jobs.ts'
import { errorFacts } from '../kernel/log.ts'
import { isBreach, refuse } from '../kernel/refuse.ts'
import type { Picture } from './encode.ts'
import type { Encoder } from './encoder.ts'
import { runsGroup } from './rules.ts'

export { type Encoder, makeEncoder } from './encoder.ts'
export { mediaJobs } from './sweep.ts'

/** The keys of all files that stand on a page, for backups: each image in each of its widths. */
export async function* imageKeysInUse(db: Kysely<DB>): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const found = await db
      .selectFrom('images')
      .select(['name', 'widths'])
      .where('unused_since', 'is', null)
      .where('name', '>', last)
      .orderBy('name')
      .limit(KEYS_AT_ONCE)
      .execute()
    for (const { name, widths } of found) for (const width of widths) yield keyOf(name, width)
    if (found.length < KEYS_AT_ONCE) return
    last = found.at(-1)!.name
  }
}
const KEYS_AT_ONCE = 1000

/** The place of an image: the caller's own profile, or, with an id, that group's page. */
export interface ImageSlot {
  kind: ImageKind
  group_id: string | null
}

export const IMAGE_TYPE = 'image/webp'
const IMAGE_KEY = /^[0-9a-f]{32}-\d{2,4}\.webp$/
const keyOf = (name: string, width: number) => `${name}-${width}.webp`
const urlOf = (name: string, kind: ImageKind) => `/files/${keyOf(name, IMAGES[kind].widths[0])}`

/** Returns an image by the last part of its URL, or null if it is no key of ours. */
export const readPicture = async (files: Files, key: string) => (IMAGE_KEY.test(key) ? files.get(key) : null)

/** Checked before the bytes are read, and again when the image is shown. */
export async function mustRunImage(ctx: Ctx, { group_id }: ImageSlot): Promise<void> {
  const { id } = mustBeMember(ctx, SIGN_IN)
  if (group_id === null) return
  const found = await ctx.db
    .selectFrom('groups')
    .select('id')
    .where('id', '=', group_id)
    .where(runsGroup(id))
    .executeTakeFirst()
  if (!found) refuse(mediaFaults.denied)
}

/** Decodes, stores and shows the image. If any step fails the old image stays, and nothing is left in the store. */
export async function storeImage(
  ctx: Ctx,
  { files, encoder }: { files: Files; encoder: Pick<Encoder, 'encode'> },
  place: ImageSlot,
  bytes: Uint8Array,
): Promise<{ url: string }> {
  const pictures = await encoder.encode(place.kind, bytes, mustBeMember(ctx, SIGN_IN).id)
  const name = newName()
  await announce(ctx, place, name, pictures)
  try {
    await put(ctx, files, name, pictures)
    const url = urlOf(name, place.kind)
    await inTransaction(ctx, async (ctx) => {
      await show(ctx, place, url)
      await takeDown(ctx, place)
      await stand(ctx, name)
    })
    return { url }
  } catch (error) {
    // if this fails the sweep removes the image, whose row has no place
    await addJob(ctx.db, 'unstore', { name }).catch((failure) => ctx.log.warn(errorFacts(failure), 'left to the sweep'))
    throw error
  }
}

export const removeAvatar = (ctx: Ctx) => removeImage(ctx, { kind: 'avatar', group_id: null })
export const removeGroupImage = (ctx: Ctx, place: ImageSlot) => removeImage(ctx, place)

async function removeImage(ctx: Ctx, place: ImageSlot): Promise<{ url: null }> {
  await inTransaction(ctx, async (ctx) => {
    await show(ctx, place, null)
    await takeDown(ctx, place)
  })
  return { url: null }
}

/** Writes the row before the first byte, so that every stored file is known. */
async function announce(ctx: Ctx, place: ImageSlot, name: string, pictures: Picture[]): Promise<void> {
  const widths = pictures.map(({ width }) => width)
  try {
    await ctx.db
      .insertInto('images')
      .values({ name, kind: place.kind, widths, ...ownerOf(ctx, place) })
      .execute()
  } catch (error) {
    if (isBreach(error, 'twice')) refuse(mediaFaults.taken)
    if (isBreach(error, 'gone')) refuse(mediaFaults.denied)
    throw error
  }
}

async function put(ctx: Ctx, files: Files, name: string, pictures: Picture[]): Promise<void> {
  try {
    await Promise.all(pictures.map(({ width, bytes }) => files.put(keyOf(name, width), bytes, IMAGE_TYPE)))
  } catch (error) {
    ctx.log.warn(errorFacts(error), 'an image could not be stored')
    refuse(mediaFaults.failed, { retry_after: 5 })
  }
}

function ownerOf(ctx: Ctx, { group_id }: ImageSlot) {
  const { id } = mustBeMember(ctx, SIGN_IN)
  return group_id === null ? { member_id: id, group_id: null } : { member_id: null, group_id }
}

/** Locks the owner's row until the end: two images for one place come one after the other. */
async function show(ctx: Ctx, { kind, group_id }: ImageSlot, url: string | null): Promise<void> {
  const { id } = mustBeMember(ctx, SIGN_IN)
  const write =
    group_id === null
      ? ctx.db.updateTable('profiles').set({ avatar_url: url }).where('id', '=', id).returning('id')
      : ctx.db
          .updateTable('groups')
          .set(kind === 'avatar' ? { avatar_url: url } : { banner_url: url })
          .where('id', '=', group_id)
          .where(runsGroup(id))
          .returning('id')
  const shown = await write.executeTakeFirst().catch((error: unknown) => {
    if (isBreach(error, 'gone')) refuse(mediaFaults.denied) // the account was deleted in the meantime
    throw error
  })
  if (!shown) refuse(mediaFaults.denied)
}

/** Removes the current image from its place; its files are deleted after the commit. */
async function takeDown(ctx: Ctx, place: ImageSlot): Promise<void> {
  const { member_id, group_id } = ownerOf(ctx, place)
  const gone = await ctx.db
    .updateTable('images')
    .set({ unused_since: sql<Date>`now()` })
    .where('kind', '=', place.kind)
    .where((where) => (group_id ? where('group_id', '=', group_id) : where('member_id', '=', member_id)))
    .where('unused_since', 'is', null)
    .returning('name')
    .execute()
  for (const { name } of gone) await addJob(ctx.db, 'unstore', { name })
}

/** Marks all images of a deleted account for deletion. An upload that is still running finds no place, and is swept. */
export async function takeDownAll({ db }: Pick<Ctx, 'db'>, member: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update images set unused_since = coalesce(unused_since, now()), member_id = null where member_id = ${member}::uuid
    returning name`.execute(db)
  for (const { name } of rows) await addJob(db, 'unstore', { name })
}

/** Refuses if the upload is so old that the sweep might be deleting it. */
async function stand(ctx: Ctx, name: string): Promise<void> {
  const stands = await ctx.db
    .updateTable('images')
    .set({ unused_since: null })
    .where('name', '=', name)
    .where('unused_since', '>', sql<Date>`now() - interval '10 minutes'`)
    .returning('name')
    .executeTakeFirst()
  if (!stands) refuse(mediaFaults.failed)
}
