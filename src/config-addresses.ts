/**
 * Reads addresses of servers, services and mail. An address that several readers understand differently is refused: a sign
 * that is not escaped would turn a part of a password into the name of a host.
 */
import { domainToASCII } from 'node:url'
import { ConfigError, list } from './config-values.ts'

type Protocols = readonly [string, ...string[]]

/** A name, an IPv4 address, or an IPv6 address in brackets. `_` is in names of containers. */
const HOST = /^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])$/i

function mustBegin(name: string, value: string, protocols: Protocols): void {
  if (protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) return
  throw new ConfigError(`${name} must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
}

/** The parser of URLs removes line breaks and turns \ into /, so an address with these is not read at all. */
const parsed = (value: string): URL | null => (/[\s\\]/.test(value) ? null : URL.parse(value))

interface ServerForm {
  protocols: Protocols
  /** what follows user and password in the example */
  example: string
  host: RegExp
  path: RegExp
  query: RegExp
}

/** The library of PostgreSQL also takes a folder with a socket, as the host (escaped) or in the query. */
const DATABASE: ServerForm = {
  protocols: ['postgres:', 'postgresql:'],
  example: 'db.example:5432/fatherkin',
  host: /^(?:|%2F[a-z0-9_.%-]+|[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])$/i,
  path: /^(?:\/[^/@:]*)?$/,
  query: /^[^@]*$/,
}
const MAIL_SERVER: ServerForm = {
  protocols: ['smtp:', 'smtps:'],
  example: 'mail.example:587',
  host: HOST,
  path: /^\/?$/,
  query: /^[^@]*$/,
}
const BUS: ServerForm = {
  protocols: ['nats:'],
  example: 'bus.example:4222',
  host: HOST,
  path: /^\/?$/,
  query: /^$/,
}

const isEscaped = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The address of a server, with or without user and password. It is returned as it is written. */
function server(name: string, value: string | undefined, form: ServerForm): string | null {
  if (!value) return null
  mustBegin(name, value, form.protocols)
  const url = parsed(value)
  const isClear =
    url &&
    form.host.test(url.hostname) &&
    form.path.test(url.pathname) &&
    form.query.test(url.search) &&
    !value.includes('#') &&
    isEscaped(url.username) &&
    isEscaped(url.password)
  if (isClear) return value
  throw new ConfigError(
    `${name} must be like ${form.protocols[0]}//user:password@${form.example}. In its user and password write ` +
      '%40 for @, %2F for /, %3A for :, %3F for ?, %23 for # and %25 for %.',
  )
}

export const databaseAddress = (name: string, value: string | undefined) => server(name, value, DATABASE)
export const mailServerAddress = (name: string, value: string | undefined) => server(name, value, MAIL_SERVER)
export const busAddress = (name: string, value: string) => server(name, value, BUS)!

const WEB: Protocols = ['http:', 'https:']

/** The address of a web service, without user, password or fragment. We add to the path and the query. */
export function endpoint(name: string, value: string | undefined): string | null {
  if (!value) return null
  mustBegin(name, value, WEB)
  const url = parsed(value)
  if (url && isPlain(url) && !value.includes('#') && !url.pathname.includes('@')) return value
  throw new ConfigError(`${name} must be an address such as https://service.example/search, without a user or a #.`)
}

/** The same if we add only to the path. */
export function baseEndpoint(name: string, value: string | undefined): string | null {
  const address = endpoint(name, value)
  if (address?.includes('?'))
    throw new ConfigError(`${name} must be an address such as https://service.example:4318, without a ?.`)
  return address
}

/** Protocol, host and port alone. */
export function origin(name: string, value: string): string {
  mustBegin(name, value, WEB)
  const url = parsed(value)
  if (url && isPlain(url) && url.pathname === '/' && !url.search && !url.hash) return url.origin
  throw new ConfigError(`${name} must be an origin such as https://dads.example, without a path or a user.`)
}

const isPlain = ({ username, password, hostname }: URL) => !username && !password && HOST.test(hostname)

const MAIL_ADDRESS = '[^\\s@<>(),;:"\\[\\]\\\\]+@[^\\s@<>(),;:"\\[\\]\\\\]+'
/** The rule of the HTML standard, as for members (contract/mail-words.ts; the configuration imports no other code). */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const ONE_ADDRESS = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`)

/** Returns an address as accounts have it: in lower case, its domain in ASCII. Null if it is none. */
function mailAddressOf(text: string): string | null {
  const at = text.lastIndexOf('@') + 1
  const domain = text.slice(at)
  const isPlain = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain)
  const address = `${text.slice(0, at)}${isPlain && /\P{ASCII}/u.test(domain) ? domainToASCII(domain) : domain}`
  // letters of other scripts whose small form is ASCII are none
  return /^\p{ASCII}+$/u.test(address) && ONE_ADDRESS.test(address.toLowerCase()) ? address.toLowerCase() : null
}

/** A name with signs of this notation stands in double quotes. */
const MAIL_NAME = '[^\\r\\n@<>(),;:"\\[\\]\\\\]+|"[^"\\r\\n\\\\]+"'
const SENDER = new RegExp(`^(?:${MAIL_ADDRESS}|(?:${MAIL_NAME}) ?<${MAIL_ADDRESS}>)$`)

/** Letters before the @ that are not ASCII. No member has them there; some mail servers send from such an address. */
const OTHER_LETTERS = /[\p{L}\p{M}\p{N}](?<!\p{ASCII})(?=.*@)/gu

/** The sender of mails: an address, or a name and an address. */
export function sender(name: string, value: string | undefined, fallback: string): string {
  if (!value) return fallback
  const address = value.replace(/^.*<|>$/g, '')
  if (SENDER.test(value) && mailAddressOf(address.replace(OTHER_LETTERS, 'x')) !== null) return value
  throw new ConfigError(
    `${name} must be one address, with or without a name: dads@dads.example, or Dads of Example <dads@dads.example>. ` +
      'A name with a sign such as a comma stands in double quotes.',
  )
}

/** Addresses of people, as accounts keep them. */
export function mailAddresses(name: string, value: string | undefined): string[] {
  const addresses = list(value)
  const wrong = addresses.find((address) => mailAddressOf(address) === null)
  if (wrong !== undefined)
    throw new ConfigError(
      `${name} must be addresses such as sam@dads.example without names, separated by commas; "${wrong}" is none.`,
    )
  return addresses.map((address) => mailAddressOf(address)!)
}
