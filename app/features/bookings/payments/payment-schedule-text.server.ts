import { eq } from 'drizzle-orm'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { paymentScheduleText } from './payment-plan.ts'

/** When the card of a guest of this home is charged, in a sentence or none; null where the operator takes the money by other ways. */
export async function getPaymentScheduleText({ db, gateway }: Services, propertyId: string): Promise<string | null> {
  if (!gateway || !isUuid(propertyId)) return null
  const { depositPercent, balanceDays } = properties
  const [terms] = await db.select({ depositPercent, balanceDays }).from(properties).where(eq(properties.id, propertyId))
  return terms ? paymentScheduleText(terms) : ''
}
