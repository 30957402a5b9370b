/** The search box above a list: the list follows what is typed, and the search is part of the address. */
import { useNavigate } from '@tanstack/react-router'
import { SearchField } from '../ui/search-field.tsx'
import { useSearchBox } from './search-box.ts'

interface ListSearchProps {
  path: '/groups' | '/groups/all' | '/pods'
  /** the search in the address */
  q: string | undefined
  label: string
}

export function ListSearch({ path, q = '', label }: ListSearchProps) {
  const navigate = useNavigate()
  const { typed, type, ask } = useSearchBox({ q, where: undefined }, (question, before) => {
    // the browser's back button leads from the results to the list, not through every letter
    const replace = Boolean(question.q && before.q)
    void navigate({ to: path, search: question.q ? { q: question.q } : {}, replace, resetScroll: false })
  })
  return (
    <SearchField
      label={label}
      placeholder={`${label}...`}
      path={path}
      value={typed}
      onType={(words) => type(words, undefined)}
      onAsk={(words) => ask(words, undefined)}
    />
  )
}
