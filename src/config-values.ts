/** Reads single values of environment variables. Each function refuses a wrong one with a sentence that names the variable. */
import { resolve } from 'node:path'

export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>

export const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export function whole(name: string, value: string | undefined, fallback: number, min: number, max: number): number {
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}; it is "${value}".`)
  }
  return number
}

export function flag(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback
  if (value !== '0' && value !== '1') throw new ConfigError(`${name} must be 0 or 1; it is "${value}".`)
  return value === '1'
}

export function onOff(name: string, value: string | undefined): boolean {
  return oneOf(name, value, ['on', 'off'], 'on') === 'on'
}

export function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: Choice[],
  fallback: Choice,
): Choice {
  if (value === undefined || value === '') return fallback
  const choice = choices.find((one) => one === value)
  if (!choice) throw new ConfigError(`${name} must be one of ${choices.join(', ')}; it is "${value}".`)
  return choice
}

/** A folder or a file. Only a shell replaces ~, so elsewhere it would be a folder of that name. */
export function path(name: string, value: string): string {
  if (/^~(?:\/|$)/.test(value))
    throw new ConfigError(`${name} begins with ~, which only a shell understands. Write the whole path.`)
  return resolve(value)
}
