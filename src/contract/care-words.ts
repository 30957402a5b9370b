/**
 * Whether a text speaks of self-harm, violence or a child in danger. Rules that both floors ask: the server before it answers
 * a question, the browser while a father writes. It never blocks anything; it only shows where help is.
 */

/** True: the panel with help lines comes first. */
export const needsCare = (text: string): boolean => RULES.some((rule) => rule.test(plain(text)))

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('’', "'")

const RULES: RegExp[] = [/\b(suicide|suicidal|kill myself|end my life|self[- ]harm)\b/]
