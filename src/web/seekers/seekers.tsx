/** Public module of the search for a pod and of the door of pods. Their styles are in seekers.css. */
export { DoorPanel } from './door.tsx'
export { PodFigures } from './figures.tsx'
export { FindPod } from './find-pod.tsx'
export { Trials } from './trial.tsx'
