import { formatDate, type IsoDate } from './dates.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { Stay } from './stay.ts'

/** Why a stay cannot be booked. */
export type StayReason =
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
  | PromoReason

/** Why a promo code does not apply. */
export type PromoReason =
  | 'promo-unknown'
  | 'promo-other-property'
  | 'promo-not-yet'
  | 'promo-ended'
  | 'promo-used-up'
  | 'promo-other-dates'
  | 'promo-too-few-nights'
  | 'promo-too-many-nights'

/** The fields that a refusal can concern. */
type Field = keyof Stay | 'promoCode'

/** A refused stay. Its fields are those of the stay, or the promo code’s. */
export type StayRefusal = Refusal<StayReason> & { fields: Partial<Record<Field, string>> }

/** A refusal with its message, which is also that of the given fields. */
export function refuseStay(reason: StayReason, message: string, ...fields: Field[]): StayRefusal {
  return { ...refuse(reason, message), fields: Object.fromEntries(fields.map((field) => [field, message])) }
}

/** The refusal of a stay at an unknown or unpublished property. */
export function notFound(): StayRefusal {
  return refuseStay('not-found', 'We couldn’t find that home.')
}

/** The names of the stay's dates in the bodies of calls. */
export const BODY_NAMES = { checkIn: 'checkInDate', checkOut: 'checkOutDate' } as const

/** Whether the promo code is the reason, not the stay. */
export const isAboutPromo = ({ reason }: StayRefusal) => reason.startsWith('promo-')

/** The refusal of a stay that begins after the last day on which one can. */
export function tooFar(last: IsoDate): StayRefusal {
  return refuseStay(
    'too-far',
    `We’re booking through ${formatDate(last, 'long')}. Please choose earlier dates.`,
    'checkIn',
  )
}
