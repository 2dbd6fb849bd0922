import { z } from 'zod'
import { checkedField, optionalField, wholeField } from '#app/platform/change/fields.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'

/** The checked weekdays, 0 for Sunday. */
export const daysField = checkedField(
  boundedText(1)
    .regex(/^[0-6]$/)
    .transform(Number),
).transform((days) => days.toSorted())

const MAX_ROWS = 12

/** Rows of weekdays with a value each. A row without a value is left out. */
export function weekdayRows<Value>(schema: z.ZodType<Value, string>) {
  return z
    .array(z.object({ days: daysField, value: optionalField(schema) }))
    .max(MAX_ROWS)
    .default([])
    .transform((rows, { issues }) => {
      const filled = rows.flatMap(({ days, value }, at) => (value === undefined ? [] : [{ weekdays: days, value, at }]))
      const wrong = (at: number, message: string) =>
        issues.push({ code: 'custom', path: [at, 'value'], message, input: rows })
      for (const [index, { weekdays, at }] of filled.entries()) {
        if (weekdays.length === 0) wrong(at, 'Please choose the days that it is for')
        const earlier = filled.slice(0, index)
        const isPart = (days: number[]) => days.length < 7 && weekdays.length < 7
        const twice =
          earlier.find((row) => row.weekdays.join() === weekdays.join()) ??
          earlier.find((row) => isPart(row.weekdays) && row.weekdays.some((day) => weekdays.includes(day)))
        if (!twice || weekdays.length === 0) continue
        const day = WEEKDAYS[twice.weekdays.find((one) => weekdays.includes(one)) ?? 0]
        wrong(at, `${day} is in two rows. Please leave it in one of them`)
      }
      return filled.map(({ weekdays, value }) => ({ weekdays, value }))
    })
}

export const minimumRows = weekdayRows(wholeField(1, 365)).transform((rows) =>
  rows.map(({ weekdays, value }) => ({ weekdays, minimumStay: value })),
)
