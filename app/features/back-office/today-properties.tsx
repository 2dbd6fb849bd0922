import { Link } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatDate } from '#app/shared/dates.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import { type Pane, Panes } from '#app/ui/dashboard/panes.tsx'
import { GuestContact } from './guest-contact.tsx'
import type { NightUse, TodayProperty } from './today.ts'

const PANES: Record<NightUse, Pane> = {
  vacant: 'lit',
  booking: 'dark',
  request: 'striped',
  import: 'dark',
  hold: 'striped',
  owner: 'closed',
  closed: 'closed',
}

/** With more homes than this, they are shown without their photos. */
const MOST_PHOTOS = 8

/** Each home tonight: who is there, and when it is vacant. */
export function TodayProperties({ properties }: { properties: readonly TodayProperty[] }) {
  const maySeeProperty = useMay()('content:read')
  const hasPhotos = properties.length <= MOST_PHOTOS
  return (
    <ul className="today-properties" aria-label="Homes tonight">
      {properties.map((property) => (
        <li key={property.slug} className="card">
          {hasPhotos && property.cover && <ResponsiveImage image={{ ...property.cover, alt: '' }} sizes="20rem" />}
          <div className="today-property">
            <h2>
              {maySeeProperty ? <Link to={`/admin/homes/${property.slug}`}>{property.name}</Link> : property.name}
            </h2>
            <p className="admin-detail">
              {property.guest && (
                <>
                  <Link to={bookingPath(property.guest.reference)}>{property.guest.name}</Link>,{' '}
                </>
              )}
              {property.words}
            </p>
            {property.holds.map(({ id, conversation, words }) => (
              <p key={id} className="admin-detail">
                <Link to={`/admin/inbox/${conversation}`}>{words}</Link>
              </p>
            ))}
            <Panes label={property.vacancy} panes={property.uses.map((use) => PANES[use])} />
            <p className="today-span" aria-hidden="true">
              <span>tonight</span>
              <span>{formatDate(property.last)}</span>
            </p>
            {property.guest && <GuestContact {...property.guest} />}
          </div>
        </li>
      ))}
    </ul>
  )
}
