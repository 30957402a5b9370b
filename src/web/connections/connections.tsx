/** Connections on the screen: the button on a member's page, and the figure of one's own kin that opens the lists. */
export { ConnectionButton } from './button.tsx'
export { KinCard } from './kin-card.tsx'
