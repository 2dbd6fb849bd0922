import { useEffect, useState } from 'react'
import type { Stay } from '#app/shared/stay.ts'

/** Whether the element with an id is visible in the window; false without JavaScript. */
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

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Jan 15 – 19`. Not with `formatRange`, whose spaces differ between server and browser. */
function datesText({ checkIn, checkOut }: Stay): string {
  const [from, to] = [checkIn, checkOut].map((date) => DAY.format(new Date(date)))
  const sameMonth = checkIn.slice(0, 7) === checkOut.slice(0, 7)
  return `${from} – ${sameMonth ? Number(checkOut.slice(8)) : to}`
}

/** The chosen stay, from the page's address or the frame, and its formatted total. */
export type Choice = { total: string | null; stay: Stay | null }

/** The phone bar with the total of the chosen stay and a link to the booking panel. Hidden while the panel is visible. */
export function BookingBar({ total, stay, bookable }: Choice & { bookable: boolean }) {
  const visible = useIsVisible('book')
  const label = bookable ? 'Dates and prices' : 'Dates on request'
  return (
    <div className="booking-bar on-night" hidden={visible}>
      <p>
        {total ? (
          <strong className="font-display text-xl text-lit">{total}</strong>
        ) : (
          <span className="text-sm">{label}</span>
        )}
        {total && (
          <span className="block text-xs text-muted">{stay && `${datesText(stay)}, `}taxes and fees included</span>
        )}
      </p>
      <a href="#book" className="button button-ember">
        {total && 'Book'}
        {!total && (bookable ? 'Check dates' : 'Ask about dates')}
      </a>
    </div>
  )
}
