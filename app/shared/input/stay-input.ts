import { z } from 'zod'
import { isIsoDate } from '../dates.ts'
import { boundedText } from './bounded-text.ts'

// Not `zod/mini`: the API document cannot describe the parameters of a query by it.

const DATE_WORDS = 'Please enter a real date as YYYY-MM-DD'
const COUNT_WORDS = 'Please enter a whole number from 0 to 99'

const words = (text: string) => (issue: { input?: unknown }) => (issue.input === undefined ? undefined : text)

const date = z.iso.date({ error: words(DATE_WORDS), abort: true }).refine(isIsoDate, DATE_WORDS)
const count = z
  .int({ error: words(COUNT_WORDS) })
  .min(0, COUNT_WORDS)
  .max(99, COUNT_WORDS)
  .default(0)
const countText = (what: string) => {
  const message = `Please enter a whole number of ${what} from 0 to 99`
  return boundedText(100, message, message)
    .regex(/^\d{1,2}$/, message)
    .default('0')
    .transform(Number)
}

/** A stay in one property as in the body of a call; a missing count is 0. Stay rules are checked later. */
export const stayBody = {
  propertyId: boundedText(100),
  checkInDate: date,
  checkOutDate: date,
  adults: count,
  children: count,
  infants: count,
  pets: count,
}

/** The currency of a call: there is only one. */
export const currencyInput = z.literal('USD', 'Prices are in US dollars, USD').optional()

/** A stay as in the query of a call. */
export const stayQuery = {
  checkin: date,
  checkout: date,
  adults: countText('adults'),
  children: countText('children'),
  infants: countText('infants'),
  pets: countText('pets'),
}

/** A date in the query of a call. */
export const dateQuery = date

/**
 * A promo code in its stored form: letters, digits and hyphens, in capitals and without spaces or invisible characters.
 */
export const promoText = boundedText(100).transform((typed) => typed.replace(/[\s\p{Cc}]+/gu, '').toUpperCase())

/** An optional promo code, which may be empty in a form. */
export const promoInput = promoText.transform((code) => code || undefined).optional()

/** The guest's own hold, whose nights count as free. */
export const holdInput = z.guid().optional()
