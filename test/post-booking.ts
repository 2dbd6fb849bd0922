import type { ZodType } from 'zod'
import { bookingChanges } from '#app/features/bookings/manage/booking.changes.server.ts'
import { type Change, runChange } from '#app/platform/change/change.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Posts a form of a booking's page, by its `intent`. */
export function postBooking(
  services: Services,
  { reference, form, by }: { reference: string; form: FormData; by: Operator },
) {
  const change: Change<ZodType> = bookingChanges[String(form.get('intent')) as keyof typeof bookingChanges]
  return runChange(change, { services, by, form, params: { reference } })
}
