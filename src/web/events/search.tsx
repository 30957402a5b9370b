/** The search box for events: the list follows the typed text, which is kept in the address. */
import { useSearchBox } from '../kernel/search-box.ts'
import { SearchField } from '../ui/search-field.tsx'
import type { OnGo } from './board-link.tsx'
import type { BoardSearch } from './board-search.ts'

export function EventsSearch({ search, onGo }: { search: BoardSearch; onGo: OnGo }) {
  const { typed, type, ask } = useSearchBox({ q: search.q ?? '', where: undefined }, ({ q }) =>
    onGo({ q: q || undefined, after: undefined }),
  )
  return (
    <SearchField
      label="Search events"
      placeholder="Search events..."
      path="/local"
      value={typed}
      onType={(words) => type(words, undefined)}
      onAsk={(words) => ask(words, undefined)}
    >
      {search.scope && <input type="hidden" name="scope" value={search.scope} />}
      {search.day && <input type="hidden" name="day" value={search.day} />}
    </SearchField>
  )
}
