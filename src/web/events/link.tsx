/** A way to another state of the board: an address for readers without JavaScript, and in place with it. */
import type { ComponentProps, MouseEvent } from 'react'
import { boardPath } from './asking.ts'
import type { BoardSearch } from './board-search.ts'

/** Takes the board there; keys that are there and undefined are taken away. */
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
