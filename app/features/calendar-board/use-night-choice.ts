import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { IsoDate } from '#app/shared/dates.ts'
import { type Choosing, cellAfterKey, cellAt, cellOf, chosenBetween, type NightCell } from './night-cells.ts'

type Chosen = ReturnType<typeof chosenBetween>

type Options = {
  slugs: readonly string[]
  /** Nights were chosen; a key may also choose the action. */
  onChoose: (chosen: Chosen, what?: ChangeWhat) => void
  /** Enter on a night that somebody has: the id of the bar. */
  onOpen: (bar: string) => void
  /** Escape. */
  onLeave: () => void
  /** The keyboard went to a day that is not shown. */
  onDay: (date: IsoDate) => void
}

/** With what the panel opens. */
type ChangeWhat = 'owner' | 'price' | 'minimum'

const WHAT: Record<string, ChangeWhat> = { b: 'owner', p: 'price', m: 'minimum' }

/**
 * Chooses nights in a grid of `[data-night]` in `[data-property]`. A mouse drags, or first and last night are pressed
 * one after the other. With Shift a press chooses from the first pressed night on. Keys are arrows, with Shift to choose, Enter and Escape. B is for a block, P for the price, M
 * for the minimum. `stop` is the one night that Tab reaches; null before the first key or press.
 */
export function useNightChoice({ slugs, onChoose, onOpen, onLeave, onDay }: Options) {
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const { stop, goTo } = useTabStop()
  const finish = (chosen: Choosing, what?: ChangeWhat) => {
    setChoosing(null)
    onChoose(chosenBetween(slugs, chosen), what)
  }
  const pointer = usePointer({ choosing, stop, setChoosing, finish, goTo })
  const press = (event: KeyboardEvent) => {
    const cell = cellOf(event.target)
    if (event.key === 'Escape' && (choosing || cell)) {
      setChoosing(null)
      if (!choosing) onLeave()
      return
    }
    const isOpening = event.key === 'Enter' || event.key === ' '
    // A bar is a link, which the browser opens on Enter.
    const isOwn = event.ctrlKey || event.metaKey || event.altKey || (event.key === 'Enter' && isBar(event.target))
    if (!cell || isOwn) return
    const isMonth = (event.target as Element).closest('.phone-month') !== null
    const next = cellAfterKey(cell, event.key, { slugs, isMonth })
    const here = choosing ?? { anchor: cell, focus: cell }
    if (next) {
      setChoosing(event.shiftKey ? { anchor: here.anchor, focus: next } : null)
      if (!goTo(next)) onDay(next.date)
    } else if (isOpening) {
      const bar = choosing ? undefined : barAt(event.target)
      if (bar) onOpen(bar)
      else finish(here)
    } else if (WHAT[event.key.toLowerCase()]) finish(here, WHAT[event.key.toLowerCase()])
    else return
    event.preventDefault()
  }

  return {
    stop,
    choosing: choosing && chosenBetween(slugs, choosing),
    cancel: () => setChoosing(null),
    /** Only the night that was pressed. */
    finish: () => choosing && finish(choosing),
    grid: { onKeyDown: press, ...pointer },
  }
}

type Pressing = {
  choosing: Choosing | null
  /** The night that was pressed last. */
  stop: NightCell | null
  setChoosing: (choosing: Choosing) => void
  finish: (choosing: Choosing) => void
  goTo: (cell: NightCell) => void
}

/** A mouse drags; a mouse or a finger presses the first and the last night. */
function usePointer({ choosing, stop, setChoosing, finish, goTo }: Pressing) {
  const drag = useRef<Choosing | null>(null)
  const wasDragged = useRef(false)
  /** Where a press with Shift begins. */
  const anchor = useRef<NightCell | null>(null)
  const choose = (chosen: Choosing) => {
    anchor.current = chosen.anchor
    finish(chosen)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      const cell = event.pointerType !== 'touch' && event.button === 0 && !isBar(event.target) && cellOf(event.target)
      wasDragged.current = false
      drag.current = cell ? { anchor: cell, focus: cell } : null
    },
    onPointerMove: (event: PointerEvent) => {
      const over = drag.current && cellAt(event.clientX, event.clientY)
      if (!drag.current || !over || isSame(over, drag.current.focus)) return
      drag.current = { anchor: drag.current.anchor, focus: over }
      wasDragged.current = true
      // Also when the mouse is released outside.
      event.currentTarget.setPointerCapture(event.pointerId)
      setChoosing(drag.current)
    },
    onPointerUp: () => {
      // Escape ends a choice under the mouse, too.
      if (drag.current && wasDragged.current && choosing) choose(drag.current)
      drag.current = null
    },
    // Before the bars, which are links. A press on one opens it, unless it is the other end of a choice.
    onClickCapture: (event: MouseEvent) => {
      if (isBar(event.target) && !choosing) return
      const cell = isBar(event.target) ? cellAt(event.clientX, event.clientY) : cellOf(event.target)
      if (!cell || wasDragged.current) return
      event.preventDefault()
      event.stopPropagation()
      goTo(cell)
      const from = choosing?.anchor ?? (event.shiftKey ? (anchor.current ?? stop) : null)
      if (from) choose({ anchor: from, focus: cell })
      else setChoosing({ anchor: cell, focus: cell })
    },
  }
}

const barAt = (target: EventTarget) =>
  (target instanceof Element ? target.closest<HTMLElement>('[data-night]') : null)?.dataset.bar
const isBar = (target: EventTarget) => target instanceof Element && target.closest('a') !== null
const isSame = (one: NightCell, other: NightCell) => one.slug === other.slug && one.date === other.date

/**
 * `goTo` moves the tab stop and the focus to a cell, now or as soon as its day is shown. False if it is not shown yet.
 */
function useTabStop() {
  const [stop, setStop] = useState<NightCell | null>(null)
  const due = useRef<NightCell | null>(null)
  const goTo = ({ slug, date }: NightCell): boolean => {
    const cells = document.querySelectorAll<HTMLElement>(`[data-property="${slug}"] [data-night="${date}"]`)
    const cell = [...cells].find((one) => one.checkVisibility())
    due.current = cell ? null : { slug, date }
    if (!cell) return false
    setStop({ slug, date })
    cell.focus()
    return true
  }
  useEffect(() => {
    if (due.current) goTo(due.current)
  })
  return { stop, goTo }
}
