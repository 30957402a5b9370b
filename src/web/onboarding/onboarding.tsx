/** The public module of the onboarding for its page. */
export { WizardScreen } from './wizard.tsx'
