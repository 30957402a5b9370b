/** All mutants: first those that tests of the rooms notice within seconds, then those of the web layer. */
import type { Mutant } from '../mutant.ts'
import { accounts } from './accounts.ts'
import { conversation } from './conversation.ts'
import { floor } from './floor.ts'
import { local } from './local.ts'
import { people } from './people.ts'
import { rooms } from './rooms.ts'
import { webAccounts } from './web-accounts.ts'
import { webConversation } from './web-conversation.ts'
import { webFrame } from './web-frame.ts'
import { webRooms } from './web-rooms.ts'

export const MUTANTS: readonly Mutant[] = [
  ...[accounts, conversation, rooms, local, people, floor].flat(),
  ...[webFrame, webConversation, webAccounts, webRooms].flat(),
]
