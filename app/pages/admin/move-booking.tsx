import { randomUUID } from 'node:crypto'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { moveChanges } from '#app/features/bookings/manage/by-hand/by-hand.changes.server.ts'
import { MoveForm } from '#app/features/bookings/manage/by-hand/move-form.tsx'
import { getMovePage } from '#app/features/bookings/manage/by-hand/move-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/move-booking.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const reference = referenceFrom(params.reference)
  const page = await getMovePage(context.get(servicesContext), { reference, read: (name) => query.get(name) })
  if (!page) throw data(null, { status: 404 })
  return { ...page, formKey: randomUUID() }
}

/** Moves the stay, or without a script only names the objections. */
export const action = (args: Route.ActionArgs) =>
  changeAction(args, moveChanges, `/admin/bookings/${referenceFrom(args.params.reference)}`)

/** After a refusal, too: the nights may be taken by now. While the site is unavailable, the page stays. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Move ${page.stay.guestName}`,
}

export default function MoveBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { stay } = loaderData
  return (
    <>
      <PageTop
        title={`Move ${stay.guestName}`}
        crumbs={[
          { to: '/admin/bookings', label: 'Bookings' },
          { to: `/admin/bookings/${stay.reference}`, label: stay.reference },
        ]}
      />
      <MoveForm loaded={loaderData} answer={actionData ?? null} />
    </>
  )
}
