import { formatDate, type IsoDate } from './dates.ts'
import type { Problem } from './problem.ts'
import type { Stay } from './stay.ts'

/** Why a stay cannot be booked. */
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

/** Why a promo code does not apply. */
export type PromoRefusalReason =
  | 'promo-unknown'
  | 'promo-other-property'
  | 'promo-not-yet'
  | 'promo-ended'
  | 'promo-used-up'
  | 'promo-other-dates'
  | 'promo-too-few-nights'
  | 'promo-too-many-nights'

/** What a refusal can be about. */
type Field = keyof Stay | 'promoCode'

/** A refused stay, with a message for people. */
export type Refusal = {
  ok: false
  reason: RefusalReason
  message: string
  /** The messages by field. */
  fields: Partial<Record<Field, string>>
}

/** A refusal with its message, which is also that of the given fields. */
export function refuse(reason: RefusalReason, message: string, ...fields: Field[]): Refusal {
  return { ok: false, reason, message, fields: Object.fromEntries(fields.map((field) => [field, message])) }
}

/** The refusal of a stay at an unknown or unpublished property. */
export function notFound(): Refusal {
  return refuse('not-found', 'We couldn’t find that home.')
}

/** The names of the stay's dates in the bodies of calls. */
export const BODY_NAMES = { checkIn: 'checkInDate', checkOut: 'checkOutDate' } as const

/** A refusal as the body of a call's answer, with the field names of the call. */
export function problemOf(refusal: Refusal, names: Partial<Record<string, string>>): Problem {
  const { reason, message, fields } = refusal
  const named = Object.entries(fields).map(([field, words]) => [names[field] ?? field, words])
  return { code: reason, message, fields: Object.fromEntries(named) }
}

const SAYS_NO: RefusalReason[] = ['dates-taken', 'no-rates', 'not-available', 'promo-ended', 'promo-used-up']

/** Whether the promo code is the reason, not the stay. */
export const isAboutPromo = ({ reason }: Refusal) => reason.startsWith('promo-')

/** The status of a refused stay: the guest can correct it (400), no such property (404), or not available (409). */
export function refusalStatus(reason: RefusalReason): 400 | 404 | 409 {
  if (reason === 'not-found') return 404
  return SAYS_NO.includes(reason) ? 409 : 400
}

/** The refusal of a stay that begins after the last day on which one can. */
export function tooFar(last: IsoDate): Refusal {
  return refuse('too-far', `We’re booking through ${formatDate(last, 'long')}. Please choose earlier dates.`, 'checkIn')
}
