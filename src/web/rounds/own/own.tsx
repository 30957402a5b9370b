/** Public module of the page of the viewer's own check-ins. It is apart from rounds.tsx, so that a pod's page does not load it. */
export { OwnCheckInsScreen } from '../own-check-ins.tsx'
