import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'

/** `since` is text in the property's time zone; `reason` is a sentence. */
type FailingCalendar = { id: string; property: string; calendar: string; since: string; reason: string }

/** To the operator: calendars of other sites that have been unreadable for hours. */
export function failingFeedsMail({ site, failing }: { site: MailSite; failing: FailingCalendar[] }): Mail {
  const [first] = failing
  const what = failing.length === 1 ? `${first?.calendar} for ${first?.property}` : countOf(failing.length, 'calendar')
  return mailOf({
    site,
    to: site.email,
    template: 'calendars-failing',
    subject: `Can’t be read: ${what}`,
    preheader: 'Its booked nights stay blocked here.',
    heading: failing.length === 1 ? 'We can’t read a calendar' : 'We can’t read some calendars',
    lead: `We can’t see new reservations there, so their nights can still be booked on this site. The nights we already know from ${failing.length === 1 ? 'it' : 'them'} stay blocked here.`,
    body: (
      <>
        <DetailTable
          rows={failing.map(({ property, calendar, since, reason }) => [
            `${property}, ${calendar}`,
            `${reason} Since ${since}.`,
          ])}
        />
        <Paragraph>
          Please check that the address is still the one the other site gives you. If the calendar is supposed to be
          empty, say so there. If you no longer use it, remove it.
        </Paragraph>
        <Action href={`${site.url}/admin/calendars`}>Open the calendars</Action>
        <Paragraph>We keep trying four times an hour and won’t email you about this again.</Paragraph>
      </>
    ),
    payload: { calendars: failing.map(({ id }) => id) },
  })
}

type Nights = { from: string; to: string }
type ConflictingNights = {
  nights: Nights
  stay: { reference: string | null }
  claim: { calendar: string; nights: Nights }
}

const datesOf = ({ from, to }: Nights) => `${formatDate(from, 'long')} to ${formatDate(to, 'long')}`

/** To the operator, at once: another calendar has nights of a stay. */
export function calendarConflictMail(data: { site: MailSite; property: string; conflicts: ConflictingNights[] }): Mail {
  const { site, property, conflicts } = data
  return mailOf({
    site,
    to: site.email,
    template: 'calendar-conflict',
    subject: `Booked twice? ${property}, ${formatDate(conflicts[0]?.nights.from ?? '')}`,
    preheader: 'Another calendar has nights that are booked here.',
    heading: 'Two guests for the same nights',
    lead: `Another calendar imported for ${property} has nights of a stay that was booked here. Both stay on the books until you settle it.`,
    body: (
      <>
        <DetailTable
          rows={conflicts.map(({ nights, stay, claim }) => [
            `${stay.reference} and ${claim.calendar}`,
            `${datesOf(nights)}. ${claim.calendar} has ${datesOf(claim.nights)}.`,
          ])}
        />
        <Paragraph>
          Look at both soon: a guest who hears today finds another home more easily. If one was canceled on the other
          site, it disappears here at the next sync.
        </Paragraph>
        <Action href={`${site.url}/admin`}>See all conflicts</Action>
      </>
    ),
    payload: { references: conflicts.map(({ stay }) => stay.reference) },
  })
}
