import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { type Gift, giftWords } from '#app/features/site/gift.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import type { ManagedStay } from '../managed-stay.ts'
import { CorrectGuest } from './correct-guest.tsx'
import { CorrectSource } from './correct-source.tsx'
import { ChangeDoorCode, DoorCodeFact, OpenCodes } from './door-code.tsx'
import { RenewGuestLink } from './guest-link.tsx'

type Props = { stay: ManagedStay; gift: Gift | null; formKey: string; answer: ChangeAnswer | null }

/** Guest, dates, and place, and the guest's own link. */
export function StayFacts({ stay, gift, ...form }: Props) {
  const may = useMay()
  const { guest, party, property, specialRequests, guestUrl } = stay
  const gifts = giftWords(gift, [party])
  return (
    <section className="admin-panel" aria-labelledby="facts-heading">
      <h2 id="facts-heading">Stay</h2>
      <dl className="admin-facts">
        <dt>Home</dt>
        <dd>
          <a className="link" href={property.path}>
            {property.name}
          </a>
        </dd>
        <dt>Check-in</dt>
        <dd>
          {formatDate(stay.checkInDate, 'long')}, from {property.checkInTime}
        </dd>
        <dt>Check-out</dt>
        <dd>
          {formatDate(stay.checkOutDate, 'long')}, by {property.checkOutTime}
        </dd>
        <dt>Nights</dt>
        <dd>{stay.nights}</dd>
        <dt>Party</dt>
        <dd>{partyWords(party)}</dd>
        {gifts && (
          <>
            <dt>Pack</dt>
            <dd>{gifts}</dd>
          </>
        )}
        <Contact guest={guest} />
        {specialRequests && (
          <>
            <dt>Special requests</dt>
            <dd className="admin-text">{specialRequests}</dd>
          </>
        )}
        {stay.source !== 'website' && (
          <>
            <dt>Booked by hand</dt>
            <dd>{SOURCES[stay.source]}</dd>
          </>
        )}
        {stay.movedFrom && (
          <>
            <dt>Moved from</dt>
            <dd>{stay.movedFrom}</dd>
          </>
        )}
        {may('contacts:read') && <DoorCodeFact stay={stay} />}
        <dt>Reference</dt>
        <dd>{stay.reference}</dd>
        {guestUrl && (
          <>
            <dt>Guest’s page</dt>
            <dd>
              <a className="link" href={guestUrl} rel="noreferrer">
                Open what the guest sees
              </a>
            </dd>
          </>
        )}
      </dl>
      {may('contacts:write') && <CorrectGuest stay={stay} {...form} />}
      {may('stays:write') && <CorrectSource stay={stay} answer={form.answer} />}
      {may('stays:write') && <OpenCodes stay={stay} />}
      {may('stays:write') && <ChangeDoorCode stay={stay} answer={form.answer} />}
      {isExpected(stay) && may('stays:write') && <RenewGuestLink stay={stay} {...form} />}
    </section>
  )
}

/** The guest's contact data, for operators with access to it. */
function Contact({ guest: { phone, email } }: Pick<ManagedStay, 'guest'>) {
  const may = useMay()
  if (!may('contacts:read')) return null
  return (
    <>
      {phone && (
        <>
          <dt>Phone</dt>
          <dd>
            <a className="link" href={phoneLink('tel', phone)}>
              {phone}
            </a>
          </dd>
        </>
      )}
      <dt>Email</dt>
      <dd>
        {email ? (
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        ) : (
          'None: nothing is emailed to this guest'
        )}
      </dd>
    </>
  )
}
