import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { NextStep } from '#app/features/set-up/set-up.ts'
import { unchangedPath, undoPath } from '#app/shared/paths/changed-path.ts'
import { isGuestPage } from '#app/shared/paths/page-list.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { ChangeNotice } from './history.ts'
import type { undoChanges } from './undo.changes.server.ts'

const SHOWN_MS = 10_000
/** An operator who sets a site up reads the confirmation first, and then continues. */
const SHOWN_WITH_NEXT_MS = 30_000

/** Scrolls the focused element out from under the bar. */
function scrollClear(bar: HTMLElement) {
  const focused = document.activeElement
  if (!focused || focused === document.body || bar.contains(focused) || focused.contains(bar)) return
  const [own, other] = [bar.getBoundingClientRect(), focused.getBoundingClientRect()]
  const isCovered = other.top < own.bottom && other.bottom > own.top && other.left < own.right && other.right > own.left
  if (isCovered && other.height < own.top) window.scrollBy({ top: other.bottom - own.top + 8, behavior: 'instant' })
}

type Props = { notice: ChangeNotice | null; next: NextStep | null }

/**
 * Names the last change, and offers to undo it, or to continue. With script it disappears after a while, but not under
 * the pointer or the keyboard. History has the change from then on.
 */
export function ChangeBar({ notice, next }: Props) {
  const { pathname, search } = useLocation()
  const [hidden, setHidden] = useState<string>()
  const bar = useRef<HTMLDivElement>(null)
  const id = notice?.id
  const shown = notice && notice.id !== hidden ? notice : null
  const wasPressed = useRef(false)
  const shownFor = next ? SHOWN_WITH_NEXT_MS : SHOWN_MS
  useEffect(() => {
    if (!id) return
    // A reload or the way back does not offer it again. The router keeps its own state of this entry.
    const { pathname: path, search: query } = window.location
    window.history.replaceState(window.history.state, '', unchangedPath(path + query))
    const timer = setInterval(() => {
      if (!bar.current?.matches(':hover, :focus-within')) setHidden(id)
    }, shownFor)
    return () => clearInterval(timer)
  }, [id, shownFor])
  // After the effects of the page, which may take the focus to the place of what was saved.
  useEffect(() => {
    if (id && bar.current) scrollClear(bar.current)
  }, [id])
  useEffect(() => {
    if (!wasPressed.current || !id) return
    // The pressed button is gone, and with it the position of the keyboard.
    wasPressed.current = false
    const stops = document.querySelectorAll<HTMLElement>('#main [role="gridcell"][tabindex="0"]')
    const stop = [...stops].find((one) => one.checkVisibility())
    ;(stop ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }, [id])
  return (
    <div role="status">
      {shown && (
        <div ref={bar} className="notice on-night">
          <p>
            {shown.words}
            {shown.about && <span>{shown.about}</span>}
          </p>
          {shown.canUndo && (
            <ChangeButton<typeof undoChanges>
              intent="undo"
              id={shown.id}
              confirms={shown.confirms}
              action={undoPath(pathname + search)}
              onClick={() => {
                wasPressed.current = true
              }}
            >
              Undo
            </ChangeButton>
          )}
          {next && (
            <Link to={next.path} reloadDocument={isGuestPage(next.path)} onClick={() => setHidden(id)}>
              Next: {next.title}
            </Link>
          )}
        </div>
      )}
    </div>
  )
}
