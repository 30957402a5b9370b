/** Public module of care: the query of the help lines, the way to them, and the check of a text that is being written. */
export { AllHelpLines } from './all-help-lines.tsx'
export { FormHelpLines } from './form-help-lines.tsx'
export { helpLinesQuery } from './help-lines.ts'
export { HelpLinesLink } from './help-lines-link.tsx'
