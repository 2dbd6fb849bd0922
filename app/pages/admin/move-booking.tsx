import { randomUUID } from 'node:crypto'
import { data, Link, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { moveFromForm } from '#app/features/bookings/manage/by-hand-forms.server.ts'
import { MoveForm } from '#app/features/bookings/manage/move-form.tsx'
import { getMovePage } from '#app/features/bookings/manage/move-page.server.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { changedPath } from '#app/shared/changed-path.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/move-booking.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const reference = referenceFrom(params.reference)
  const page = await getMovePage(context.get(servicesContext), { reference, read: (name) => query.get(name) })
  if (!page) throw data(null, { status: 404 })
  return { ...page, formKey: randomUUID() }
}

/** Moves the stay, or without a script only says what speaks against it. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  const reference = referenceFrom(params.reference)
  const text = (name: string) => String(form.get(name) ?? '')
  const page = await getMovePage(services, { reference, read: text })
  const path = `/admin/bookings/${reference}`
  if (!page) return redirect(path, 303)
  if (text('intent') === 'check') {
    const values = Object.fromEntries([...form.keys()].map((name) => [name, text(name)]))
    return { message: null, fields: {}, values, checked: page.checked }
  }
  const outcome = await moveFromForm(services, { form, homes: page.homes, by, reference })
  if (outcome.ok) return redirect(changedPath(path, outcome.id), 303)
  return data({ ...outcome, checked: page.checked }, { status: outcome.status })
}

/** Also after a refusal: the nights may be taken by now. While the site is away, the page stays. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Move ${page.stay.guestName}`,
}

export default function MoveBooking({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state !== 'idle'
  const refused = actionData ?? null
  const { stay } = loaderData
  return (
    <>
      <p>
        <Link className="link" to={`/admin/bookings/${stay.reference}`}>
          Back to the booking
        </Link>
      </p>
      <h1>Move {stay.guestName}</h1>
      {refused?.message && (
        <p role="alert" className="form-problem">
          {refused.message}
        </p>
      )}
      <MoveForm
        loaded={refused?.checked ? { ...loaderData, checked: refused.checked } : loaderData}
        refused={refused}
        pending={pending}
      />
    </>
  )
}
