import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import type { WeekdayRow } from '#app/shared/record-fields.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import { checkedField } from './fields.server.ts'

/** The checked weekdays, 0 for Sunday. */
export const weekdaysField = checkedField(
  boundedText(1)
    .regex(/^[0-6]$/)
    .transform(Number),
).transform((days) => days.toSorted())

const MAX_ROWS = 12

/** Rows of weekdays with a value each. A row without a value is left out. */
export const weekdayRows = (value: z.core.$ZodType) =>
  z
    .array(z.object({ days: weekdaysField, value }))
    .max(MAX_ROWS)
    .default([])
    .transform((rows, { issues }) => {
      const filled = rows.flatMap((row, at) => (row.value === undefined ? [] : [{ ...(row as WeekdayRow), at }]))
      const wrong = (at: number, message: string) =>
        issues.push({ code: 'custom', path: [at, 'value'], message, input: rows })
      for (const [index, { days, at }] of filled.entries()) {
        if (days.length === 0) wrong(at, 'Please choose the days that it is for')
        const earlier = filled.slice(0, index)
        const isPart = (some: number[]) => some.length < 7 && days.length < 7
        const twice =
          earlier.find((row) => row.days.join() === days.join()) ??
          earlier.find((row) => isPart(row.days) && row.days.some((day) => days.includes(day)))
        if (!twice || days.length === 0) continue
        const day = WEEKDAYS[twice.days.find((one) => days.includes(one)) ?? 0]
        wrong(at, `${day} is in two rows. Please leave it in one of them`)
      }
      return filled.map((row): WeekdayRow => ({ days: row.days, value: row.value }))
    })
