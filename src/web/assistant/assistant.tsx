/** The assistant on the screen: the kept questions and the switches. The dialog in which a member asks is fetched by itself. */
export { AssistantSwitch } from './assistant-switch.tsx'
export { QuestionsScreen } from './questions.tsx'
export { QuotableSetting } from './quotable.tsx'
