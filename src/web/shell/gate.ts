/**
 * Before any other page a new member takes his first steps, whatever he opened (ONB-03); what leads in and out, and who we
 * are, is open to him. Fetched for those alone who have not finished. It keeps nobody from anything: the API knows no gate.
 */
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { isDoor } from './places.ts'

/** `later` is asked for by readers without JavaScript, whom the steps would lock out. */
export function toFirstSteps({ pathname, href, search }: ParsedLocation): void {
  if (isDoor(pathname, false) || /^\/(?:about|welcome)\/*$/.test(pathname) || 'later' in search) return
  throw redirect({ to: '/welcome', search: href === '/' ? {} : { next: href }, replace: true })
}
