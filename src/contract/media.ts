/**
 * Images that members choose for themselves and admins choose for their network. The bytes are uploaded unchanged to two
 * endpoints of their own: PUT /me/images/avatar and PUT /groups/{group_id}/images/{kind}. Both answer with `Stored`. The
 * stored image is encoded again from the pixels, upright and without metadata of the camera; the upload is not kept.
 */
import * as z from 'zod'
import { fault, Id, memberOnly, refuses } from './kernel.ts'
import { IMAGES, type ImageKind, SAY_IMAGE } from './media-words.ts'

export const mediaFaults = {
  noPath: fault('NO_PATH', 400, 'Upload path not specified'),
  denied: fault('NOT_GROUP_ADMIN', 403, SAY_IMAGE.denied),
  taken: fault('NAME_TAKEN', 409, 'A file with this name already exists. Please try again.'),
  type: fault('IMAGE_TYPE', 415, SAY_IMAGE.type),
  pixels: fault('IMAGE_PIXELS', 422, SAY_IMAGE.pixels),
  deep: fault('IMAGE_PIXELS', 422, SAY_IMAGE.deep),
  sides: fault('IMAGE_SIDES', 422, SAY_IMAGE.sides),
  damaged: fault('IMAGE_DAMAGED', 422, SAY_IMAGE.damaged),
  heavy: fault('IMAGE_HEAVY', 422, SAY_IMAGE.heavy),
  crowded: fault('IMAGES_CROWDED', 503, SAY_IMAGE.crowded),
  failed: fault('IMAGE_FAILED', 503, SAY_IMAGE.failed),
  busy: fault('TOO_MANY_REQUESTS', 429, SAY_IMAGE.busy),
  slow: fault('TOO_SLOW', 408, 'This took too long to arrive. Please try again.'),
} as const

export const tooLarge = (kind: ImageKind) => fault('TOO_LARGE', 413, IMAGES[kind].tooLarge)

export const SIGN_IN = 'Please sign in to change your images'

/** The addresses of the stored image. */
export const Stored = z.object({ url: z.string() })
export type Stored = z.infer<typeof Stored>

const Removed = z.object({ url: z.null() })

export const media = {
  removeAvatar: memberOnly('profile:write', SIGN_IN, 'write')
    .route({
      method: 'DELETE',
      path: '/me/images/avatar',
      operationId: 'removeAvatar',
      tags: ['media'],
      summary: 'Delete your avatar',
    })
    .output(Removed),
  removeGroupImage: memberOnly('communities:write', SIGN_IN, 'write')
    .route({
      method: 'DELETE',
      path: '/groups/{group_id}/images/{kind}',
      operationId: 'removeGroupImage',
      tags: ['media'],
      summary: "Delete a network's avatar or banner",
    })
    .errors(refuses(mediaFaults.denied))
    .input(z.strictObject({ group_id: Id, kind: z.enum(['avatar', 'banner']) }))
    .output(Removed),
}
