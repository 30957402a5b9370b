/** The way to all help lines, which stands wherever the panel can appear. */
import { Link } from '@tanstack/react-router'
import { HeartHandshake } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

interface HelpLinesLinkProps {
  className?: string
  /** beside a text that is being written, which stays open */
  inNewTab?: boolean
  onClick?: () => void
  /** in another language than the page, both */
  children?: ReactNode
  newTab?: string
}

export const HelpLinesLink = ({
  className = 'more',
  inNewTab,
  onClick,
  children = 'Help lines',
  newTab = ' (in a new tab)',
}: HelpLinesLinkProps) => (
  <Link className={className} to="/help-lines" onClick={onClick} {...(inNewTab && { target: '_blank' })}>
    <Icon of={HeartHandshake} size={className === 'menu-item' ? 'm' : 's'} />
    <span>
      {children}
      {inNewTab && <span className="sr">{newTab}</span>}
    </span>
  </Link>
)
