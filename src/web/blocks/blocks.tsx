/** Blocks on the screen: the item of a menu and its question, what stands in a blocked man's place, the list in the settings. */
export { BlockDialog, BlockItem } from './block.tsx'
export { BlockedMember, BlockedMembers } from './blocked.tsx'
