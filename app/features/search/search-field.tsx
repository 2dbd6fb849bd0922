import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'

type Props = {
  label: string
  value: string
  /** What a screen reader calls the panel that opens. */
  panel: string
  /** `wide` takes the form's width from its beginning; else the panel stands under its field. */
  wide?: boolean
  children: (close: () => void) => ReactNode
}

/**
 * A field of the sill with the panel that it opens: a popover, so that Escape and a press elsewhere close it, one field's panel makes
 * room for another's, and the focus comes back. A browser without popovers shows it in the sill, opened and closed by its field.
 */
export function SearchField({ label, value, panel, wide, children }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  const place = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const element = box.current
    if (!element?.showPopover) return setOpen(!open)
    const form = (currentTarget.closest('form') as HTMLElement).getBoundingClientRect()
    const start = wide ? form.left : currentTarget.getBoundingClientRect().left
    element.style.setProperty('--top', `${form.bottom + window.scrollY}px`)
    element.style.setProperty('--start', `${start + window.scrollX}px`)
  }
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const toggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    setOpen(newState === 'open')
    // Escape, or a press on nothing: the focus is still in what is hidden.
    if (newState === 'closed' && currentTarget.matches(':focus-within')) opener.current?.focus()
  }
  const close = () => {
    setOpen(false)
    box.current?.hidePopover?.()
  }
  return (
    <>
      <button ref={opener} type="button" className="stay-field" popoverTarget={id} onClick={place}>
        <span className="stay-field-label">{label}</span>
        <span className="stay-field-value">{value}</span>
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={panel}
        className={`stay-panel on-night ${wide ? 'stay-panel-wide' : ''}`}
        onToggle={toggle}
      >
        {open && children(close)}
      </div>
    </>
  )
}
