/** The list of dads nearby, and what is shown if it is empty. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { RADII, type Radius } from '#contract/local-words.ts'
import type { NearbyDad } from '#contract/nearby.ts'
import { readFault } from '../kernel/fault.ts'
import { useViewer } from '../kernel/viewer.ts'
import { nameOf } from '../members/members.ts'
import { AdministratorMark, AuthorAvatar } from '../members/members.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { keepRadius, localProfileQuery, nearbyQuery } from './nearby.ts'

interface NearbyDadsProps {
  radius: Radius
  most: number
  onSettings: () => void
}

export function NearbyDads({ radius, most, onSettings }: NearbyDadsProps) {
  const client = useQueryClient()
  const asked = useQuery(nearbyQuery(radius))
  const isOff = asked.isError && readFault(asked.error, '').code === 'LOCAL_MODE_OFF'
  useEffect(() => {
    // local mode was switched off elsewhere, so the page must be updated
    if (isOff) void client.invalidateQueries({ queryKey: localProfileQuery().queryKey })
  }, [isOff, client])
  if (asked.isPending) return <Waiting />
  if (asked.isError && !asked.data)
    return (
      <div role="alert" className="nearby-none">
        <p className="ui">The dads nearby did not load. {readFault(asked.error, 'Check your connection.').sentence}</p>
        <Button variant="quiet" busy={asked.isFetching} busyLabel="Trying..." onClick={() => void asked.refetch()}>
          Try again
        </Button>
      </div>
    )
  const { has_position, items } = asked.data
  if (!has_position)
    return (
      <None action={<Button onClick={onSettings}>Set your location</Button>}>
        We do not know where you are yet, so nobody is near. Name a town, a postal code, or use your current location.
      </None>
    )
  const wider = RADII.find((miles) => miles > radius)
  if (items.length === 0)
    return (
      <None
        action={
          wider && (
            <Button variant="quiet" onClick={() => keepRadius(wider)}>
              Look within {wider} miles
            </Button>
          )
        }
      >
        Nobody within {radius} miles has local mode on yet. You are the first, and the next one will find you.
      </None>
    )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list; the role gives them back
    <ul className="nearby-list" role="list">
      {items.slice(0, most).map((dad) => (
        <Dad key={dad.id} dad={dad} />
      ))}
    </ul>
  )
}

function Dad({ dad }: { dad: NearbyDad }) {
  const viewer = useViewer()
  return (
    <li className="nearby-dad">
      <AuthorAvatar author={dad} />
      <span className="grow ui">
        <Link className="strong nearby-name" to="/user/$username" params={{ username: dad.username }} dir="auto">
          {nameOf(dad)}
        </Link>{' '}
        <AdministratorMark of={dad} />
        <span className="sm soft nearby-where parts">
          <bdi>{viewer && dad.location ? dad.location : `@${dad.username}`}</bdi>
          {dad.kin_count > 0 && <span className="num">{dad.kin_count} kin</span>}
        </span>
      </span>
      <span className="sm soft num nearby-far">{dad.distance}</span>
    </li>
  )
}

const None = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className="nearby-none">
    <p className="ui soft">{children}</p>
    {action && <div className="needs-script">{action}</div>}
  </div>
)

const Waiting = () => (
  <div role="status">
    <span className="sr">Loading the dads nearby...</span>
    {[0, 1, 2].map((one) => (
      <div key={one} className="nearby-dad" aria-hidden="true">
        <Skeleton shape="ico" />
        <span className="grow stack-s">
          <Skeleton width="w60" />
          <Skeleton width="w30" />
        </span>
      </div>
    ))}
  </div>
)
