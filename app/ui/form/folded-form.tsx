import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { target: string; summary: string; isOpen: boolean; children: ReactNode }

/** A form that is closed until it is opened. A link to it opens it, each time that it is pressed. */
export function FoldedForm({ target, summary, isOpen, children }: Props) {
  const location = useLocation()
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!details.current || location.hash !== `#${target}`) return
    details.current.open = true
    // A refused form has this address, too: somebody may continue to type before the page has been loaded again.
    if (details.current.contains(document.activeElement)) return
    details.current.querySelector('summary')?.focus({ preventScroll: true })
  }, [location, target])
  return (
    <details ref={details} className="admin-sheet folded-form" id={target} open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
