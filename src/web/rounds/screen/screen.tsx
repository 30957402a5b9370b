/** Public module of the page of rounds. It is apart from rounds.tsx, so that the pod's own page does not load this page. */
export { RoundsScreen } from '../rounds-screen.tsx'
