import { Link } from '@tanstack/react-router'
import { usePlace } from '../kernel/viewer.ts'
import { Mark } from '../ui/lamp.tsx'

/** The logo and the name, linked to the start page. */
export function Brand({ className }: { className?: string }) {
  const { brand } = usePlace()
  return (
    <Link className={className ? `brand ${className}` : 'brand'} to="/">
      <Mark />
      <span>{brand.name}</span>
    </Link>
  )
}

export const Beta = () => <span className="beta">Beta</span>
