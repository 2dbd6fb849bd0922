import type { z } from 'zod'
import { type FieldReader, wholeField } from '#app/platform/http/form-fields.server.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import type { WeekdayMinimum } from '../price-settings.ts'

/** The checked weekdays, named `<prefix>-day0` to `<prefix>-day6`. */
export const checkedDays = ({ texts }: FieldReader, prefix: string) =>
  [0, 1, 2, 3, 4, 5, 6].filter((day) => texts[`${prefix}-day${day}`] !== undefined)

const MAX_ROWS = 12

/** `<prefix>0`, `<prefix>1` and so on: the weekdays and the value of each row that has a value. */
export function weekdayRows<Value>(read: FieldReader, prefix: string, schema: z.ZodType<Value, string>) {
  const { texts, field, wrong } = read
  const rows: { weekdays: number[]; value: Value }[] = []
  for (let at = 0; at < MAX_ROWS; at += 1) {
    const name = `${prefix}${at}`
    if (!texts[name]?.trim()) continue
    const value = field(name, schema)
    const weekdays = checkedDays(read, name)
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
  weekdayRows(read, 'min', wholeField(1, 365)).map(({ weekdays, value }) => ({ weekdays, minimumStay: value }))
