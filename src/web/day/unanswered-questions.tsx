/** Unanswered questions of the last weeks; the title links to the list that contains them. */
import { Link } from '@tanstack/react-router'
import type { PostCard } from '#contract/posts.ts'
import { CategoryDot } from '../categories/categories.tsx'
import { useNow } from '../kernel/clock.ts'
import { nameOf } from '../members/members.ts'
import { AuthorAvatar } from '../members/members.tsx'
import { buttonClass } from '../ui/button.tsx'
import { SheetList } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'

const TITLE = 'Nobody has answered yet'

export function Questions({ questions }: { questions: PostCard[] }) {
  return (
    <section className="day-asks" aria-labelledby="day-asks">
      <h2 id="day-asks">{TITLE}</h2>
      {questions.length > 0 ? (
        <SheetList>
          {questions.map((post) => (
            <Question key={post.id} post={post} />
          ))}
        </SheetList>
      ) : (
        <div className="sheet day-none">
          <p className="ui soft">Every question of the last weeks has its answer. You can ask the next one.</p>
          <Link className={buttonClass({ variant: 'quiet' })} to="/categories">
            Go to the feed
          </Link>
        </div>
      )}
    </section>
  )
}

function Question({ post }: { post: PostCard }) {
  const now = useNow()
  const { author, category, group } = post
  return (
    <li className="day-row">
      <AuthorAvatar author={author} />
      <span className="grow">
        <Link className="day-name day-ask" dir="auto" to="/post/$postId" params={{ postId: post.id }} hash="comments">
          {post.title}
        </Link>
        <span className="sm soft day-what parts">
          <bdi>{author ? nameOf(author) : 'Unknown User'}</bdi>
          {group ? (
            <bdi>f/{group.name}</bdi>
          ) : (
            <span>
              <CategoryDot name={category.name} color={category.color} /> {category.name}
            </span>
          )}
          <Time value={post.created_at} now={now} className="num" />
        </span>
      </span>
    </li>
  )
}

export const QuestionsPending = () => (
  <section className="day-asks" aria-labelledby="day-asks">
    <h2 id="day-asks">{TITLE}</h2>
    <div role="status" className="sheet rule">
      <span className="sr">Loading questions...</span>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="day-row" aria-hidden="true">
          <Skeleton shape="ico" />
          <span className="grow stack-s">
            <Skeleton width="w80" />
            <Skeleton width="w40" />
          </span>
        </div>
      ))}
    </div>
  </section>
)
