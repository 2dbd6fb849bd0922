import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type Location, useLocation } from 'react-router'
import { useFold } from '../use-fold.ts'
import './folded-form.css'

/** A drawer's title, and what follows its form. */
export type DrawerOptions = { title: string; foot?: ReactNode }

type Props = {
  target: string
  summary: ReactNode
  isOpen: boolean
  /** It opens at the right of a desk, and over the whole of a phone. Without it, or without script, it opens in place. */
  drawer?: DrawerOptions | undefined
  children: ReactNode
}

const FIELDS = 'input:not([type="hidden"]), select, textarea'
const STOPS = `summary, a[href], button:not([tabindex="-1"]), ${FIELDS}`

const isShown = (stop: HTMLElement) => stop.checkVisibility() && !stop.matches(':disabled')

/** Links that have opened their form. It may be drawn anew later, and then stays as it was. */
const followed = new WeakSet<Location>()

/** A form that is closed until it is opened. A link to it opens it, each time that it is pressed. */
export function FoldedForm({ target, summary, isOpen, drawer, children }: Props) {
  const location = useLocation()
  const hasDrawer = drawer !== undefined
  const details = useFold({ isOver: hasDrawer })
  const isPressed = useRef(false)
  const titleId = useId()
  const enter = (fold: HTMLDetailsElement) => {
    const field = drawer && [...fold.querySelectorAll<HTMLElement>(FIELDS)].find(isShown)
    ;(field ?? fold.querySelector('summary'))?.focus({ preventScroll: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a link leads to it
  useEffect(() => {
    if (!details.current || location.hash !== `#${target}` || followed.has(location)) return
    followed.add(location)
    details.current.open = true
    // A refused form has this address, too: somebody may continue to type before the page has been loaded again.
    if (!details.current.contains(document.activeElement)) enter(details.current)
  }, [location, target])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it may open without a press, as after a refusal
  useEffect(() => {
    const fold = details.current
    if (hasDrawer && fold?.open && !fold.contains(document.activeElement)) enter(fold)
  }, [hasDrawer, isOpen])
  if (!drawer) {
    return (
      <details ref={details} className="admin-sheet folded-form" id={target} open={isOpen}>
        <summary>{summary}</summary>
        {children}
      </details>
    )
  }
  return (
    <details
      ref={details}
      className="folded-form drawer-fold"
      id={target}
      name="drawer"
      open={isOpen}
      onKeyDown={stayInDrawer}
      onToggle={({ currentTarget }) => {
        if (isPressed.current && currentTarget.open) enter(currentTarget)
        isPressed.current = false
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is the button of its details */}
      <summary
        onClick={() => {
          isPressed.current = true
        }}
      >
        {summary}
      </summary>
      <div className="drawer" role="dialog" aria-labelledby={titleId} tabIndex={-1}>
        <p className="drawer-title" id={titleId}>
          {drawer.title}
        </p>
        {children}
        {drawer.foot && <div className="drawer-foot">{drawer.foot}</div>}
      </div>
    </details>
  )
}

/** Tab stays in the drawer: what it covers is not to be seen. */
function stayInDrawer(event: KeyboardEvent<HTMLDetailsElement>) {
  const fold = event.currentTarget
  if (event.key !== 'Tab' || !fold.open || (event.target as HTMLElement).closest('dialog')) return
  const stops = [...fold.querySelectorAll<HTMLElement>(STOPS)].filter(isShown)
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (event.target !== from || !to) return
  to.focus()
  event.preventDefault()
  event.stopPropagation()
}
