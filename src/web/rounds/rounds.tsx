/** Public module of a pod's rounds: what the pod's own page shows of them. Their styles are in rounds.css. */
export { RoundsBar, RoundsLink } from './bar.tsx'
export { DownloadPodText, podTextPath } from './pod-text.tsx'
export { Recap } from './recap.tsx'
export { SeasonBar } from './season-bar.tsx'
