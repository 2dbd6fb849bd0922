import type { FormRefusal } from '#app/platform/http/form-action.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { cancelBooking } from './cancel-booking.server.ts'

const WHOLE = /^\d{1,9}$/

/** Cancels from the posted form of the guest's page, which carries what it had shown. */
export async function cancelFromForm(
  services: Services,
  { token, form, address }: { token: string; form: FormData; address: string },
): Promise<{ ok: true } | FormRefusal> {
  const refused = (status: number, message: string, retryAfter?: number): FormRefusal => {
    return { ok: false, status, message, fields: {}, values: {}, retryAfter }
  }
  const limit = await services.limits.consume('cancellations', address)
  if (!limit.ok) return refused(429, limit.message, limit.retryAfter)
  const shown = String(form.get('refund') ?? '')
  if (!WHOLE.test(shown)) return refused(400, 'Load this page again, and press the button once more.')
  const outcome = await cancelBooking(services, { token, refund: Number(shown) })
  if (outcome.ok) return outcome
  return refused(outcome.reason === 'not-found' ? 404 : 409, outcome.message)
}
