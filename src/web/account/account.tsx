/** Public module of the room for its own pages: one screen per address. */
export { StopNoticesScreen } from './notices.tsx'
export { ProfileScreen } from './own-profile.tsx'
export { ForgotScreen, ResetScreen } from './recover.tsx'
export { SettingsScreen } from './settings.tsx'
export { AuthScreen } from './sign-in.tsx'
export { signOut } from './sign-out.tsx'
export { VerifyScreen } from './verify.tsx'
