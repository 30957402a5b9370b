/** Reporting: the menu item, and the dialog, which is loaded on demand. */
import { Flag } from 'lucide'
import { THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import { signInPath } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { MenuItem } from '../ui/menu.tsx'

import type { Thing } from './report.tsx'

export { ReportDialog } from './report.tsx'

/** Returns the fragment of the address that leads to the item on its page, or an empty string if the item is the page. */
const spotOf = ({ kind, id }: Thing) => {
  const words = THING_WORDS[kind]
  return 'anchor' in words ? `#${words.anchor}${id}` : ''
}

/** The props of `ReportItem`. A visitor is sent to sign in, and returns to the same position. */
export function useReporting(thing: Thing, open: () => void) {
  const viewer = useViewer()
  const toDoor = () => {
    const { pathname, search } = window.location
    window.location.assign(signInPath(pathname + search + spotOf(thing)))
  }
  return { kind: thing.kind, onSelect: viewer ? open : toDoor }
}

/** For any menu about another member's content. */
export const ReportItem = ({ kind, onSelect }: { kind: ThingKind; onSelect: () => void }) => (
  <MenuItem icon={Flag} onSelect={onSelect}>
    Report this {THING_WORDS[kind].word}…
  </MenuItem>
)
