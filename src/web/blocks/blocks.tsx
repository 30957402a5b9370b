/** Public module of blocks: the menu item with its confirmation, the page for a blocked member, the list in Settings. */
export { BlockDialog, BlockItem } from './block.tsx'
export { BlockedMember, BlockedMembers } from './blocked.tsx'
