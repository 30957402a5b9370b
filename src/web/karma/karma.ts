/** What every page of a member loads on demand. Nothing else imports this file, so it is a chunk of its own. */
export { followAchievements } from './achievement-toasts.tsx'
