import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { CHANGED } from '#app/shared/paths/changed-path.ts'

/** What opens a row or removes it, in their order. */
export const ROW_STOPS = '.record-end :is(summary, a, button), th > .row-link'
const ADDS = '.card-actions :is(summary, a, button)'

/**
 * The keyboard keeps its place in a table of records. Of an added record the row gets the focus, of a removed one the
 * next row. Without rows it is the button that adds one. What others change meanwhile moves nothing.
 */
export function useRowFocus(keys: readonly string[]) {
  const table = useRef<HTMLElement>(null)
  const changed = new URLSearchParams(useLocation().search).get(CHANGED)
  const isUnderway = useNavigation().state !== 'idle'
  const before = useRef({ keys, changed })
  const last = useRef<{ element: HTMLElement; key: string | undefined } | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const element = target as HTMLElement
      const at = rowsOf(table.current).findIndex((row) => row.contains(element))
      last.current = { element, key: before.current.keys[at] }
    }
    const shown = table.current
    shown?.addEventListener('focusin', remember)
    return () => shown?.removeEventListener('focusin', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows or the change have changed, by their texts
  useEffect(() => {
    const was = before.current
    const isOwn = changed !== null && changed !== was.changed
    // The rows may be there before the answer to the form.
    if (isUnderway && !isOwn) return
    before.current = { keys, changed }
    if (same(was.keys, keys) || !table.current) return
    const [added, ...others] = keys.filter((key) => !was.keys.includes(key))
    const active = document.activeElement
    // The frame enters the page once *Undo* is gone.
    const isLost = active === document.body || active?.id === 'main'
    if (added !== undefined && others.length === 0 && isOwn && (isLost || (active?.matches(ADDS) && isIn(active)))) {
      return enterRow(table.current, keys.indexOf(added))
    }
    if (!isLost) return
    if (last.current?.element.isConnected) return last.current.element.focus()
    const removed = was.keys.findIndex((key) => !keys.includes(key))
    if (removed >= 0 && (isOwn || last.current?.key === was.keys[removed])) enterRow(table.current, removed)
  }, [keys.join('\n'), changed, isUnderway])
  const isIn = (element: Element) => table.current?.contains(element) ?? false
  return table
}

const same = (some: readonly string[], others: readonly string[]) => some.join('\n') === others.join('\n')

const rowsOf = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLTableRowElement>('.data-table > tbody > tr') ?? []),
]

/** Focuses what opens the row, or the last one if there are fewer. */
function enterRow(table: HTMLElement, at: number) {
  const rows = rowsOf(table)
  const row = rows[Math.min(at, rows.length - 1)]
  const place = row?.querySelector<HTMLElement>(ROW_STOPS) ?? table.querySelector<HTMLElement>(ADDS)
  const heading = table.querySelector('h2')
  if (!place && heading) heading.tabIndex = -1
  ;(place ?? heading)?.focus()
}
