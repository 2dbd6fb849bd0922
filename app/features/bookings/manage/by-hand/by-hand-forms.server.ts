import { z } from 'zod'
import { LARGEST_TOTAL } from '#app/features/availability/stay-rules.ts'
import { bookingSources } from '#app/features/bookings/bookings.tables.server.ts'
import { IDEMPOTENCY_KEY } from '#app/platform/http/idempotency.server.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { dollarsInput } from '#app/shared/input/dollars-input.ts'
import { emailFrom } from '#app/shared/input/email-address.ts'
import { optionalPhone, personInput, wholeNumberInput } from '#app/shared/input/typed-input.ts'
import type { ChosenPrice } from './stay-and-price.server.ts'

const date = (missing: string) => boundedText(10, missing).refine(isIsoDate, missing)
export const count = (min: number, tooLow: string) =>
  boundedText(100)
    .optional()
    .transform((text): string | number | null | undefined => text)
    .pipe(
      wholeNumberInput({
        min,
        max: 99,
        tooLow,
        tooHigh: 'Please enter a smaller number',
        notWhole: 'Please enter a number',
      }),
    )
const longText = boundedText(2000, 'Please keep this to 2,000 characters').trim()
const isTicked = z
  .literal('yes')
  .optional()
  .transform((ticked) => ticked === 'yes')
const cents = boundedText(9).regex(/^\d*$/)

const stayFields = {
  property: boundedText(200, 'Please choose a home').min(1, 'Please choose a home'),
  checkIn: date('Please enter the day of check-in'),
  checkOut: date('Please enter the day of check-out'),
  adults: count(1, 'A group needs at least one adult'),
  children: count(0, 'Please enter a number'),
  infants: count(0, 'Please enter a number'),
  pets: count(0, 'Please enter a number'),
}
const priceFields = {
  /** The price by the rates that the page showed, in cents; empty if it showed none. */
  shown: cents,
  total: boundedText(100).default(''),
  priceReason: longText.default(''),
  key: boundedText(200).regex(IDEMPOTENCY_KEY),
}

type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }
const wrong = (issues: Issues, field: string, message: string) =>
  issues.addIssue({ code: 'custom', path: [field], message })

/** Adds the issue of a field that matters only by another choice. */
function readDollars(issues: Issues, field: string, typed: string): number {
  const parsed = dollarsInput().safeParse(typed)
  if (!parsed.success) wrong(issues, field, parsed.error.issues[0]?.message ?? '')
  if ((parsed.data ?? 0) > LARGEST_TOTAL) wrong(issues, field, 'Please enter less than a million dollars')
  return parsed.data ?? 0
}

type PriceForm = { priceBy: 'rates' | 'agreement' | 'before'; shown: string; total: string; priceReason: string }

function readPrice(issues: Issues, { priceBy, shown, total, priceReason }: PriceForm): ChosenPrice | { by: 'before' } {
  if (priceBy === 'before') return { by: 'before' }
  if (priceBy === 'rates') return { by: 'rates', shown: shown === '' ? null : Number(shown) }
  if (priceReason === '') wrong(issues, 'priceReason', 'Please say why, for the records')
  return { by: 'agreement', total: readDollars(issues, 'total', total), reason: priceReason }
}

/** For forms with other fields, too. */
function readStay(issues: Issues, form: z.infer<z.ZodObject<typeof stayFields>>) {
  const { property, checkIn, checkOut, adults, children, infants, pets } = form
  if (checkOut <= checkIn) wrong(issues, 'checkOut', 'Check-out must be after check-in')
  return { property, stay: { checkIn, checkOut, adults, children, infants, pets } }
}

/** A booking for a guest who asked an operator. */
export const bookSchema = z
  .object({
    ...stayFields,
    ...priceFields,
    priceBy: z.enum(['rates', 'agreement'], { error: 'Please choose the price' }),
    guestName: personInput('Please enter the guest’s name'),
    guestEmail: boundedText(1000).trim(),
    guestPhone: optionalPhone(),
    source: z.enum(bookingSources).exclude(['website'], { error: 'Please choose how they booked' }),
    payment: z.enum(['elsewhere', 'link', 'none'], { error: 'Please choose how it is paid' }),
    paid: boundedText(100).default(''),
    paidNote: boundedText(200, 'Please keep this to 200 characters').trim().default(''),
    note: boundedText(5000, 'Please keep this to 5,000 characters').trim(),
    notifyGuest: isTicked,
  })
  .transform((form, issues) => {
    const { guestEmail: typed, notifyGuest, payment, source, note, key } = form
    const { property, stay } = readStay(issues, form)
    const email = typed === '' ? typed : emailFrom(typed)
    if (email === null) wrong(issues, 'guestEmail', 'Please enter a valid email address')
    if (email === '' && notifyGuest) wrong(issues, 'guestEmail', 'Please enter an address, or send no email')
    const price = readPrice(issues, form) as ChosenPrice
    const elsewhere = () => {
      if (form.paidNote === '') wrong(issues, 'paidNote', 'Please say how it was paid, such as “check 1042”')
      return { by: payment as 'elsewhere', amount: readDollars(issues, 'paid', form.paid), note: form.paidNote }
    }
    const guest = { name: form.guestName, email: email ?? '', phone: form.guestPhone ?? null }
    const paying = payment === 'elsewhere' ? elsewhere() : { by: payment }
    return { property, stay, guest, source, price, payment: paying, note, notifyGuest, key }
  })

/** Another stay for a booking, and its price. */
export const moveSchema = z
  .object({
    ...stayFields,
    ...priceFields,
    priceBy: z.enum(['rates', 'agreement', 'before'], { error: 'Please choose the price' }),
    /** The refund by each choice of the price, as the page showed it. */
    returnedShown: boundedText(9).regex(/^\d+$/).transform(Number),
    message: longText,
    notifyGuest: isTicked,
  })
  .transform((form, issues) => {
    const { message, notifyGuest, returnedShown, key } = form
    return { ...readStay(issues, form), price: readPrice(issues, form), message, notifyGuest, returnedShown, key }
  })
