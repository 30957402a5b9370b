/** The box above a list that can be narrowed: the list follows what is typed, and the question lives in the address. */
import { useNavigate } from '@tanstack/react-router'
import { SearchField } from '../ui/search-field.tsx'
import { useAsking } from './asking.ts'

interface ListSearchProps {
  path: '/groups' | '/groups/all' | '/pods'
  /** what the address asks for */
  q: string | undefined
  label: string
}

export function ListSearch({ path, q = '', label }: ListSearchProps) {
  const navigate = useNavigate()
  const { typed, type, ask } = useAsking({ q, where: undefined }, (question, before) => {
    // the way back leads from what was found to the list, not through every letter
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
