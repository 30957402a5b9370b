/** Creates the town's connections, requested and accepted through the functions of the rooms. */
import { acceptConnection, requestConnection } from '#server/connections/connections.ts'
import { type Ctx, mustBeMember } from '#server/kernel/ctx.ts'

interface Stage {
  as(username: string): Ctx
}

/** Who asked whom; they are kin now. */
const KIN = [
  ['tom.alderton', 'marcus_o'],
  ['jaewon', 'tom.alderton'],
  ['sam.bright', 'tom.alderton'],
  ['marcus_o', 'dan_kowalczyk'],
  ['hassan.amin', 'jaewon'],
] as const

/** Pending requests: who asked whom. */
const ASKED = [
  ['owen_t', 'tom.alderton'],
  ['tom.alderton', 'hassan.amin'],
  ['rich-p', 'marcus_o'],
] as const

export async function createConnections({ as }: Stage): Promise<void> {
  const idOf = (username: string) => mustBeMember(as(username), '').id
  for (const [asks, asked] of [...KIN, ...ASKED]) await requestConnection(as(asks), { user_id: idOf(asked) })
  for (const [asks, asked] of KIN) await acceptConnection(as(asked), { user_id: idOf(asks) })
}
