import { customType } from 'drizzle-orm/pg-core'
import type { IsoDate } from '#app/shared/dates.ts'

/** A half-open range of nights, `[from, to)`. */
export type Nights = { from: IsoDate; to: IsoDate }

/** A column of type `daterange` that holds nights. */
export const daterange = customType<{ data: Nights; driverData: string }>({
  dataType: () => 'daterange',
  toDriver: (nights) => `[${nights.from},${nights.to})`,
  fromDriver: (text) => {
    const [from = '', to = ''] = text.slice(1, -1).split(',')
    return { from, to }
  },
})
