/** The assistant on the screen: the dialog in which one asks, the kept questions, and the switches. */
export { AskDialog } from './ask-dialog.tsx'
export { AssistantSwitch } from './assistant-switch.tsx'
export { QuestionsScreen } from './questions.tsx'
export { QuotableSetting } from './quotable.tsx'
