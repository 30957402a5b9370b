/** Which mail addresses are accepted: the rule of the HTML standard for `<input type=email>`, with a domain of any script. */

/** RFC 5321 */
export const MAIL_LOCAL_MAX = 64
export const MAIL_ADDRESS_MAX = 254

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
export const MAIL_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Returns the address as accounts have it: in lower case, its domain in ASCII. Null if it is none. */
export function mailAddressOf(typed: string): string | null {
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  const address = `${text.slice(0, at)}@${asciiDomain(text.slice(at + 1))}`
  return at > 0 && MAIL_ADDRESS.test(address) ? address.toLowerCase() : null
}

/**
 * Browsers turn the domain of an address field into ASCII, but not that of a text field. Every sign is checked before,
 * because the parser of URLs would read others as a port or a path.
 */
function asciiDomain(domain: string): string {
  if (/^\p{ASCII}*$/u.test(domain)) return domain
  if (!/^[\p{L}\p{M}\p{N}.。．｡-]+$/u.test(domain)) return ''
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

/**
 * Returns what is wrong with a typed address; null if nothing is. An address without a dot in its domain, such as
 * sam@gmail, is refused although the standard accepts it: the mail that verifies it would arrive nowhere.
 */
export function mailAddressFault(typed: string): string | null {
  const address = mailAddressOf(typed)
  if (!address) return 'Enter an email address, like name@example.org'
  const at = address.lastIndexOf('@')
  if (address.length > MAIL_ADDRESS_MAX || at > MAIL_LOCAL_MAX) return 'This address is too long'
  const domain = address.slice(at + 1)
  if (!/\.[^.]*[a-z][^.]*$/.test(domain))
    return `Mail would not reach you at ${domain}. Is its ending missing, like .org?`
  return null
}
