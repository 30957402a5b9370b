/**
 * A new member is sent to his first steps before any other page, except those that the table of pages leaves open. The
 * browser fetches this file only for a member who has not finished. It guards nothing: the API has no gate.
 */
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { isBeforeFirstSteps } from './places.ts'

/** `later` is asked for by readers without JavaScript, whom the steps would lock out. */
export function toFirstSteps({ pathname, href, search }: ParsedLocation): void {
  if (isBeforeFirstSteps(pathname) || 'later' in search) return
  throw redirect({ to: '/welcome', search: href === '/' ? {} : { next: href }, replace: true })
}
