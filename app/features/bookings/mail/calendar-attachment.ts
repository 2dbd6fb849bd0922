import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { BookingSummary } from '../booking-summary.ts'
import { type StayEvent, stayCalendar } from '../stay-ics.ts'

const STATE_WORDS = {
  requested: 'Requested, not yet confirmed.',
  confirmed: 'Confirmed.',
  cancelled: 'It does not take place.',
}

type About = { booking: BookingSummary; state: StayEvent['state']; siteUrl: string; now: Date }

/** The stay as an iCal file, with the property's address once confirmed, and only its town before. */
export function bookingCalendarFile({ booking, state, siteUrl, now }: About): string {
  const { reference, party, total, property } = booking
  return stayCalendar({
    ...booking,
    property: { ...property, address: state === 'confirmed' ? property.address : property.location },
    state,
    description: `Reference ${reference}. ${partyWords(party)}. ${formatMoney(total)} in all. ${STATE_WORDS[state]}`,
    url: `${siteUrl}${property.path}`,
    stampedAt: now,
  })
}

export function calendarAttachment(about: About) {
  return {
    filename: `stay-${about.booking.reference}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: bookingCalendarFile(about),
  }
}
