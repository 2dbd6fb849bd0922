import { z } from 'zod/mini'
import { addDays, formatDate, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { refuseStay, type StayRefusal } from '#app/shared/stay-refusal.ts'
import { countOf } from '#app/shared/words.ts'

/** The terms of a code, and its stays. A guest who has the code may know all of it. */
export const promoCodeSchema = z.object({
  code: z.string(),
  /** The discount on the nights. Both are null if it covers everything. */
  percent: z.nullable(z.string()),
  amount: z.nullable(z.int()),
  /** For prizes: the whole price of the stay, taxes included. */
  coversAll: z.boolean(),
  /** The first and the last night that a stay may have; null means any. */
  stayFrom: z.nullable(z.string()),
  stayUntil: z.nullable(z.string()),
  minimumNights: z.int(),
  maximumNights: z.nullable(z.int()),
})
export type PromoCode = z.infer<typeof promoCodeSchema>

/** A code as typed, and the result for a property: its terms, or why it is not valid there. */
export type PromoEntry = { typed: string; promo: PromoCode | null; error: string | null }

/** Whether a code applies to these nights. */
export function checkPromo(
  promo: PromoCode,
  { checkIn, checkOut }: { checkIn: IsoDate; checkOut: IsoDate },
): StayRefusal | null {
  const { code, stayFrom, stayUntil, minimumNights, maximumNights } = promo
  if ((stayFrom && checkIn < stayFrom) || (stayUntil && addDays(checkOut, -1) > stayUntil)) {
    return refuseStay(
      'promo-other-dates',
      `The code ${code} is good for nights ${periodWords(stayFrom, stayUntil)}.`,
      'promoCode',
    )
  }
  const nights = nightsBetween(checkIn, checkOut)
  if (nights < minimumNights) {
    const message = `The code ${code} is good for stays of ${countOf(minimumNights, 'night')} or more.`
    return refuseStay('promo-too-few-nights', message, 'promoCode')
  }
  if (maximumNights !== null && nights > maximumNights) {
    const message = `The code ${code} is good for stays of up to ${countOf(maximumNights, 'night')}.`
    return refuseStay('promo-too-many-nights', message, 'promoCode')
  }
  return null
}

function periodWords(from: IsoDate | null, until: IsoDate | null): string {
  const words = [from && `from ${formatDate(from, 'long')}`, until && `to ${formatDate(until, 'long')}`]
  return words.filter(Boolean).join(' ')
}
