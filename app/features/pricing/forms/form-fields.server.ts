import { z } from 'zod'
import { boundedText } from '#app/shared/bounded-text.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import { dollarsInput } from '#app/shared/dollars-input.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import type { WeekdayMinimum } from '../price-settings.ts'
import { WEEKDAYS } from '../weekdays.ts'

const plain = new Intl.NumberFormat('en-US')

export const amountField = (min: Cents, max: Cents) => {
  const said = `Please enter an amount from ${formatMoney(min)} to ${formatMoney(max)}`
  return dollarsInput().refine((amount) => amount >= min && amount <= max, said)
}

export const wholeField = (min: number, max: number) => {
  const said = `Please enter a whole number from ${min} to ${plain.format(max)}`
  return boundedText(10, said)
    .trim()
    .regex(/^\d+$/, said)
    .transform(Number)
    .refine((count) => count >= min && count <= max, said)
}

/** Percent with up to four decimals, as text: `10.4`. */
export const percentField = (max: number) => {
  const said = `Please enter a percentage above 0 and up to ${max}, such as 10 or 7.25`
  return boundedText(12, said)
    .trim()
    .regex(/^\d{1,3}(\.\d{1,4})?\s*%?$/, said)
    .transform((text) => String(Number.parseFloat(text)))
    .refine((percent) => Number(percent) > 0 && Number(percent) <= max, said)
}

export const nameField = (said: string) =>
  boundedText(200, said)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .refine((text) => text.length >= 1 && text.length <= 60, said)

export const dateField = boundedText(20, 'Please choose a date').refine(isIsoDate, 'Please choose a date')

/** An empty field is null. */
export const optionalField = <Schema extends z.ZodType<unknown, string>>(schema: Schema) =>
  z.union([
    z
      .string()
      .regex(/^\s*$/)
      .transform(() => null),
    schema,
  ])

/** Reads one field of a form, or rows of weekdays. What is wrong is noted under the name of its field. */
export type FieldReader = {
  texts: Record<string, string>
  field<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>
  wrong(name: string, message: string): never
  /** The checked weekdays, named `<prefix>-day0` to `<prefix>-day6`. */
  days(prefix: string): number[]
  /** `<prefix>0`, `<prefix>1` and so on: the weekdays and the value of each row that has a value. */
  rows<Value>(prefix: string, schema: z.ZodType<Value, string>): { weekdays: number[]; value: Value }[]
}

/** A schema for the fields of a form, as text by name. `build` sees only what is right. */
export function formSchema<Built>(build: (read: FieldReader) => Built) {
  return z.record(boundedText(100), boundedText(1000)).transform((texts, context): Built => {
    const wrong = (name: string, message: string) => {
      context.addIssue({ code: 'custom', path: [name], message })
      return z.NEVER
    }
    const field = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> => {
      const parsed = schema.safeParse(texts[name] ?? '')
      return parsed.success ? parsed.data : wrong(name, sayOf(parsed.error))
    }
    const days = (prefix: string) => [0, 1, 2, 3, 4, 5, 6].filter((day) => texts[`${prefix}-day${day}`] !== undefined)
    const rows = <Value>(prefix: string, schema: z.ZodType<Value, string>) =>
      rowsOf({ texts, field, wrong, days }, { prefix, schema })
    return build({ texts, field, wrong, days, rows })
  })
}

/** The last issue of a union is that of its own schema, not of "empty". */
function sayOf({ issues }: z.ZodError): string {
  const [issue] = issues
  if (issue?.code === 'invalid_union') return issue.errors.at(-1)?.[0]?.message ?? issue.message
  return issue?.message ?? ''
}

const MAX_ROWS = 12

function rowsOf<Value>(
  { texts, field, wrong, days }: Omit<FieldReader, 'rows'>,
  { prefix, schema }: { prefix: string; schema: z.ZodType<Value, string> },
) {
  const rows: { weekdays: number[]; value: Value }[] = []
  for (let at = 0; at < MAX_ROWS; at += 1) {
    const name = `${prefix}${at}`
    if (!texts[name]?.trim()) continue
    const value = field(name, schema)
    const weekdays = days(name)
    if (weekdays.length === 0) wrong(name, 'Please choose the days that it is for')
    const other = rows.find((row) => row.weekdays.length < 7 && weekdays.length < 7 && shared(row.weekdays, weekdays))
    const twice = rows.find((row) => row.weekdays.join() === weekdays.join()) ?? other
    if (twice) {
      const day = WEEKDAYS[twice.weekdays.find((one) => weekdays.includes(one)) ?? 0]
      wrong(name, `${day} is in two rows. Please leave it in one of them`)
    }
    rows.push({ weekdays, value })
  }
  return rows
}

const shared = (some: number[], others: number[]) => some.some((day) => others.includes(day))

export const minimumRows = (read: FieldReader): WeekdayMinimum[] =>
  read.rows('min', wholeField(1, 365)).map(({ weekdays, value }) => ({ weekdays, minimumStay: value }))

/** Lists match case and spaces as people read them. */
export const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
