/** The front door of the assistant for what is asked ahead, and for the dialog. */
export { questionsQuery, standingQuery, switchQuery } from './standing.ts'

/** A piece of its own, with the rules of care: the pages of the settings do not carry it. */
export const fetchAskDialog = () => import('./ask-dialog.tsx')
