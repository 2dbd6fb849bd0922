import { z } from 'zod'
import {
  type QuoteLine,
  type RefusalReason,
  refusalStatus as stayStatus,
} from '#app/features/availability/availability.ts'
import type { Cents } from '#app/shared/money.ts'
import { stayBody } from '#app/shared/stay-input.ts'
import { isName, isPhone, manyLines, oneLine } from '#app/shared/typed-text.ts'

const NAME = 'Please enter your name'
const EMAIL = 'Please enter a valid email address'
const PHONE = 'Please enter a valid phone number'

const emptyIsAbsent = (text: string) => (text === '' ? undefined : text)

/** Who books (specification, section 5: the contact form's words). The form and the call are judged by the same. */
export const guestFields = {
  guestName: z
    .string()
    .max(1000)
    .transform(oneLine)
    .refine(isName, NAME)
    .refine((text) => text.length <= 200, 'Please enter a shorter name'),
  guestEmail: z
    .string()
    .max(1000, EMAIL)
    .transform((text) => text.trim())
    .pipe(z.email(EMAIL).max(254, EMAIL)),
  guestPhone: z
    .string()
    .max(1000, PHONE)
    .transform(oneLine)
    .refine((text) => text === '' || (isPhone(text) && text.length <= 40), PHONE)
    .transform(emptyIsAbsent)
    .optional(),
  specialRequests: z
    .string()
    .transform(manyLines)
    .refine((text) => text.length <= 2000, 'Please keep this to 2,000 characters')
    .transform(emptyIsAbsent)
    .optional(),
}

/**
 * A booking as it is asked for. `expectedTotal`, in cents, is the price that the guest saw, `termsVersion` the terms that were
 * accepted; without it, those in force.
 */
export const bookingRequestSchema = z.object({
  ...stayBody,
  ...guestFields,
  expectedTotal: z.int().min(0).optional(),
  termsVersion: z.string().max(40).transform(emptyIsAbsent).optional(),
})
export type BookingRequest = z.infer<typeof bookingRequestSchema>

/** What a stored booking answers to the guest. */
export type RequestedBooking = {
  id: string
  reference: string
  status: 'pending'
  nights: number
  lines: QuoteLine[]
  total: Cents
  currency: 'USD'
}

const NUMBERS = ['adults', 'children', 'infants', 'pets', 'expectedTotal']

/** The fields of a posted form in the shape that `bookingRequestSchema` judges: numbers as numbers, empty ones absent. */
export function bookingFromForm(form: FormData): Record<string, unknown> {
  const given = [...form].filter(
    ([name, value]) => typeof value === 'string' && !(NUMBERS.includes(name) && value === ''),
  )
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      NUMBERS.includes(name) && /^\d{1,12}$/.test(String(value)) ? Number(value) : value,
    ]),
  )
}

export type BookingRefusalReason = RefusalReason | 'price-changed' | 'terms-changed' | 'key-reused'

/** How a call answers a refused booking. */
export function refusalStatus(reason: BookingRefusalReason): 400 | 404 | 409 | 422 {
  if (reason === 'key-reused') return 422
  return reason === 'price-changed' || reason === 'terms-changed' ? 409 : stayStatus(reason)
}
