/** The pages of the administrators. Their styles are in admin.css, which the head of the page loads. */

export { Cases } from './cases.tsx'
export { HelpLines } from './help-lines.tsx'
export { Acts } from './log.tsx'
export { Standings } from './standings.tsx'
