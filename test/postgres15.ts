/** The oldest supported PostgreSQL, if this machine has it. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder with its programs, or null. */
export function postgres15(): string | null {
  const places = ['/usr/lib/postgresql/15/bin', output('pg_config', '--bindir')]
  const isComplete = (place: string) =>
    existsSync(join(place, 'initdb')) && / 15\./.test(output(join(place, 'postgres'), '--version') ?? '')
  return places.find((place) => place && isComplete(place)) ?? null
}

/** "postgres (PostgreSQL) 15.18", or null. */
export function version15(): string | null {
  const place = postgres15()
  return place && output(join(place, 'postgres'), '--version')
}

function output(program: string, ...args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
