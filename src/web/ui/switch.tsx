import { type ComponentProps, type ReactNode, useId } from 'react'

type SwitchProps = Omit<ComponentProps<'button'>, 'onChange' | 'role' | 'children'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A setting that takes effect immediately. It needs a name: `aria-label`, `aria-labelledby`, or use SwitchRow. */
export function Switch({ checked, onChange, className, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      className={className ? `switch ${className}` : 'switch'}
      onClick={() => onChange(!checked)}
    />
  )
}

/** The switch with its text; pressing the text switches too. */
export function SwitchRow({ label, hint, ...rest }: SwitchProps & { label: ReactNode; hint?: ReactNode }) {
  const own = useId()
  const id = rest.id ?? own
  return (
    <div className="setting">
      <div className="grow">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {hint && (
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </div>
      <Switch {...rest} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
    </div>
  )
}
