import { Form, Link, redirect } from 'react-router'
import { filterFromQuery, findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import { PAGE_SIZE, queryOfFilter, VIEWS } from '#app/features/bookings/manage/list/booking-list.ts'
import { BookingRows } from '#app/features/bookings/manage/list/booking-rows.tsx'
import { PropertyFilter } from '#app/features/properties/manage/property-filter.tsx'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { Route } from './+types/bookings.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const by = context.get(operatorContext)
  const filter = filterFromQuery(new URL(request.url).searchParams)
  const found = await findBookings(services, filter, { by })
  if (found.rows.length === 0 && filter.page > 1)
    throw redirect(`/admin/bookings${queryOfFilter({ ...filter, page: 1 })}`)
  const properties = await listPropertyNames(services, by)
  return { filter, properties, ...found }
}

export const handle: AdminHandle = { title: 'Bookings', shows: ['nights', 'stays'] }

const EMPTY = {
  'needs-me': 'No booking is waiting for you.',
  arriving: 'Nobody is about to check in.',
  'in-house': 'No guests are in house.',
  unpaid: 'Everything is paid.',
  past: 'No stay is over yet.',
  all: 'There are no bookings yet.',
}

export default function Bookings({ loaderData }: Route.ComponentProps) {
  const { filter, properties, rows, total } = loaderData
  const { view, search, property, page } = filter
  const may = useMay()
  const isNarrowed = search !== '' || property !== ''
  const empty = isNarrowed ? 'No booking matches.' : EMPTY[view]
  const pages = Math.ceil(total / PAGE_SIZE)
  return (
    <>
      <PageTop title="Bookings">
        {may('stays:write') && (
          <Link to="/admin/bookings/new" className="button button-ember">
            New booking
          </Link>
        )}
      </PageTop>
      <nav aria-label="Kinds of bookings" className="admin-tabs">
        {Object.entries(VIEWS).map(([key, label]) => (
          <Link
            key={key}
            to={`/admin/bookings${queryOfFilter({ ...filter, view: key as keyof typeof VIEWS, page: 1 })}`}
            aria-current={key === view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Form key={queryOfFilter(filter)} className="admin-filter">
        <input type="hidden" name="view" value={view} />
        <TextField
          label={may('contacts:read') ? 'Name, email, phone, or reference' : 'Reference'}
          name="q"
          type="search"
          defaultValue={search}
        />
        <PropertyFilter properties={properties} chosen={property} />
        <Button type="submit" variant="outline">
          Search
        </Button>
      </Form>
      <p className="admin-count" role="status">
        {total === 0 ? empty : countOf(total, 'booking')}
        {total > 0 && (
          <a className="link" href={`/admin/bookings.csv${queryOfFilter({ ...filter, page: 1 })}`} download>
            Download as CSV
          </a>
        )}
      </p>
      {total === 0 && isNarrowed && (
        <p>
          <Link className="link" to="/admin/bookings?view=all">
            See all bookings
          </Link>
        </p>
      )}
      {rows.length > 0 && <BookingRows rows={rows} />}
      {pages > 1 && (
        <nav aria-label="Pages" className="admin-pages">
          {page > 1 && <Link to={`/admin/bookings${queryOfFilter({ ...filter, page: page - 1 })}`}>Previous</Link>}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages && <Link to={`/admin/bookings${queryOfFilter({ ...filter, page: page + 1 })}`}>Next</Link>}
        </nav>
      )}
    </>
  )
}
