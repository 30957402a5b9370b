/** Public module of care: the query of the help lines, and the check of a text that is being written. */
export { FormHelpLines } from './form-help-lines.tsx'
export { helpLinesQuery } from './help-lines.ts'
