/** Plans: there are no payments; a member says which plan he would like. */
import * as z from 'zod'
import { memberOnly } from './kernel.ts'
import { PAID_TIERS, SAY_PLANS } from './plans-words.ts'

export const plans = {
  registerInterest: memberOnly('profile:write', SAY_PLANS.signIn, 'write')
    .route({
      method: 'POST',
      path: '/plans/interest',
      operationId: 'registerInterest',
      tags: ['plans'],
      summary: 'Express interest in a plan; a repeated call changes nothing. Nothing is paid',
    })
    .input(z.strictObject({ selected_tier: z.enum(PAID_TIERS, 'Please choose a plan') }))
    .output(z.object({ selected_tier: z.enum(PAID_TIERS), is_duplicate: z.boolean() })),
}
