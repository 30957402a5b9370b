import type { ComponentProps, ReactNode } from 'react'

type CheckProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }

/** A checkbox with a sentence: consent, a filter. */
export function Check({ children, className, ...rest }: CheckProps) {
  return (
    <label className={className ? `check ${className}` : 'check'}>
      <input {...rest} type="checkbox" className="box" />
      <span>{children}</span>
    </label>
  )
}

/** A tile with a checkbox, for choosing several of many; used in a PickGroup. */
export function Pick({ children, className, ...rest }: CheckProps) {
  return (
    <label className={className ? `pick ${className}` : 'pick'}>
      <input {...rest} type="checkbox" className="box" />
      <span className="grow">{children}</span>
    </label>
  )
}

/** A group of tiles that belong to one question. */
export function PickGroup({ legend, hint, children }: { legend: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="label">
        {legend} {hint && <span className="hint">{hint}</span>}
      </legend>
      <div className="picks">{children}</div>
    </fieldset>
  )
}
