import { IDEMPOTENCY_KEY } from '#app/platform/http/idempotency.server.ts'
import type { RateLimitResult } from '#app/platform/rate-limits/rate-limits.server.ts'
import { RateLimitError } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { fieldsOf, genericMessage } from '#app/shared/problem.ts'
import { payPathOf } from './booking-summary.ts'
import { bookingFromForm, bookingRequestSchema, refusalStatus } from './bookings.ts'
import { findOpenPayment } from './payments/open-payment.server.ts'
import { requestBooking } from './request-booking.server.ts'

const TYPED = ['guestName', 'guestEmail', 'guestPhone', 'specialRequests'] as const

/** What the guest typed, returned with a refusal so that the form stays filled without JavaScript. */
function enteredValues(form: FormData): Record<string, string> {
  return Object.fromEntries(TYPED.map((name) => [name, String(form.get(name) ?? '').slice(0, 3000)]))
}

/** Books from the posted form of the frame; its script puts a key into a hidden field (docs/decisions/013). */
export async function submitBooking(
  services: Services,
  { propertyId, form, address }: { propertyId: string; form: FormData; address: string },
) {
  const limit = await services.limits.consume('bookings', address)
  if (!limit.ok) return rateLimited(limit, form)
  const answer = await bookFromForm(services, { propertyId, form, address }).catch((error: unknown) => {
    if (error instanceof RateLimitError) return rateLimited(error.refusal, form)
    throw error
  })
  if (!answer.ok || !answer.tookNights) await limit.undo()
  return answer
}

function rateLimited({ message, retryAfter }: RateLimitResult & { ok: false }, form: FormData) {
  return { ok: false as const, status: 429, message, retryAfter, fields: {}, values: enteredValues(form) }
}

async function bookFromForm(
  services: Services,
  { propertyId, form, address }: { propertyId: string; form: FormData; address: string },
) {
  const values = enteredValues(form)
  const parsed = bookingRequestSchema.safeParse({ ...bookingFromForm(form), propertyId }, { error: genericMessage })
  if (!parsed.success) {
    const fields = fieldsOf(parsed.error)
    const elsewhere = Object.entries(fields).filter(([name]) => !(TYPED as readonly string[]).includes(name))
    const message =
      elsewhere.length > 0 ? 'Choose your dates and guests, then book again.' : 'Please check the highlighted fields.'
    return { ok: false as const, status: 400, message, fields, values }
  }
  const key = String(form.get('idempotencyKey') ?? '')
  const outcome = await requestBooking(services, parsed.data, {
    idempotencyKey: IDEMPOTENCY_KEY.test(key) ? key : undefined,
    isForm: true,
    address,
  })
  if (!outcome.ok) {
    return {
      ok: false as const,
      status: refusalStatus(outcome.reason),
      message: outcome.message,
      retryAfter: outcome.retryAfter,
      fields: outcome.fields,
      values,
    }
  }
  const { checkInDate = '', checkOutDate = '', guestName, guestEmail, adults, children } = parsed.data
  const { id, token, reference, total, status } = outcome.booking
  const open = status === 'held' ? await findOpenPayment(services.db, id) : null
  const booking = {
    token,
    /** Where a booking that waits for a card is paid. */
    payPath: open && payPathOf(open.payment),
    reference,
    total,
    checkInDate,
    checkOutDate,
    guestName,
    guestEmail,
    guests: adults + children,
  }
  return { ok: true as const, status: 201, booking, tookNights: outcome.tookNights }
}
