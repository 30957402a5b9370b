/** Search on the screen: the box, which is a plain form without JavaScript, and what stands above the results. */
import { Link, useNavigate } from '@tanstack/react-router'
import { Search, X } from 'lucide'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { searchable } from '#contract/words.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { resultsSaid, type SearchParams } from './search.ts'
import type { Typing } from './typing.ts'

export { type SearchPath, type Typing, useTyping } from './typing.ts'

interface BoxProps {
  id: string
  label: string
  placeholder: string
  path: string
  where: SearchParams['in']
  order?: SearchParams['order']
  value: string
  onType: (words: string) => void
  onAsk: (words: string) => void
  /** Escape in an empty box */
  onLeave?: (() => void) | undefined
}

function Box({ id, label, placeholder, path, where, order, value, onType, onAsk, onLeave }: BoxProps) {
  const input = useRef<HTMLInputElement>(null)
  // typed before the page's own script had come
  const early = useRef(onType)
  useEffect(() => {
    const words = input.current?.value
    if (words && words !== input.current?.defaultValue) early.current(words)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(value)
    // on a phone the keyboard covers what was found
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur()
  }
  const clear = () => {
    onAsk('')
    input.current?.focus()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (value) clear()
    else onLeave?.()
  }
  return (
    <search>
      <form action={path} onSubmit={submit} className="in-wrap">
        <Icon of={Search} />
        <input
          ref={input}
          id={id}
          className="in low"
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(searchable(event.currentTarget.value))}
          onKeyDown={key}
        />
        {where && <input type="hidden" name="in" value={where} />}
        {order && <input type="hidden" name="order" value={order} />}
        {value && <IconButton className="needs-script" icon={X} label="Clear search" onClick={clear} />}
      </form>
    </search>
  )
}

interface SearchBoxProps {
  typing: Typing
  /** `desk`: posts, authors and categories · `phone`: title and content (AMB-58) */
  at: 'desk' | 'phone'
  onLeave?: () => void
}

/** The box whose results stand on the same page: asked while one types. */
export function SearchBox({ typing, at, onLeave }: SearchBoxProps) {
  const where = at === 'phone' ? 'text' : undefined
  return (
    <Box
      id={`search-${at}`}
      label={at === 'phone' ? 'Search posts' : 'Search posts, authors and categories'}
      placeholder={at === 'phone' ? 'Search posts...' : 'Search posts, authors, categories...'}
      path={typing.path}
      where={where}
      order={typing.params.order}
      value={typing.typed}
      onType={(words) => typing.type(words, where)}
      onAsk={(words) => typing.ask(words, where)}
      onLeave={onLeave}
    />
  )
}

/** The box of pages without results of their own: leads to the feed's (AMB-21). */
export function GenericSearchBox() {
  const [words, setWords] = useState('')
  const navigate = useNavigate()
  const ask = (asked: string) => {
    setWords(asked)
    const q = asked.trim()
    if (q) void navigate({ to: '/categories', search: { q } })
  }
  return (
    <Box
      id="search-generic"
      label="Search tags and posts"
      placeholder="Search tags and posts..."
      path="/categories"
      where={undefined}
      value={words}
      onType={setWords}
      onAsk={ask}
    />
  )
}

interface ResultsHeadProps {
  typing: Typing
  /** how many are there, and whether more would come; undefined while the answer is on its way */
  found: { count: number; more: boolean } | undefined
  /** categories whose names match */
  tags?: ReactNode
}

/** What was asked, the order as a choice, and, for whoever listens, how much came. */
export function ResultsHead({ typing, found, tags }: ResultsHeadProps) {
  const { path, params } = typing
  const orders = [
    { order: undefined, label: 'Newest' },
    { order: 'best', label: 'Best match' },
  ] as const
  return (
    <div className="results-h">
      <h2 className="grow clip" dir="auto">
        {`\u201c${params.q}\u201d`}
      </h2>
      <nav className="seg" aria-label="Order">
        {orders.map(({ order, label }) => (
          <Link
            key={label}
            to={path}
            search={{ q: params.q, in: params.in, order }}
            replace
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={params.order === order ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {tags}
      <p className="sr" role="status">
        {found ? resultsSaid(found.count, found.more) : ''}
      </p>
      <Link className={buttonClass({ variant: 'bare' }, 'only-plain')} to={path} search={{}}>
        Clear search
      </Link>
    </div>
  )
}
