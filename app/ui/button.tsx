import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  /** `ember` is the one action of a screen. */
  look?: 'ember' | 'outline' | 'quiet'
  /** While true the button keeps its focus and does nothing; `disabled` would throw the focus away. */
  pending?: boolean
  pendingText?: string
}

/** A button that waits; a link that looks like one has the classes `button button-ember` of its own. */
export function Button({
  look = 'ember',
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
      className={`button button-${look} ${className}`.trim()}
      aria-disabled={pending || undefined}
      onClick={press}
    >
      {pending && pendingText ? pendingText : children}
    </button>
  )
}
