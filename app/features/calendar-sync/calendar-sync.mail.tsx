import { Facts, type MailSite, mailOf, Paragraph } from '#app/platform/outbox/mail-layout.tsx'
import type { Mail } from '#app/platform/outbox/outbox.server.ts'
import { countOf } from '#app/shared/words.ts'

/** `since` in the home's words; `reason` is a sentence. */
type FailingCalendar = { id: string; home: string; calendar: string; since: string; reason: string }

/** To the operator: calendars of other sites that have not been readable for hours. */
export function calendarsFailing({ site, failing }: { site: MailSite; failing: FailingCalendar[] }): Mail {
  const [first] = failing
  const what = failing.length === 1 ? `${first?.calendar} for ${first?.home}` : countOf(failing.length, 'calendar')
  return mailOf({
    site,
    to: site.email,
    template: 'calendars-failing',
    subject: `Cannot be read: ${what}`,
    preheader: 'The nights that it had taken stay taken.',
    heading: failing.length === 1 ? 'A calendar cannot be read' : 'Calendars cannot be read',
    body: (
      <>
        <Paragraph>
          The nights known from {failing.length === 1 ? 'it' : 'them'} stay taken here, so nothing is lost. New
          reservations from there are not seen, though, and their nights can still be booked on this site.
        </Paragraph>
        <Facts
          rows={failing.map(({ id, home, calendar, since, reason }) => [
            `${home}, ${calendar}`,
            `${reason} Since ${since}. (${id.slice(0, 8)})`,
          ])}
        />
        <Paragraph>
          Look whether the address is still the one that the other site gives you. If it is empty and that is right, say
          npm run calendar -- accept, or npm run calendar -- remove if you no longer use it, each with the eight signs
          in brackets. We keep trying four times an hour and do not write again about this.
        </Paragraph>
      </>
    ),
    payload: { calendars: failing.map(({ id }) => id) },
  })
}
