/** What a member chooses and types on a slow phone before the page's script has loaded. */
import { OUTCOMES, type Outcome } from '#contract/round-words.ts'
import type { Carry, Said } from './check-in-draft.ts'

type Line = 'win' | 'struggle' | 'ask' | 'cue' | 'action'
const CARRIES: readonly Carry[] = ['keep', 'change', 'drop']

export interface EarlyInput {
  outcome: Outcome | undefined
  carry: Carry | undefined
  lines: Partial<Record<Line, string>>
}

/** Reads the form as the browser shows it. Returns null if the member has not touched it yet. */
export function earlyInput(form: HTMLFormElement): EarlyInput | null {
  const checked = (where: string) => form.querySelector<HTMLInputElement>(`${where}:checked`)
  const tapped = checked('[name=check-in-outcome]')
  const chosen = checked('.seg input')
  // the script has not changed anything yet, so the default is what the server sent: an answer that a link in a mail chose, too
  const outcome = tapped?.defaultChecked ? undefined : OUTCOMES.find((one) => one === tapped?.value)
  const carry = chosen?.defaultChecked ? undefined : CARRIES.find((one) => one === chosen?.value)
  const areas = [...form.querySelectorAll<HTMLTextAreaElement>('textarea[data-line]')]
  const typed = areas.filter(({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue)
  if (!outcome && !carry && typed.length === 0) return null
  return { outcome, carry, lines: Object.fromEntries(typed.map(({ dataset, value }) => [dataset.line, value])) }
}

/** The stored draft with what was given early: choices replace those of the draft, words are added to it. */
export function withEarly(shown: Said, { outcome, carry, lines }: EarlyInput): Partial<Said> {
  const texts = Object.entries(lines).map(([line, early]) => {
    const before = shown[line as Line]
    return [line, before.includes(early) ? before : [before, early].filter(Boolean).join(' ')]
  })
  return { ...(outcome && { outcome }), ...(carry && { carry }), ...Object.fromEntries(texts) }
}
