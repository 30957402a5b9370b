/** The log of administrators' actions. Every administrator can read it. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogEntry } from '#contract/admin.ts'
import { THING_WORDS, type ThingKind } from '#contract/thing-words.ts'
import { useNow } from '../kernel/clock.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { nameOf } from '../members/members.ts'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Time } from '../ui/time.tsx'
import { actsQuery } from './admin.ts'

export function Acts() {
  const list = useInfiniteQuery(actsQuery())
  const now = useNow()
  const acts = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="sheet" aria-labelledby="acts">
      <h2 id="acts" className="part-h">
        Log
      </h2>
      {list.isError && !list.data ? (
        <Failed title="The log did not load" level="h3" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection and try again.
        </Failed>
      ) : acts.length === 0 ? (
        <Empty title="Nothing was done yet" level="h3" art="none">
          Whatever administrators do stands here, and is never changed.
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
        <ul className="rule" role="list">
          {acts.map((act) => (
            <li key={act.id} className="person-row ui">
              <p className="flush">
                <b dir="auto">{act.admin_name}</b> <Sentence of={act} />
              </p>
              {act.reason && (
                <p className="flush" dir="auto">
                  {act.reason}
                </p>
              )}
              <p className="flush soft sm">
                <Time value={act.created_at} now={now} style="long" />
              </p>
            </li>
          ))}
        </ul>
      )}
      <NextPage list={list} count={acts.length} href="/admin?part=log">
        Load more
      </NextPage>
    </section>
  )
}

/** The sentence for an action that is not on a thing; what it concerns stands between the two parts, or at the end. */
const VERBS: Record<string, [verb: string, rest?: string]> = {
  'report.dismissed': ['found nothing wrong with what was reported'],
  'report.opened': ['opened a report of danger'],
  'report.taken': ['took a report of danger'],
  'member.written_to': ['wrote to'],
  'member.suspended': ['suspended'],
  'member.restored': ['let', 'back in'],
  'help_line.added': ['added a help line'],
  'help_line.changed': ['changed a help line'],
  'help_line.deleted': ['deleted a help line'],
  'suggestion.approved': ['opened a suggested network'],
  'suggestion.declined': ['declined a suggested network'],
  'assistant.on': ['switched the assistant on'],
  'assistant.off': ['switched the assistant off'],
}

const isThing = (kind: string): kind is ThingKind => Object.hasOwn(THING_WORDS, kind)

function Sentence({ of: act }: { of: LogEntry }) {
  const [kind = '', action = ''] = act.what.split('.')
  const thing = isThing(kind) ? THING_WORDS[kind].phrase : null
  const [verb, rest] = VERBS[act.what] ?? [thing ? action : act.what]
  return (
    <>
      {verb}
      {thing && <> {act.path && !act.name ? <a href={act.path}>{thing}</a> : thing} by</>}
      {(thing || kind === 'member') && (
        <>
          {' '}
          <Whom of={act} />
        </>
      )}
      {rest && ` ${rest}`}
      {act.name && <Named of={act} name={act.name} />}
    </>
  )
}

/** The title or the first words. A link, if the administrator can open it. */
const Named = ({ of: { path }, name }: { of: LogEntry; name: string }) => (
  <>
    {': '}
    {path ? (
      <a href={path} dir="auto">
        {name}
      </a>
    ) : (
      <i dir="auto">{name}</i>
    )}
  </>
)

const Whom = ({ of: { subject } }: { of: LogEntry }) =>
  subject ? (
    <a href={`/user/${encodeURIComponent(subject.username)}`} dir="auto">
      {nameOf(subject)}
    </a>
  ) : (
    <span>a member who has no account any more</span>
  )
