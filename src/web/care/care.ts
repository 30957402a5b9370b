/** The small part of care that others carry: where the lines are read, and what a form shows beside its text. */
export { CareBeside } from './beside.tsx'
export { helpLinesQuery } from './lines.ts'
