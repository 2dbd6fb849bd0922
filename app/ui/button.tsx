import type { ComponentProps, MouseEvent } from 'react'

export type ButtonLook = 'ember' | 'outline' | 'quiet'

/** The class of anything that looks like a button: `ember` is the one action of a screen. */
export function buttonClass(look: ButtonLook = 'ember', more = ''): string {
  return `button button-${look} ${more}`.trim()
}

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  /** While true the button keeps its focus and does nothing; `disabled` would throw the focus away. */
  pending?: boolean
  pendingText?: string
}

export function Button({ look, pending = false, pendingText, className, onClick, children, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, className)}
      aria-disabled={pending || undefined}
      onClick={press}
    >
      {pending && pendingText ? pendingText : children}
    </button>
  )
}

/** A plain link (other sites, files, full page loads); `ButtonLink` is the router's. */
export function ButtonAnchor({ look, className, ...rest }: ComponentProps<'a'> & { look?: ButtonLook }) {
  return <a {...rest} className={buttonClass(look, className)} />
}
