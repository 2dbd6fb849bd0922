import { z } from 'zod/mini'
import type { Price, PriceLine } from '#app/features/pricing/price.ts'
import { currencyInput, holdInput, promoInput, stayBody } from '#app/shared/input/stay-input.ts'
import { emailInput, optionalLine, optionalPhone, optionalText, personInput } from '#app/shared/input/typed-input.ts'
import type { Cents } from '#app/shared/money.ts'
import { GENERIC_MESSAGE } from '#app/shared/problem.ts'
import type { StayReason } from '#app/shared/stay-refusal.ts'

const bookingFields = z.object({
  ...stayBody,
  propertyId: z.optional(stayBody.propertyId),
  checkInDate: z.optional(stayBody.checkInDate),
  checkOutDate: z.optional(stayBody.checkOutDate),
  quoteId: z.optional(z.guid()),
  holdId: holdInput,
  guestName: personInput('Please enter your name'),
  guestEmail: emailInput(),
  guestPhone: optionalPhone(),
  specialRequests: optionalText({ max: 2000, tooLong: 'Please keep this to 2,000 characters' }),
  expectedTotal: z.optional(z.int().check(z.gte(0))),
  currency: currencyInput,
  promoCode: promoInput,
  termsVersion: optionalLine({ max: 40, tooLong: GENERIC_MESSAGE.invalid }),
})
type BookingFields = z.infer<typeof bookingFields>

const STAY_FIELDS = ['propertyId', 'checkInDate', 'checkOutDate'] as const

/** Whether the field is present, or optional because a quote or a hold names the stay. */
const named = (field: (typeof STAY_FIELDS)[number]) => (body: BookingFields) => {
  const alone = STAY_FIELDS.every((name) => body[name] === undefined)
  return body[field] !== undefined || body.quoteId !== undefined || (alone && body.holdId !== undefined)
}
/** Reported together with other errors, not only once the rest is valid. */
const required = (field: (typeof STAY_FIELDS)[number]) => ({
  path: [field],
  error: GENERIC_MESSAGE.required,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
})

/**
 * A request to book: a stay, or a quote or hold instead, which may carry their own code. `expectedTotal`, in cents, is the
 * price that the guest saw. `termsVersion` is the version of the accepted terms; without it, the current one.
 */
export const bookingRequestSchema = bookingFields.check(
  z.refine(named('propertyId'), required('propertyId')),
  z.refine(named('checkInDate'), required('checkInDate')),
  z.refine(named('checkOutDate'), required('checkOutDate')),
)
export type BookingRequest = z.infer<typeof bookingRequestSchema>

/** A stored booking, as its guest sees it. */
export type RequestedBooking = {
  id: string
  reference: string
  /** The secret part of the address of the guest page. */
  token: string
  status: 'held' | 'pending'
  /** The new id of the hold while it lasts. Only with it can the guest move the nights or book them again. */
  holdId?: string
  nights: number
  lines: PriceLine[]
  total: Cents
  currency: 'USD'
}

const NUMBERS = ['adults', 'children', 'infants', 'pets', 'expectedTotal']
const MAY_BE_EMPTY = [...NUMBERS, 'quoteId', 'holdId']

/** A posted form for a property. Its numbers are digits, and an empty field is absent. */
export const bookingFormSchema = (propertyId: string) =>
  z.pipe(
    z.pipe(
      z.record(z.string(), z.string()),
      z.transform((posted): Record<string, unknown> => {
        const given = Object.entries(posted).filter(([name, value]) => value !== '' || !MAY_BE_EMPTY.includes(name))
        const read = ([name, value]: [string, string]) =>
          NUMBERS.includes(name) && /^\d{1,12}$/.test(value) ? Number(value) : value
        return { ...Object.fromEntries(given.map((field) => [field[0], read(field)])), propertyId }
      }),
    ),
    bookingRequestSchema,
  )

/** A stored price; `token` is the secret part of its page's address. */
export type StoredQuote = Price & { id: string; token: string; expiresAt: Date }

export type BookingReason =
  | StayReason
  | 'invalid-input'
  | 'price-changed'
  | 'quote-expired'
  | 'terms-changed'
  | 'key-reused'
  | 'too-many-nights'
