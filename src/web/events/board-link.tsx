/** A link to another state of the board; a real address for readers without JavaScript, otherwise without a page load. */
import type { ComponentProps, MouseEvent } from 'react'
import type { BoardSearch } from './board-search.ts'
import { boardPath } from './queries.ts'

/** Changes the search parameters of the board; a key with the value undefined is removed. */
export type OnGo = (to: BoardSearch) => void

interface BoardLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  search: BoardSearch
  to: BoardSearch
  onGo: OnGo
}

export function BoardLink({ search, to, onGo, children, ...rest }: BoardLinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onGo(to)
  }
  return (
    <a {...rest} href={boardPath(search, to)} onClick={go}>
      {children}
    </a>
  )
}
