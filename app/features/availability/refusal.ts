import type { Stay } from '#app/shared/stay.ts'

export type RefusalReason =
  | 'dates-missing'
  | 'checkout-before-checkin'
  | 'in-the-past'
  | 'too-long'
  | 'too-far'
  | 'too-soon'
  | 'adult-needed'
  | 'too-many-guests'
  | 'too-many-infants'
  | 'too-many-pets'
  | 'arrival-day'
  | 'departure-day'
  | 'no-rates'
  | 'below-minimum'
  | 'dates-taken'
  | 'not-found'
  | 'not-available'
  | PromoRefusalReason

export type PromoRefusalReason =
  | 'promo-unknown'
  | 'promo-other-home'
  | 'promo-not-yet'
  | 'promo-ended'
  | 'promo-used-up'
  | 'promo-other-dates'
  | 'promo-too-few-nights'

/** What a refusal can be about. */
type Field = keyof Stay | 'promoCode'

export type Refusal = {
  ok: false
  reason: RefusalReason
  message: string
  /** The words by the field they belong to. */
  fields: Partial<Record<Field, string>>
}

export function refuse(reason: RefusalReason, message: string, ...fields: Field[]): Refusal {
  return { ok: false, reason, message, fields: Object.fromEntries(fields.map((field) => [field, message])) }
}
