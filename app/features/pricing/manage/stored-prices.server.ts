import { z } from 'zod'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { priceSettingsSchema } from '../price-settings.ts'
import { priceChangeFacts, priceChangeWords } from './price-words.ts'

const { seasons, fees, taxes, discounts, ...single } = priceSettingsSchema.shape
const ITEMS: Record<string, $ZodType> = {
  ...single,
  seasons: seasons.element,
  fees: fees.element,
  taxes: taxes.element,
  discounts: discounts.element,
}

/** The items of a home by their keys. A value from before a setting existed has its default. */
const propertyItems = z.record(boundedText(200), z.unknown()).transform((stored, { issues }) =>
  Object.fromEntries(
    Object.entries(stored).map(([key, item]) => {
      if (item === null) return [key, null]
      const schema = ITEMS[key.split(':')[0] ?? '']
      const read = schema && safeParse(schema, item)
      if (!read?.success) issues.push({ code: 'custom', path: [key], message: 'no item of today', input: item })
      return [key, read?.data]
    }),
  ),
)

/** The items of each property before or after a change, as the audit stores them. */
export const storedItems = z.record(z.guid(), propertyItems)
export type StoredItems = z.output<typeof storedItems>

const RECORDED = { before: storedItems, after: storedItems }

/** The facts of changed prices in History. */
export const storedPriceFacts = fromRecorded(RECORDED, priceChangeFacts)
export const storedPriceWords = fromRecorded(RECORDED, priceChangeWords)
