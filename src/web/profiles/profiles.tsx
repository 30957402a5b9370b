/** Members' pages: what one wrote, in lists that scroll, and the figures of one's own that open them. */
export { OwnStats } from './own-stats.tsx'
export { Wrote } from './wrote.tsx'
