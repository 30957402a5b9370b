/** The screens of the assistant: saved questions and switches. The dialog is loaded separately. */
export { AssistantSwitch } from './assistant-switch.tsx'
export { QuestionsScreen } from './questions.tsx'
export { QuotableSetting } from './quotable.tsx'
