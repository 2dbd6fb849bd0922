import { type ComponentProps, useEffect, useRef } from 'react'
import { addTooltip } from './tooltip.ts'

type IconProps = {
  /** The path of the drawing; without it a stylesheet draws. */
  path?: string
  /** The sides of the drawing in pixels, which are the units of its path. */
  size?: number
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'ref'> &
  IconProps & {
    /** Its name, which the tooltip shows. */
    label: string
  }

/** A button without words. */
export function IconButton({ label, path, size, ...button }: IconButtonProps) {
  const ref = useTooltip<HTMLButtonElement>()
  return (
    <button type="button" {...button} ref={ref} aria-label={label}>
      <Icon path={path} size={size} />
    </button>
  )
}

/** The ref of an element without words, whose label is shown beside it. */
export function useTooltip<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  useEffect(() => (ref.current ? addTooltip(ref.current) : undefined), [])
  return ref
}

/** A drawing that has no meaning of its own. */
export function Icon({ path, size = 16 }: IconProps) {
  if (!path) return null
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
