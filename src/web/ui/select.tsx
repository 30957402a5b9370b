import { ChevronDown } from 'lucide'
import type { ComponentProps } from 'react'
import { fieldClass, useField } from './field.tsx'
import { Icon } from './icon.tsx'

type SelectProps = ComponentProps<'select'> & {
  /** The class of a coloured dot before the text, for example `c-diy`. */
  dot?: string
}

/** The browser's own select with our style, because it opens best on each device. Options are its children. */
export function Select({ className, dot, ...rest }: SelectProps) {
  const field = useField(rest)
  return (
    <span className={dot ? 'in-wrap select dotted' : 'in-wrap select'}>
      {dot && <i className={`cdot ${dot}`} aria-hidden="true" />}
      <select {...rest} {...field} className={fieldClass(field['aria-invalid'], className)} />
      <Icon of={ChevronDown} />
    </span>
  )
}
