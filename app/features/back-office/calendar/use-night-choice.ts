import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { IsoDate } from '#app/shared/dates.ts'
import type { ChangeKind } from './change-form.ts'
import { type Choosing, cellAfterKey, cellAt, cellOf, chosenBetween, type NightCell } from './night-cells.ts'

type Chosen = ReturnType<typeof chosenBetween>

type Options = {
  slugs: readonly string[]
  /** Nights were chosen; a key may say at once what to do with them. */
  onChoose: (chosen: Chosen, what?: ChangeKind) => void
  /** Escape. */
  onLeave: () => void
  /** The keyboard went to a day that is not shown. */
  onDay: (date: IsoDate) => void
}

const WHAT: Record<string, ChangeKind> = { b: 'owner', p: 'price', m: 'minimum' }

/**
 * Chooses nights in a grid of `[data-night]` in `[data-property]`: a mouse drags, or first and last night are pressed one after
 * the other, or keys: arrows, with Shift to choose, Enter, B for a block, P for the price, M for the minimum, Escape.
 */
export function useNightChoice({ slugs, onChoose, onLeave, onDay }: Options) {
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const drag = useRef<Choosing | null>(null)
  const wasDragged = useRef(false)
  const goTo = useFocus()

  const finish = (chosen: Choosing, what?: ChangeKind) => {
    setChoosing(null)
    onChoose(chosenBetween(slugs, chosen), what)
  }
  const press = (event: KeyboardEvent) => {
    const cell = isNight(event.target) ? cellOf(event.target) : null
    if (event.key === 'Escape' && (choosing || cell)) {
      setChoosing(null)
      if (!choosing) onLeave()
      return
    }
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return
    const isMonth = (event.target as Element).closest('.phone-month') !== null
    const next = cellAfterKey(cell, event.key, { slugs, isMonth })
    const here = choosing ?? { anchor: cell, focus: cell }
    if (next) {
      setChoosing(event.shiftKey ? { anchor: here.anchor, focus: next } : null)
      if (!goTo(next)) onDay(next.date)
    } else if (event.key === 'Enter' || event.key === ' ') {
      const bar = choosing ? null : (event.target as Element).querySelector<HTMLElement>('a')
      if (bar) bar.click()
      else finish(here)
    } else if (WHAT[event.key.toLowerCase()]) finish(here, WHAT[event.key.toLowerCase()])
    else return
    event.preventDefault()
  }

  return {
    choosing: choosing && chosenBetween(slugs, choosing),
    cancel: () => setChoosing(null),
    /** Only the night that was pressed. */
    finish: () => choosing && finish(choosing),
    grid: {
      onKeyDown: press,
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
        setChoosing(drag.current)
      },
      onPointerUp: () => {
        if (drag.current && wasDragged.current) finish(drag.current)
        drag.current = null
      },
      // Before the bars, which are links: a press on one opens it, unless it is the other end of a choice.
      onClickCapture: (event: MouseEvent) => {
        if (isBar(event.target) && !choosing) return
        const cell = isBar(event.target) ? cellAt(event.clientX, event.clientY) : cellOf(event.target)
        if (!cell || wasDragged.current) return
        event.preventDefault()
        event.stopPropagation()
        goTo(cell)
        if (choosing) finish({ anchor: choosing.anchor, focus: cell })
        else setChoosing({ anchor: cell, focus: cell })
      },
    },
  }
}

const isNight = (target: EventTarget) => target instanceof Element && target.matches('[data-night]')
const isBar = (target: EventTarget) => target instanceof Element && target.closest('a') !== null
const isSame = (one: NightCell, other: NightCell) => one.slug === other.slug && one.date === other.date

/** Moves the one tab stop of the grid to a cell, now or as soon as its day is shown. False if it is not shown yet. */
function useFocus(): (cell: NightCell) => boolean {
  const due = useRef<NightCell | null>(null)
  const goTo = ({ slug, date }: NightCell) => {
    const cells = document.querySelectorAll<HTMLElement>(`[data-property="${slug}"] [data-night="${date}"]`)
    const cell = [...cells].find((one) => one.checkVisibility())
    due.current = cell ? null : { slug, date }
    if (!cell) return false
    for (const stop of cell.closest('table')?.querySelectorAll('[data-night][tabindex="0"]') ?? []) {
      stop.setAttribute('tabindex', '-1')
    }
    cell.setAttribute('tabindex', '0')
    cell.focus()
    return true
  }
  useEffect(() => {
    if (due.current) goTo(due.current)
  })
  return goTo
}
