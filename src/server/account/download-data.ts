/** A copy of all data of a member: needs the password, and is streamed while it is read. */
import type { Context } from 'hono'
import { errorFacts } from '../kernel/log.ts'
import type { BodyOf } from './calls.ts'
import { refusePassword } from './re-authentication.ts'
import type { Reply } from './replies.ts'
import { type AccountServices, mustHaveSession } from './services.ts'
import { withAttempt } from './sign-in.ts'

export async function takeOwnData(
  services: AccountServices,
  context: Context,
  body: BodyOf<'/own-data'>,
): Promise<Reply> {
  const { user } = await mustHaveSession(services, context)
  return withAttempt(services, 'passwordOfMember', user.id, async () => {
    const refusal = await refusePassword(services, user.id, body.password)
    if (refusal) return refusal
    await services.limits.draw('ownData', user.id)
    const text = streamOf(services.ownData(user.id), (error) =>
      services.log.warn(errorFacts(error), 'a copy of a member’s data broke off'),
    )
    return {
      status: 200,
      body: {},
      cookies: [],
      file: { name: `${services.config.brand.name.toLowerCase().replace(/\W+/g, '-')}-my-data.json`, text },
    }
  })
}

/**
 * The next piece is read when there is room for it. If reading fails the response is aborted, so that half a file never
 * looks whole.
 */
function streamOf(pieces: AsyncGenerator<string>, failed: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        failed(error)
        controller.error(error)
      }
    },
    cancel: () => void pieces.return(undefined),
  })
}
