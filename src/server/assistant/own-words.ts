/**
 * All that a model may add to the words of fathers: sentences of comfort and connecting words. Both lists are closed, so
 * that no number, name or advice can be shown as the assistant's own.
 */

/** Words before a quotation, as the model names them. */
export const LEADS = ['Also:', 'Another way:', 'For example:', 'On the other hand:'] as const

export const leadOf = (said: unknown): string | null => LEADS.find((lead) => lead === said) ?? null

const FEELING = '(?:hard|tough|exhausting|rough|tiring|frustrating|stressful|lonely|scary|painful|difficult|draining)'
const VERY = '(?:really |so |very |incredibly |truly )?'
/** The complete list of sentences without knowledge. */
const COMFORTS = [
  `(?:that|this|it) (?:sounds|must be|can be|is|must feel) ${VERY}${FEELING}(?: and ${VERY}${FEELING})?`,
  `that sounds like a ${FEELING} (?:night|day|week|time|situation)`,
  `i(?:'m| am) sorry (?:you(?:'re| are) going through this|to hear that|that you(?:'re| are) going through this)`,
  `you(?:'re| are) not alone(?: (?:in|with) this)?`,
  `(?:hang|hold) in there`,
  `thank you for asking`,
  `i hope this helps(?: a little)?`,
  `it makes sense (?:that you feel this way|to feel this way)`,
].map((pattern) => new RegExp(`^${pattern}[.!]?$`, 'i'))

export const isComfort = (text: string): boolean => {
  const plain = text.replaceAll('’', "'")
  return COMFORTS.some((one) => one.test(plain))
}
