/** The room's front door for its page. */
export { WizardScreen } from './wizard.tsx'
