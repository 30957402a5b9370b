/** Names that a mail program could turn into a link. Mail programs link much more than we do, so this rule is wide. */

/** What looks like a dot, or is read as one in a host name; what stands between the parts of other addresses. */
const DOTS = '.。．｡․‧·・･∙⋅•۔܁܂ꓸ\u02d9\u2e31\u2e33\u0387\u16eb\ua78f'
const BETWEEN_WORDS = new RegExp(`[\\p{L}\\p{M}\\p{N}_-][${DOTS}][\\p{L}\\p{M}\\p{N}_-]`, 'u')
const ADDRESS_SIGNS = /[@:/\\⁄∕⧸╱]/
/** A telephone number has at least seven digits. */
const TELEPHONE = /\p{Nd}(?:\P{Nd}{0,2}\p{Nd}){6}/u

/** Returns whether a name could be read as a host name, an address of any kind or a telephone number. */
export function isLinkLike(name: string): boolean {
  const written = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  // the normal form of some dots is a space and a mark
  const forms = [written, written.normalize('NFKC')]
  return [BETWEEN_WORDS, ADDRESS_SIGNS, TELEPHONE].some((pattern) => forms.some((form) => pattern.test(form)))
}

/**
 * Writes a name so that no mail program links it: after dots, @ and slashes it gets a zero-width non-joiner, which nobody
 * sees. Mails to verified members name other members, pods and networks in this way.
 */
export const unlinked = (name: string): string =>
  name.replace(new RegExp(`(?:[${DOTS}@＠/\\\\⁄∕⧸╱]|:(?=/))(?=\\S)`, 'gu'), '$&\u200c')
