import { randomUUID } from 'node:crypto'
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { BookForm } from '#app/features/bookings/manage/by-hand/book-form.tsx'
import { bookChanges } from '#app/features/bookings/manage/by-hand/by-hand.changes.server.ts'
import { checkChoice } from '#app/features/bookings/manage/by-hand/stay-check.server.ts'
import { parseStayChoice } from '#app/features/bookings/manage/by-hand/stay-choice.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { propertiesInUse } from '#app/features/properties/property-status.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/new-booking.ts'

/** The stay may be in the address, as the calendar links to it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const properties = propertiesInUse(await listPropertyNames(services))
  const checked = await checkChoice(services, { choice: parseStayChoice((name) => query.get(name)), properties })
  return { properties, checked, formKey: randomUUID(), takesCards: services.gateway !== null }
}

/** Books, or without a script only names the objections to the stay. */
export const action = (args: Route.ActionArgs) => changeAction(args, bookChanges)

/** After a refusal, too: the nights may be taken by now. While the site is unavailable, the page stays. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503

export const handle: AdminHandle = { title: 'New booking' }

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const may = useMay()
  return (
    <>
      <PageTop
        title="New booking"
        facts="For guests who ask by phone, by email, or in person. It is confirmed at once."
      >
        {may('site:read') && (
          <Link to="/admin/import" className="button button-outline">
            Import many from a file
          </Link>
        )}
      </PageTop>
      <BookForm loaded={loaderData} answer={actionData ?? null} />
    </>
  )
}
