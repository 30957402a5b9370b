/** What administrators see and decide. Its styles are in admin.css, for the page's head. */
export { Acts } from './acts.tsx'
export { Cases } from './cases.tsx'
export { HelpLines } from './help-lines.tsx'
export { Standings } from './standings.tsx'
