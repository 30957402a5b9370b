/** Members, for the administrators: search by name, suspend and restore. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { MemberStatus } from '#contract/admin.ts'
import { SAY_SAFETY } from '#contract/safety-words.ts'
import { api } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useSearchBox } from '../kernel/search-box.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Stamp } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { reloadEverything, standingsQuery } from './admin.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface StandingsProps {
  q: string | undefined
  only: 'suspended' | undefined
}

export function Standings({ q, only }: StandingsProps) {
  const list = useInfiniteQuery({ ...standingsQuery(q, only), placeholderData: keepPreviousData })
  const navigate = useNavigate()
  const place = useRef<HTMLElement>(null)
  const { typed, type, ask } = useSearchBox({ q: q ?? '', where: undefined }, (question, before) => {
    const search = { part: 'members' as const, ...(question.q && { q: question.q }), ...(only && { only }) }
    // the history has one entry per search, not one per letter
    void navigate({ to: '/admin', search, replace: Boolean(question.q && before.q), resetScroll: false })
  })
  const found = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="sheet" aria-labelledby="standings" ref={place} tabIndex={-1}>
      <div className="part-h row between wrap">
        <h2 id="standings">Members</h2>
        <nav className="seg" aria-label="Which members">
          <Link
            to="/admin"
            search={{ part: 'members', ...(q && { q }) }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={only ? undefined : 'page'}
          >
            All
          </Link>
          <Link
            to="/admin"
            search={{ part: 'members', only: 'suspended', ...(q && { q }) }}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={only ? 'page' : undefined}
          >
            Suspended
          </Link>
        </nav>
      </div>
      <div className="pad">
        <SearchField
          label="Search members by name"
          placeholder="Name..."
          path="/admin"
          value={typed}
          onType={(words) => type(words, undefined)}
          onAsk={(words) => ask(words, undefined)}
        >
          <input type="hidden" name="part" value="members" />
          {only && <input type="hidden" name="only" value={only} />}
        </SearchField>
      </div>
      {list.isError && !list.data ? (
        <Failed
          title="The members did not load"
          level="h3"
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          Check your connection and try again.
        </Failed>
      ) : found.length === 0 ? (
        <Empty title={only && !q ? 'Nobody is suspended' : 'Nobody is called so'} level="h3" art="none">
          {only && !q ? 'Whom you suspend will stand here.' : 'Try the beginning of the name, or fewer letters of it.'}
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
        <ul className="rule" role="list">
          {found.map((standing) => (
            <Row key={standing.member.id} standing={standing} onGone={() => place.current?.focus()} />
          ))}
        </ul>
      )}
      <NextPage list={list} count={found.length} href="/admin?part=members">
        Load more
      </NextPage>
    </section>
  )
}

function Row({ standing, onGone }: { standing: MemberStatus; onGone: () => void }) {
  const { member, joined_at, is_admin, suspended_at, suspended_reason, can_suspend } = standing
  const now = useNow()
  const client = useQueryClient()
  const [suspending, setSuspending] = useState(false)
  const name = nameOf(member)
  const restoring = useMutation({
    mutationFn: () => api.admin.restoreMember({ id: member.id }, withTimeout()),
    onSuccess: () => toast.good(`${name} can sign in again`),
    onError: (error) => toast.plain(readFault(error, SAY_SAFETY.decideFailed).sentence, { patient: true }),
    onSettled: async () => {
      await reloadEverything(client)
      onGone()
    },
  })
  return (
    <li className="person-row ask-in standing">
      <AuthorLine
        author={member}
        at
        size="s"
        end={
          suspended_at ? <Stamp variant="bad">Suspended</Stamp> : is_admin && <Stamp variant="standing">Admin</Stamp>
        }
      >
        <span>
          Joined <Time value={joined_at} now={now} style="long" />
        </span>
      </AuthorLine>
      {suspended_at && (
        <p className="ui flush" dir="auto">
          {suspended_reason} <span className="soft">(</span>
          <Time value={suspended_at} now={now} />
          <span className="soft">)</span>
        </p>
      )}
      {(suspended_at || can_suspend) && (
        <div className="btn-row">
          {suspended_at ? (
            <Button
              variant="quiet"
              aria-label={`Restore ${name}`}
              busy={restoring.isPending}
              busyLabel="Restoring..."
              onClick={() => restoring.mutate()}
            >
              Restore
            </Button>
          ) : (
            <Button variant="quiet" aria-label={`Suspend ${name}`} onClick={() => setSuspending(true)}>
              Suspend
            </Button>
          )}
        </div>
      )}
      {suspending && (
        <ReasonDialog
          about={`suspend.${member.id}`}
          title={`Suspend ${name}?`}
          verb="Suspend"
          busyVerb="Suspending..."
          done={`${name} was suspended`}
          send={(reason) => api.admin.suspendMember({ id: member.id, reason }, withTimeout())}
          onClose={() => setSuspending(false)}
          onGone={onGone}
        >
          He is signed out everywhere at once and cannot sign in. When he tries, he reads your reason. What he wrote
          stays.
        </ReasonDialog>
      )}
    </li>
  )
}
