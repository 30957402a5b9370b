/** Which words may be shown: no address, no markup, no hidden character. */

/**
 * Matches addresses. Together with `MARKUP` and `HIDDEN` it finds what could be, or become, a link, markup or an
 * instruction. A dot between two words without a space is an address under one of the many top-level domains; a
 * sentence with only a missing space is lost, too. "e.g." and "7.30" do not match.
 */
const ADDRESS =
  /@|:\/\/|\bwww\.|\b(?:https?|mailto|javascript|data):|[\p{L}\p{M}\p{N}_-]\.\p{L}\p{M}*\p{L}|\.\S*\/|\b\d+(?:\.\d+){3}\b/iu
const MARKUP = /[<>[\]{}|`\\]|&(?:#|\w+;)|\*\*|__|~~|^#+\s|!\[/
/** Control and formatting characters, and unassigned ones. */
const HIDDEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]/u
/** These two join several emoji to one. */
const JOINERS = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)(?:\uFE0F|\u200D)/gu

/** True if the text is words without markup. Line breaks of a passage count as spaces. */
export const isPlain = (text: string): boolean => {
  const line = text.replace(/[ \t\r\n]+/g, ' ')
  // NFKC as browsers apply it to hosts: "．" and "。" become dots
  const folded = line.normalize('NFKC').replaceAll('。', '.')
  return line.trim() !== '' && !ADDRESS.test(folded) && !MARKUP.test(folded) && !HIDDEN.test(line.replace(JOINERS, ''))
}
