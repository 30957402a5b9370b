/** What every page of a member's fetches late. Nothing else imports it: so it is a piece of its own. */
export { followAchievements } from './telling.tsx'
