/** The side menu on a phone: every area, and the account. */
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Info,
  LampDesk,
  LogOut,
  MapPin,
  Network,
  Newspaper,
  Settings,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide'
import { useState } from 'react'
import type { Viewer } from '#contract/account.ts'
import { signOut } from '../account/account.tsx'
import { HelpLinesLink } from '../care/care.ts'
import { nameOf } from '../members/members.ts'
import { AuthorAvatar } from '../members/members.tsx'
import { Counter } from '../ui/counter.tsx'
import { Icon } from '../ui/icon.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { areaLinks, currentOf, type NewCounts } from './area-links.ts'
import type { Spot } from './areas.ts'

const icons = {
  feed: Newspaper,
  groups: Network,
  pods: UsersRound,
  local: MapPin,
  profile: UserRound,
} as const satisfies Record<Spot, unknown>

function Logout() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    if (busy) return
    setBusy(true)
    try {
      await signOut(client)
    } catch {
      toast.bad('Error', 'Failed to log out. Please try again.')
      setBusy(false)
      void client.invalidateQueries()
    }
  }
  return (
    <button type="button" className="menu-item" aria-busy={busy || undefined} onClick={() => void leave()}>
      <Icon of={LogOut} />
      {busy ? 'Logging out...' : 'Logout'}
    </button>
  )
}

interface SideMenuProps {
  viewer: Viewer
  news: NewCounts
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function SideMenu({ viewer, news, open, onOpenChange }: SideMenuProps) {
  const path = useLocation({ select: (location) => location.pathname })
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
      <div className="who menu-who">
        <AuthorAvatar author={viewer} />
        <div className="grow">
          <b dir="auto">{nameOf(viewer)}</b>
          <div>@{viewer.username}</div>
        </div>
      </div>
      <nav aria-label="Menu">
        <ul className="menu-list">
          {areaLinks.map(({ spot, to, label }) => (
            <li key={spot}>
              <Link className="menu-item" to={to} onClick={close} aria-current={currentOf(path, spot)}>
                <Icon of={icons[spot]} />
                <span className="grow">{label}</span>
                <Counter count={news[spot] ?? 0} />
              </Link>
            </li>
          ))}
          <li>
            <Link className="menu-item" to="/questions" search={{}} onClick={close}>
              <Icon of={LampDesk} />
              My questions
            </Link>
          </li>
          <li>
            <Link className="menu-item" to="/settings" onClick={close}>
              <Icon of={Settings} />
              Settings
            </Link>
          </li>
          {viewer.is_admin && (
            <li>
              <Link className="menu-item" to="/admin" onClick={close}>
                <Icon of={ShieldCheck} />
                Administration
              </Link>
            </li>
          )}
          <li>
            <HelpLinesLink className="menu-item" onClick={close} />
          </li>
          <li>
            <Link className="menu-item" to="/about" onClick={close}>
              <Icon of={Info} />
              About
            </Link>
          </li>
          <li>
            <Logout />
          </li>
        </ul>
      </nav>
    </Sheet>
  )
}
