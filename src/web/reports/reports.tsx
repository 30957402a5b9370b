/** Reports on the screen: the item of a menu, and what is asked after it. Fetched when somebody wants them. */
import { Flag } from 'lucide'
import { THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import { doorTo } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { MenuItem } from '../ui/menu.tsx'

import type { Thing } from './report.tsx'

export { ReportDialog } from './report.tsx'

/** Where on its page the thing stands; empty: it is the page itself. */
const spotOf = ({ kind, id }: Thing) => {
  const words = THING_WORDS[kind]
  return 'anchor' in words ? `#${words.anchor}${id}` : ''
}

/** For `ReportItem`: a visitor goes to the door, and comes back to where he stood. */
export function useReporting(thing: Thing, open: () => void) {
  const viewer = useViewer()
  const toDoor = () => {
    const { pathname, search } = window.location
    window.location.assign(doorTo(pathname + search + spotOf(thing)))
  }
  return { kind: thing.kind, onSelect: viewer ? open : toDoor }
}

/** For any menu about something that another has written. */
export const ReportItem = ({ kind, onSelect }: { kind: ThingKind; onSelect: () => void }) => (
  <MenuItem icon={Flag} onSelect={onSelect}>
    Report this {THING_WORDS[kind].word}…
  </MenuItem>
)
