import { z } from 'zod'
import { isIsoDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { dollarsInput } from '#app/shared/input/dollars-input.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'

const plain = new Intl.NumberFormat('en-US')

/** A dollar amount as typed, in cents. */
export const amountField = (min: Cents, max: Cents) => {
  const message = `Please enter an amount from ${formatMoney(min)} to ${formatMoney(max)}`
  return dollarsInput().refine((amount) => amount >= min && amount <= max, message)
}

/** A whole number. */
export const wholeField = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${plain.format(max)}`
  return boundedText(10, message)
    .trim()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((count) => count >= min && count <= max, message)
}

/** Percent with up to four decimals, as text: `10.4`. */
export const percentField = (max: number) => {
  const message = `Please enter a percentage above 0 and up to ${max}, such as 10 or 7.25`
  return boundedText(12, message)
    .trim()
    .regex(/^\d{1,3}(\.\d{1,4})?\s*%?$/, message)
    .transform((text) => String(Number.parseFloat(text)))
    .refine((percent) => Number(percent) > 0 && Number(percent) <= max, message)
}

/** A line of up to 60 characters, with single spaces. */
export const nameField = (message: string) =>
  boundedText(200, message)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .refine((text) => text.length >= 1 && text.length <= 60, message)

/** A date as `YYYY-MM-DD`. */
export const dateField = boundedText(20, 'Please choose a date').refine(isIsoDate, 'Please choose a date')

const DAY = 'Please enter a day from 1 to 31'

/** A day of every year as `MM-DD`, from its month and its day. February 29 is one. */
export const monthDayField = z
  .object({
    month: boundedText(2, 'Please choose a month').regex(/^(0?[1-9]|1[0-2])$/, 'Please choose a month'),
    day: boundedText(10, DAY)
      .trim()
      .regex(/^(0?[1-9]|[12]\d|3[01])$/, DAY),
  })
  .transform(({ month, day }, { issues }) => {
    const text = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (!isIsoDate(`2028-${text}`)) {
      issues.push({ code: 'custom', path: ['day'], message: 'This month has fewer days', input: day })
    }
    return text
  })

/** A box to check. */
export const checkField = z
  .literal('on')
  .optional()
  .transform((checked) => checked === 'on')

/** An empty or missing field is undefined. */
export const optionalField = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  boundedText(20_000)
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(schema.optional())

/** The checked boxes of one name: none, one or several. */
export const checkedField = <Schema extends z.ZodType<unknown, string>>(one: Schema) =>
  z
    .union([one.transform((value) => [value]), z.array(one).max(200)])
    .optional()
    .transform((values) => values ?? [])
