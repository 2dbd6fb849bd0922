import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'

type Nights = { from: string; to: string }
type Guest = { guest: string | null; reference: string | null; nights: Nights }
type BookedTwice = { nights: Nights; stay: Guest; claim: Guest }

const datesOf = ({ from, to }: Nights) => `${formatDate(from, 'long')} to ${formatDate(to, 'long')}`
const whoOf = ({ guest, reference }: Guest) =>
  reference ? `${guest ?? 'A guest'} (${reference})` : 'Somebody who is booking right now'

/** To the operator, at once: a platform sold nights that somebody has here. */
export function bookedTwiceMail(data: { site: MailSite; property: string; twice: BookedTwice[] }): Mail {
  const { site, property, twice } = data
  return mailOf({
    site,
    to: site.email,
    template: 'booked-twice',
    subject: `Booked twice: ${property}, ${formatDate(twice[0]?.nights.from ?? '')}`,
    preheader: 'A platform sold nights that were taken.',
    heading: 'Two guests for the same nights',
    lead: `A platform sold nights of ${property} that somebody else has. Both stay on the books until you move or cancel one.`,
    body: (
      <>
        <DetailTable
          rows={twice.flatMap(({ stay, claim }) => [
            [whoOf(stay), datesOf(stay.nights)],
            [whoOf(claim), datesOf(claim.nights)],
          ])}
        />
        <Paragraph>
          Look at both soon: a guest who hears today finds another home more easily. What a platform sold is canceled
          there.
        </Paragraph>
        <Action href={`${site.url}/admin`}>See both stays</Action>
      </>
    ),
    payload: { references: twice.flatMap(({ stay, claim }) => [stay.reference, claim.reference]) },
  })
}
