import { z } from 'zod'
import { isIsoDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import type { NewPromo } from './manage-promo-codes.server.ts'

const date = boundedText(200).refine(isIsoDate, 'Dates are written YYYY-MM-DD.').optional()
const number = (what: string) =>
  boundedText(200)
    .regex(/^[1-9]\d{0,5}$/, `${what} are a whole number.`)
    .transform(Number)
    .optional()

const inOrder = (from?: string, until?: string) => !from || !until || from <= until

/** The typed fields of a promo code, in a form or a command; empty ones are left out. */
export const promoInputSchema = z
  .object({
    code: boundedText(200)
      .transform((typed) => typed.trim().toUpperCase())
      .pipe(z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/, 'A code is 3 to 30 letters, digits, and hyphens.')),
    off: boundedText(200)
      .trim()
      .regex(/^(?:\d{1,3}(?:\.\d{1,4})?%|\d{1,5}(?:\.\d{1,2})?)$/, 'What it takes off is written 10% or 50.')
      .refine((off) => Number.parseFloat(off) > 0, 'A code takes something off.')
      .refine((off) => !off.endsWith('%') || Number.parseFloat(off) <= 100, 'A code takes off up to 100%.'),
    property: boundedText(200).optional(),
    from: date,
    until: date,
    stayFrom: date,
    stayUntil: date,
    nights: number('Nights'),
    uses: number('Uses'),
  })
  .refine(({ from, until }) => inOrder(from, until), {
    error: 'The last day to book must be after the first.',
    path: ['until'],
  })
  .refine(({ stayFrom, stayUntil }) => inOrder(stayFrom, stayUntil), {
    error: 'The last night must be after the first.',
    path: ['stayUntil'],
  })

/** The typed fields, as a code is stored. */
export function promoOf(typed: z.output<typeof promoInputSchema>): NewPromo {
  const { code, off, property, from, until, stayFrom, stayUntil, nights, uses } = typed
  return {
    code,
    percent: off.endsWith('%') ? String(Number.parseFloat(off)) : null,
    amount: off.endsWith('%') ? null : String(Number(off)),
    property,
    bookFrom: from ?? null,
    bookUntil: until ?? null,
    stayFrom: stayFrom ?? null,
    stayUntil: stayUntil ?? null,
    minimumNights: nights ?? 1,
    useLimit: uses ?? null,
  }
}
