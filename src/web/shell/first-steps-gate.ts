/**
 * Redirects a new member to the onboarding before any other page, except those that the table of pages leaves open. The
 * browser loads this file only for a member who has not finished. It is not a security check: the API has no such gate.
 */
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { isBeforeFirstSteps } from './areas.ts'

/** `later` is the parameter of readers without JavaScript, who cannot complete the onboarding. */
export function toFirstSteps({ pathname, href, search }: ParsedLocation, isAdministrator: boolean): void {
  if (isBeforeFirstSteps(pathname, isAdministrator) || 'later' in search) return
  throw redirect({ to: '/welcome', search: href === '/' ? {} : { next: href }, replace: true })
}
