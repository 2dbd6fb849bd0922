import { Fragment, type ReactNode } from 'react'
import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { type Gift, giftWords } from '#app/features/site/gift.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatDate } from '#app/shared/dates.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { listOf } from '#app/shared/words.ts'
import type { ManagedStay } from '../managed-stay.ts'
import { DoorCodeFact, OpenCodes } from './door-code.tsx'
import './stay-facts.css'

type Props = { stay: ManagedStay; gift: Gift | null }

/** The home, dates, and guest, and the guest's own page. */
export function StayFacts({ stay, gift }: Props) {
  const may = useMay()
  const { property, guestUrl } = stay
  return (
    <section className="card" aria-label="Stay">
      {property.image && (
        <ResponsiveImage image={{ ...property.image, alt: '' }} sizes="22rem" className="stay-image" />
      )}
      <div className="stay-facts">
        <dl className="admin-facts">
          {facts(stay, gift).map(([label, words]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{words}</dd>
            </Fragment>
          ))}
          <Contact guest={stay.guest} />
          {may('contacts:read') && <DoorCodeFact stay={stay} />}
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
        {may('stays:write') && <OpenCodes stay={stay} />}
      </div>
    </section>
  )
}

function facts(stay: ManagedStay, gift: Gift | null): [label: string, words: ReactNode][] {
  const { property, pastStays, source, movedFrom } = stay
  const gifts = giftWords(gift, [stay.party])
  const years = [...new Set(pastStays.map((day) => day.slice(0, 4)))]
  return [
    [
      'Home',
      <a key="home" className="link" href={property.path}>
        {property.name}
      </a>,
    ],
    ['Check-in', `${formatDate(stay.checkInDate)}, from ${property.checkInTime}`],
    ['Check-out', `${formatDate(stay.checkOutDate)}, by ${property.checkOutTime}`],
    ...(gifts ? [['Pack', gifts] as [string, string]] : []),
    ...(pastStays.length > 0 ? [['Past stays', `${pastStays.length}, in ${listOf(years)}`] as [string, string]] : []),
    ...(source === 'website' ? [] : [['Source', SOURCES[source]] as [string, string]]),
    ...(movedFrom ? [['Moved from', movedFrom] as [string, string]] : []),
  ]
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
