import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { IsoDate } from '#app/shared/dates.ts'

/** How long the board must rest before its place is written: browsers limit how often an address may change. */
const REST_MS = 150

/**
 * How far the board is scrolled, kept in the address as `at=x-y`. A reload, the way back, and a return from a booking
 * show the same place. Other days begin at their first.
 */
export function useBoardPlace(day: IsoDate) {
  const board = useRef<HTMLDivElement>(null)
  const shownDay = useRef<IsoDate | null>(null)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shownKey = useRef(key)
  useLayoutEffect(() => {
    shownKey.current = key
    if (!isAddressOf(key)) return
    const isFirst = shownDay.current === null
    if (isFirst || isBack) board.current?.scrollTo({ ...placeInAddress(), behavior: 'instant' })
    else if (shownDay.current !== day) board.current?.scrollTo({ left: 0, behavior: 'instant' })
    shownDay.current = day
    writePlace(board.current)
  }, [key, day, isBack])
  useEffect(() => {
    const element = board.current
    let timer: ReturnType<typeof setTimeout>
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(() => isAddressOf(shownKey.current) && writePlace(element), REST_MS)
    }
    element?.addEventListener('scroll', rest, { passive: true })
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('scroll', rest)
    }
  }, [])
  return board
}

/** The address may be ahead of what is rendered, and is another place's then. */
const isAddressOf = (key: string) => (window.history.state?.key ?? 'default') === key

function placeInAddress() {
  const at = new URLSearchParams(window.location.search).get('at') ?? ''
  const [, left = 0, top = 0] = /^(\d{1,6})-(\d{1,6})$/.exec(at) ?? []
  return { left: Number(left), top: Number(top) }
}

/** The router keeps its own state of this entry, and need not know: nothing is rendered again. */
function writePlace(board: HTMLElement | null): void {
  if (!board) return
  const [left, top] = [Math.round(board.scrollLeft), Math.round(board.scrollTop)]
  const url = new URL(window.location.href)
  if (left > 0 || top > 0) url.searchParams.set('at', `${left}-${top}`)
  else url.searchParams.delete('at')
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
}
