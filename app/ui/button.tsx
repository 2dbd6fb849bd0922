import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  /** `ember` is the primary action of a screen, `dark` that of a part of it. */
  variant?: 'ember' | 'dark' | 'outline' | 'quiet' | 'white' | 'link'
  /** While true the button keeps its focus and does nothing; `disabled` would lose the focus. */
  pending?: boolean
  pendingText?: string
}

/** A button with a pending state; links styled as buttons use the classes `button button-ember`. */
export function Button({
  variant = 'ember',
  pending = false,
  pendingText,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${variant} ${className}`.trim()}
      aria-disabled={pending || undefined}
      onClick={press}
    >
      {pending && pendingText ? pendingText : children}
    </button>
  )
}
