import { type CSSProperties, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Bar, barWords, holdTime, kindWords, type PlacedBar } from './board.ts'
import { calendarPath, NOTHING_OPEN } from './calendar-address.ts'

/** The part of a day after which a stay begins, and until which one ends. */
const CHECK_IN = 0.52
const CHECK_OUT = 0.48

/** The grid is one tab stop, and its arrow keys reach each night. Without script, Tab reaches the bars. */
function leaveToArrows(bar: HTMLAnchorElement | null): void {
  bar?.setAttribute('tabindex', '-1')
}

/** A stay, hold, imported event or block over its nights; it opens the panel. */
export function BoardBar({ placed, isShown }: { placed: PlacedBar; isShown: boolean }) {
  const [query] = useSearchParams()
  const { bar, lane, nights, cutStart, cutEnd } = placed
  const start = cutStart ? 0 : CHECK_IN
  const end = cutEnd ? nights : nights + CHECK_OUT
  return (
    <Link
      ref={leaveToArrows}
      to={calendarPath(query, { ...NOTHING_OPEN, show: bar.id })}
      preventScrollReset
      draggable={false}
      className="board-bar"
      data-kind={bar.kind}
      data-status={bar.status ?? undefined}
      data-conflict={bar.conflict ? true : undefined}
      data-cut-start={cutStart || undefined}
      data-cut-end={cutEnd || undefined}
      aria-current={isShown || undefined}
      style={{ '--lane': lane, '--start': start, '--length': end - start } as CSSProperties}
    >
      <span className="sr-only">{barWords(bar)}</span>
      <span aria-hidden="true">
        {bar.conflict && '(conflict) '}
        {bar.status === 'pending' && 'Request: '}
        {bar.offer ? kindWords(bar) : bar.title}
        <BarDetail bar={bar} />
      </span>
    </Link>
  )
}

/** How many guests come; of a hold how long it lasts, of a block its note. */
function BarDetail({ bar: { kind, detail, guests, expiresAt } }: { bar: Bar }) {
  if (expiresAt) {
    return (
      <>
        , <HoldTime expiresAt={expiresAt} />
      </>
    )
  }
  const text = guests === null && (kind === 'owner' || kind === 'closed') ? detail : guests
  return text ? `, ${text}` : null
}

/** The time that a hold still lasts. Only the browser counts, so that both render the same at first. */
export function HoldTime({ expiresAt }: Required<Pick<Bar, 'expiresAt'>> & { expiresAt: string }) {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, 20_000)
    return () => clearInterval(timer)
  }, [])
  return <>{now ? `held, ${holdTime(expiresAt, now)} left` : 'held'}</>
}
