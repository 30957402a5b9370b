/** Public module of connections: the button on a member's page, and the card of the viewer's kin, which opens the lists. */
export { ConnectionButton } from './button.tsx'
export { KinCard } from './kin-card.tsx'
