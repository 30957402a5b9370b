/** Exports for the pages of members: the lists of what a member wrote, and the figures that open them. */
export { OwnStats } from './own-stats.tsx'
export { WrittenTabs } from './written-tabs.tsx'
