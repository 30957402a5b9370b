/** An answer: what other dads wrote, word by word, thread by thread, and below it the posts that it is based on. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Answer, Sentence, Source } from '#contract/assistant.ts'
import { SAY_ASSISTANT, STRUCK } from '#contract/assistant-words.ts'
import { useNow } from '../kernel/clock.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'
import { type AnswerPart, type QuotedSentence, threadsOf } from './answer-threads.ts'

export type AnswerText = Pick<Answer, 'sentences' | 'sources'>

export function Sentences({ sentences, sources }: AnswerText) {
  return threadsOf(sentences, sources).map(({ source, parts }) => {
    const shown = parts.map((part) => <Part key={part[0].nth} part={part} />)
    return source ? (
      <Thread key={source.n} source={source}>
        {shown}
      </Thread>
    ) : (
      shown
    )
  })
}

function Thread({ source, children }: { source: Source; children: ReactNode }) {
  // the same thread may stand in several answers on a page
  const id = useId()
  const { n, post_id, title } = source
  return (
    <section className="pop-thread" aria-labelledby={id}>
      <div className="pop-thread-t">
        <span className="cite">{n}</span>
        <div>
          <h3 id={id}>
            <Link dir="auto" to="/post/$postId" params={{ postId: post_id }} search={{}}>
              {title}
            </Link>
          </h3>
          <p className="sm soft">
            <PlaceOf source={source} />
          </p>
        </div>
      </div>
      {children}
    </section>
  )
}

function Part({ part }: { part: AnswerPart }) {
  const { brand } = useCommunity()
  const [{ kind, text, struck }] = part
  if (struck) return <p className="ui soft pop-struck">{STRUCK[struck]}</p>
  if (kind === 'own')
    return (
      <p className="pop-own" dir="auto">
        <Stamp>{brand.assistant}</Stamp> {text}
      </p>
    )
  return (
    <div className="pop-said">
      {/* only in answers from before models only chose */}
      {kind === 'quoted' && <p dir="auto">{text}</p>}
      <Quotes sentences={part.filter(isQuoted)} />
    </div>
  )
}

const isQuoted = (sentence: Sentence): sentence is QuotedSentence => sentence.quotation !== null

/** What one father wrote in one place. The quoted words are the link to it. */
function Quotes({ sentences }: { sentences: QuotedSentence[] }) {
  const now = useNow()
  const [first] = sentences
  if (!first) return null
  const { author, created_at } = first.quotation
  return (
    <figure className="pop-q">
      {sentences.map(({ nth, quotation: { text, post_id, comment_id } }) => (
        <blockquote dir="auto" key={nth}>
          <Link
            to="/post/$postId"
            params={{ postId: post_id }}
            search={{ quote: text.replaceAll('\n', ' '), ...(comment_id && { comment: comment_id }) }}
            {...(comment_id && { hash: `comment-${comment_id}` })}
          >
            {text}
          </Link>
        </blockquote>
      ))}
      <figcaption>
        <AuthorLine author={author} size="s">
          <Time value={created_at} now={now} className="num" />
        </AuthorLine>
      </figcaption>
    </figure>
  )
}

function PlaceOf({ source: { place } }: { source: Source }) {
  if (place.kind === 'group')
    return (
      <Link className="place" dir="auto" to="/group/$groupName" params={{ groupName: place.slug }} search={{}}>
        f/{place.name}
      </Link>
    )
  return (
    <Link className="place" to="/category/$categoryName" params={{ categoryName: place.slug }}>
      {place.name}
    </Link>
  )
}

/** "Based on 4 community post(s)"; opened, it lists them. */
export function BasedOn({ sources, count }: { sources: Source[]; count: number }) {
  const now = useNow()
  const words = `Based on ${count} community post(s)`
  if (sources.length === 0) return <p className="ui soft">{words}</p>
  return (
    <details className="pop-based">
      <summary>{words}</summary>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
      <ol className="rule" role="list">
        {sources.map(({ n, post_id, title, author, place, created_at }) => (
          <li key={n} className="pop-src">
            <span className="cite">{n}</span>
            <span className="ui">
              <Link dir="auto" className="strong" to="/post/$postId" params={{ postId: post_id }} search={{}}>
                {title}
              </Link>
              <span className="sm soft parts">
                <bdi>{nameOf(author)}</bdi>
                <bdi>{place.kind === 'group' ? `f/${place.name}` : place.name}</bdi>
                <Time value={created_at} now={now} style="long" />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Says what the assistant did: with a model it chose the words, without one it only found them. */
export function Caution({ withModel }: { withModel: boolean }) {
  const { brand } = useCommunity()
  return (
    <p className="sm soft">
      These are the words of members{withModel && `, chosen by ${brand.assistant}`}. It is not medical advice.
    </p>
  )
}

export const Nothing = () => (
  <>
    <p className="strong">{SAY_ASSISTANT.wasUnsure}</p>
    <BasedOn sources={[]} count={0} />
  </>
)
