/** An answer: what other dads wrote, word by word, with author and place, and below it the posts that it is based on. */
import { Link } from '@tanstack/react-router'
import type { Answer, Quotation, Sentence, Source } from '#contract/assistant.ts'
import { SAY_ASSISTANT, STRUCK } from '#contract/assistant-words.ts'
import { useNow } from '../kernel/clock.ts'
import { useCommunity } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'

export type AnswerText = Pick<Answer, 'sentences' | 'sources'>

export function Sentences({ sentences, sources }: AnswerText) {
  return sentences.map((sentence) => (
    <AnswerText key={sentence.nth} sentence={sentence} source={sources.find(({ n }) => n === sentence.quotation?.n)} />
  ))
}

function AnswerText({ sentence, source }: { sentence: Sentence; source: Source | undefined }) {
  const { brand } = useCommunity()
  const { kind, text, quotation, struck } = sentence
  if (struck) return <p className="ui soft pop-struck">{STRUCK[struck]}</p>
  if (kind === 'own')
    return (
      <p className="pop-own" dir="auto">
        <Stamp>{brand.assistant}</Stamp> {text}
      </p>
    )
  return (
    <div className="pop-said">
      {kind === 'quoted' && <p dir="auto">{text}</p>}
      {quotation && <Quote quotation={quotation} source={source} />}
    </div>
  )
}

/** The quoted words are the link to their source. */
function Quote({ quotation, source }: { quotation: Quotation; source: Source | undefined }) {
  const now = useNow()
  const { n, text, post_id, comment_id, author, created_at } = quotation
  return (
    <figure className="pop-q">
      <blockquote dir="auto">
        <Link
          to="/post/$postId"
          params={{ postId: post_id }}
          search={{ quote: text, ...(comment_id && { comment: comment_id }) }}
          {...(comment_id && { hash: `comment-${comment_id}` })}
        >
          {text}
        </Link>
      </blockquote>
      <figcaption>
        <AuthorLine author={author} size="s" end={<span className="cite">{n}</span>}>
          {source && <PlaceOf source={source} />}
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

/** An answer of quotations alone contains no summary to warn about. */
export function Caution({ withModel }: { withModel: boolean }) {
  const { brand } = useCommunity()
  return (
    <p className="sm soft">
      {withModel ? `${brand.assistant} sums up what members wrote.` : 'These are the words of members.'} It is not
      medical advice.
    </p>
  )
}

export const Nothing = () => (
  <>
    <p className="strong">{SAY_ASSISTANT.nothing}</p>
    <BasedOn sources={[]} count={0} />
  </>
)
