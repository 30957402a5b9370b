import { useHydrated } from '@tanstack/react-router'
import type { IconNode } from 'lucide'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type ButtonLook = {
  /** primary: the main action of the screen · quiet: everything else · soft: primary inside a list · lamp: highlighted */
  variant?: 'primary' | 'quiet' | 'soft' | 'bare' | 'bad' | 'lamp'
  size?: 'm' | 'big'
  wide?: boolean
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children'> & {
    'data-sends'?: ''
    children: ReactNode
    icon?: IconNode
    /** While true: shows `busyLabel` in place of the label with the same width, stays focusable, and ignores presses. */
    busy?: boolean
    busyLabel?: string
  }

const variants = { primary: '', quiet: 'quiet', soft: 'soft-fill', bare: 'bare', bad: 'bad', lamp: 'lamp' }

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'm', wide }: ButtonLook = {}, extra?: string) {
  return ['btn', variants[variant], size === 'big' && 'big', wide && 'wide', extra].filter(Boolean).join(' ')
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, busy, busyLabel, className, children, onClick, type = 'button', ...rest } = props
  // Not `disabled` while busy: that would drop the focus from the button that was just pressed.
  const whileBusy = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()
  // the second press of a double click is ignored: by then another button may be in this place
  const press = (event: MouseEvent<HTMLButtonElement>) => (event.detail > 1 ? whileBusy(event) : onClick?.(event))
  const face = (
    <>
      {icon && <Icon of={icon} size="s" />}
      {children}
    </>
  )
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? whileBusy : press}
    >
      {busyLabel ? (
        <span className="btn-face">
          <span data-off={busy || undefined}>{face}</span>
          <span data-off={!busy || undefined}>{busyLabel}</span>
        </span>
      ) : (
        face
      )}
    </button>
  )
}

/**
 * Submits its form, once the script is loaded. Before that it is a plain button, because the browser would submit the
 * form itself and the input would be lost. A press before that is recorded (kernel/before-hydration.ts).
 */
export const SendButton = (props: Omit<ButtonProps, 'type'>) => (
  <Button {...props} data-sends="" type={useHydrated() ? 'submit' : 'button'} />
)

/** Without a submit button, Enter submits a form that has one field. A disabled button prevents this until hydration. */
export const NotYet = () => (useHydrated() ? null : <button type="submit" disabled hidden />)
