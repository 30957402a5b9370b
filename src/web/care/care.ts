/** Public module of care: the query of the help lines, and the check of a text that is being written. */
export { CareBeside } from './beside.tsx'
export { helpLinesQuery } from './lines.ts'
