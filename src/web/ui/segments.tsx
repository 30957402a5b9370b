import type { IconNode } from 'lucide'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

type SegmentsProps<Value extends string> = {
  legend: ReactNode
  options: readonly { value: Value; label: ReactNode; icon?: IconNode; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  /** The field's name in a form that is sent without JavaScript. */
  name?: string
  hideLegend?: boolean
}

/** A choice of one out of two to four. Native radio buttons: arrow keys work, and a form without JavaScript sends them. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, options, value, onChange, hideLegend } = props
  const own = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  // a choice that was made before hydration is taken over
  const early = useRef(() => {
    const seen = group.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const option = options.find((one) => one.value === seen)
    if (option && option.value !== value) onChange(option.value)
  })
  useEffect(() => early.current(), [])
  return (
    <fieldset ref={group}>
      <legend className={hideLegend ? 'sr' : 'label'}>{legend}</legend>
      <div className="seg">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              className="sr"
              name={props.name ?? own}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon of={option.icon} size="s" />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
