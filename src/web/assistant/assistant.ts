/** Public module of the assistant: its queries, and the loader of its dialog. */
export { questionsQuery, standingQuery, switchQuery } from './queries.ts'

/** A chunk of its own, which contains the care rules, so that the pages of the settings do not load them. */
export const fetchAskDialog = () => import('./ask-dialog.tsx')
