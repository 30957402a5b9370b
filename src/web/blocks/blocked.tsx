/** Members that the viewer has blocked: the page shown instead of their profile, and the list in Settings. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Block } from '#contract/blocks.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AuthorLine } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { toast } from '../ui/toast.tsx'
import { blockQuery, blocksChanged, blocksQuery } from './blocks.ts'

function useUnblock(user: Block['user'], onDone?: () => void) {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: () => api.blocks.unblockMember({ user_id: user.id }, withTimeout()),
    onMutate: () => toast.ahead(),
    onSuccess: async () => {
      toast.good(`You unblocked ${nameOf(user)}.`)
      onDone?.()
      await blocksChanged(client, user.username, () => router.invalidate())
    },
    onError: (error) => toast.bad('Unblock', readFault(error, 'That did not work. Try again.').sentence),
  })
}

/** `children`: the page that is shown if the viewer has not blocked this member. */
export function BlockedMember({
  username,
  back,
  children,
}: {
  username: string
  back: ReactNode
  children: ReactNode
}) {
  const viewer = useViewer()
  const block = useQuery({ ...blockQuery(username), enabled: viewer !== null, retry: false }).data
  return block ? <Blocked user={block.user} back={back} /> : children
}

function Blocked({ user, back }: { user: Block['user']; back: ReactNode }) {
  const unblocking = useUnblock(user, () => document.getElementById('main')?.focus())
  return (
    <div className="page narrow">
      {back}
      <section className="sheet">
        <Empty
          level="h1"
          art="none"
          title={<span dir="auto">You blocked {nameOf(user)}</span>}
          action={
            <Button
              className="needs-script"
              variant="quiet"
              busy={unblocking.isPending}
              busyLabel="Unblocking..."
              onClick={() => unblocking.mutate()}
            >
              Unblock
            </Button>
          }
        >
          Neither of you sees what the other writes. He was not told.
        </Empty>
      </section>
    </div>
  )
}

/** The list in Settings. */
export function BlockedMembers() {
  const list = useInfiniteQuery(blocksQuery())
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const blocks = list.data?.pages.flatMap((page) => page.items) ?? []
  const onGone = (gone: Block) => {
    const at = blocks.indexOf(gone)
    const beside = blocks[at + 1] ?? blocks[at - 1]
    moveFocus(beside ? `[data-member="${beside.user.id}"] button` : '[data-blocked]')
  }
  return (
    <Panel title="Blocked members">
      <div ref={place}>
        <div data-blocked tabIndex={-1}>
          <p className="hint">
            Neither of you meets the other here, and he is not told. To block somebody, use the dots on his profile or
            beside what he wrote.
          </p>
          {list.isError && !list.data ? (
            <Failed title="The list did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
              Check your connection and try again.
            </Failed>
          ) : (
            list.data && blocks.length === 0 && <p className="ui">You have blocked nobody.</p>
          )}
        </div>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list */}
        <ul className="rule" role="list">
          {blocks.map((block) => (
            <Row key={block.user.id} block={block} onGone={() => onGone(block)} />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button variant="quiet" wide busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </Panel>
  )
}

function Row({ block: { user }, onGone }: { block: Block; onGone: () => void }) {
  const unblocking = useUnblock(user, onGone)
  return (
    <li className="device" data-member={user.id}>
      <div className="grow">
        <AuthorLine author={user} at />
      </div>
      <Button
        className="needs-script"
        variant="quiet"
        busy={unblocking.isPending}
        busyLabel="Unblocking..."
        onClick={() => unblocking.mutate()}
      >
        Unblock<span className="sr"> {nameOf(user)}</span>
      </Button>
    </li>
  )
}
