import type { $ZodType } from 'zod/v4/core'
import { bookingChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getManagedStay } from '#app/features/bookings/manage/page/booking-page.server.ts'
import { type Change, runChange } from '#app/platform/change/change.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/**
 * Posts a form of a booking's page, by its `intent`. If the form does not say what it shows, it is of the page as it is
 * now.
 */
export async function postBooking(
  services: Services,
  { reference, form, by }: { reference: string; form: FormData; by: Operator },
) {
  if (!form.has('seen')) form.set('seen', (await getManagedStay(services, reference, UNNAMED))?.moneyVersion ?? '')
  const change: Change<$ZodType, never> = bookingChanges[String(form.get('intent')) as keyof typeof bookingChanges]
  return runChange(change, { services, by, form, params: { reference } })
}
