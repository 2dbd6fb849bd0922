import { randomUUID } from 'node:crypto'
import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { BookForm } from '#app/features/bookings/manage/book-form.tsx'
import { bookFromForm } from '#app/features/bookings/manage/by-hand-forms.server.ts'
import { checkChoice, listHomes } from '#app/features/bookings/manage/stay-check.server.ts'
import { readChoice } from '#app/features/bookings/manage/stay-check.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { changedPath } from '#app/shared/changed-path.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import type { Route } from './+types/new-booking.ts'

/** The stay may be in the address, as the calendar links to it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const query = new URL(request.url).searchParams
  const homes = await listHomes(services)
  const checked = await checkChoice(services, { choice: readChoice((name) => query.get(name)), homes })
  return { homes, checked, formKey: randomUUID(), takesCards: services.gateway !== null }
}

/** Books, or without a script only says what speaks against the stay. */
export async function action({ request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  const homes = await listHomes(services)
  const text = (name: string) => String(form.get(name) ?? '')
  const check = async () => checkChoice(services, { choice: readChoice(text), homes })
  if (text('intent') === 'check') {
    const values = Object.fromEntries([...form.keys()].map((name) => [name, text(name)]))
    return { message: null, fields: {}, values, checked: await check() }
  }
  const outcome = await bookFromForm(services, { form, homes, by })
  if (outcome.ok) return redirect(changedPath(`/admin/bookings/${outcome.reference}`, outcome.id), 303)
  const checked = outcome.status === 503 ? null : await check()
  return data({ ...outcome, checked }, { status: outcome.status })
}

/** Also after a refusal: the nights may be taken by now. While the site is away, the page stays. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503

export const handle: AdminHandle = { title: 'New booking' }

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state !== 'idle'
  const refused = actionData ?? null
  return (
    <>
      <h1>New booking</h1>
      <p className="admin-lead">For guests who ask by phone, by email, or in person. It is confirmed at once.</p>
      {refused?.message && (
        <p role="alert" className="form-problem">
          {refused.message}
        </p>
      )}
      <BookForm
        loaded={refused?.checked ? { ...loaderData, checked: refused.checked } : loaderData}
        refused={refused}
        pending={pending}
      />
    </>
  )
}
