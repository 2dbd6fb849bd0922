import { useEffect, useState } from 'react'
import type { NextOpen, UnavailableStay } from '#app/features/availability/next-open.ts'
import { sharesOf } from '#app/features/pricing/price-shares.ts'
import { formatSpan, nightsBetween } from '#app/shared/dates.ts'
import { centsFromTyped } from '#app/shared/input/typed-dollars.ts'
import type { Stay } from '#app/shared/stay.ts'

/** Whether the element with an id is visible in the window, or a part of it; false without JavaScript. */
function useIsVisible(id: string): boolean {
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    const target = document.getElementById(id)
    if (!target) return
    const observer = new IntersectionObserver((entries) => setVisible(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(target)
    return () => observer.disconnect()
  }, [id])
  return visible
}

/** The chosen stay, from the page's address or the frame, and its formatted total. */
export type Choice = { total: string | null; stay: Stay | null }

type Props = Choice & {
  bookable: boolean
  nextOpen: NextOpen | null
  /** How one pays, in a few words; null if it is not known here. */
  payment: string | null
  /** Why the stay in the address has no total. */
  unavailable: UnavailableStay | null
  /** Whether the frame's total and button are in the window; null for a frame that cannot tell. */
  actionInView: boolean | null
}

/**
 * The bar with the total of the chosen stay and a link to the booking panel. It is shown wherever the panel does not
 * show both.
 */
export function BookingBar({ total, stay, bookable, nextOpen, payment, unavailable, actionInView }: Props) {
  const visible = useIsVisible('book')
  // Firefox can unload a frame that is out of sight: its last message is not true then.
  const isRepeated = visible && actionInView !== false
  return (
    <div className="booking-bar on-night" hidden={isRepeated}>
      {total ? (
        <p>
          <strong className="font-display text-xl text-lit">{total}</strong>
          <span className="text-xs text-muted">
            {stay && <span className="whitespace-nowrap">{formatSpan(stay.checkIn, stay.checkOut)}, </span>}
            taxes and fees included
          </span>
          <span className="text-xs text-muted">
            {stay && <Shares total={total} stay={stay} />}
            {payment && (
              <>
                {stay && <i>. </i>}
                <span className="booking-bar-payment">{payment}</span>
              </>
            )}
          </span>
        </p>
      ) : (
        <Invitation
          bookable={bookable}
          payment={payment}
          words={unavailable ? `${unavailable.brief}. Nearest: ` : 'Next available: '}
          open={unavailable ? (unavailable.nearest[0] ?? { dates: null, words: unavailable.brief }) : nextOpen}
        />
      )}
      <a href="#book" className="button button-ember booking-bar-button">
        {total && 'Book'}
        {!total && (bookable ? 'Check dates' : 'Ask about dates')}
      </a>
    </div>
  )
}

/** The shares of a formatted total per person and, where there is room, per night. */
function Shares({ total, stay }: { total: string; stay: Stay }) {
  const cents = centsFromTyped(total)
  if (cents === null) return null
  const guests = Math.max(1, stay.adults) + stay.children
  const [first, second] = sharesOf(cents, { guests, nights: nightsBetween(stay.checkIn, stay.checkOut) })
  return (
    <>
      <span className="booking-bar-share">{first}</span>
      {second && <i>, {second}</i>}
    </>
  )
}

type InvitationProps = Pick<Props, 'bookable' | 'payment'> & { words: string; open: NextOpen | null }

/**
 * Without a stay that can be booked: the next open one, or the nearest to the one in the address. A press chooses it.
 */
function Invitation({ bookable, payment, words, open }: InvitationProps) {
  if (!open || open.dates === null) {
    return (
      <p>
        <span className="text-sm">{open?.words ?? (bookable ? 'Dates and prices' : 'Dates on request')}</span>
        {payment && !open && <span className="text-xs text-muted">{payment}</span>}
      </p>
    )
  }
  return (
    <p>
      <a href={`?${open.query}#book`} className="booking-bar-open">
        <b className="font-display text-xl font-normal text-lit">{open.total} total</b>
        <span className="text-xs text-muted">
          {words}
          <span className="whitespace-nowrap">{open.dates}</span>
          <i>, taxes and fees included</i>
        </span>
      </a>
      {payment && <span className="text-xs text-muted">{payment}</span>}
    </p>
  )
}
