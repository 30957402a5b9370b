/** Public module of what visitors see. It is apart from pods.tsx, so that a page of members does not load a conversation. */
export { PodsSignIn } from '../pods-sign-in.tsx'
