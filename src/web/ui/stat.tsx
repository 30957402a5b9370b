import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { grouped } from './number.ts'

/** A member's figures, side by side. */
export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>

type StatProps = { label: string; value: number; icon: IconNode }

export function Stat({ label, value, icon }: StatProps) {
  return (
    <div className="stat">
      <dt className="l">{label}</dt>
      <dd className="row between">
        <span className="v num">{grouped(value)}</span>
        <Icon of={icon} />
      </dd>
    </div>
  )
}

type StatButtonProps = StatProps & { busy?: boolean; onClick: () => void }

/** A figure that opens the list of what it counts. The whole area can be pressed. */
export function StatButton({ label, value, icon, busy, onClick }: StatButtonProps) {
  return (
    <div className="stat press">
      <dt className="l">{label}</dt>
      <dd className="row between">
        <span className="v num">{grouped(value)}</span>
        <Icon of={icon} />
        <button
          type="button"
          className="needs-script"
          aria-label={`${label}: ${grouped(value)}`}
          aria-haspopup="dialog"
          aria-busy={busy || undefined}
          onClick={onClick}
        />
      </dd>
    </div>
  )
}
