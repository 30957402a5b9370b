/** A copy of all data of a member: needs the password, and is streamed while it is read. */
import type { Context } from 'hono'
import { textStream } from '../kernel/http/http.ts'
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
    const text = textStream(services.ownData(user.id), (error) =>
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
