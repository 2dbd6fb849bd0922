import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonClass } from './button.tsx'

/** A button that leads to a page of this site. */
export function ButtonLink({ look, className, ...rest }: ComponentProps<typeof Link> & { look?: ButtonLook }) {
  return <Link {...rest} className={buttonClass(look, className)} />
}
