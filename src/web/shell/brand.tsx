import { Link } from '@tanstack/react-router'
import { useCommunity } from '../kernel/viewer.ts'
import { Mark } from '../ui/lamp-art.tsx'

/** The logo and the name, linked to the start page. */
export function Brand({ className }: { className?: string }) {
  const { brand } = useCommunity()
  return (
    <Link className={className ? `brand ${className}` : 'brand'} to="/">
      <Mark />
      <span translate="no">{brand.name}</span>
    </Link>
  )
}

export const Beta = () => <span className="beta">Beta</span>
