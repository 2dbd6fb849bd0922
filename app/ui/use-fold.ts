import { useEffect, useRef, useState } from 'react'

/** Those that are open, in the order in which they were opened. */
const opened: HTMLDetailsElement[] = []

type Options = {
  /** False for one that is a part of the page. */
  isOver?: boolean
}

/** A `details` over the page. Escape closes the last one that was opened, and its button gets the focus. */
export function useFold({ isOver = true }: Options = {}) {
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const details = fold.current
    if (!details || !isOver) return
    const follow = () => setIsOpen(details.open)
    follow()
    details.addEventListener('toggle', follow)
    return () => details.removeEventListener('toggle', follow)
  }, [isOver])
  useEffect(() => {
    const details = fold.current
    if (!isOpen || !details) return
    const close = () => {
      details.open = false
      details.querySelector('summary')?.focus()
    }
    // What had the focus in it may be gone, and a press beside it takes the focus away.
    const press = (event: KeyboardEvent) => {
      const isFree = !event.defaultPrevented && !(event.target as Element).closest('dialog')
      if (event.key !== 'Escape' || !isFree || !details.open || opened.at(-1) !== details) return
      event.preventDefault()
      close()
    }
    opened.push(details)
    document.addEventListener('keydown', press)
    return () => {
      opened.splice(opened.indexOf(details), 1)
      document.removeEventListener('keydown', press)
    }
  }, [isOpen])
  return fold
}
