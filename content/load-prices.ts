import type { Tx } from '#app/platform/db/database.server.ts'
import { fees, nightlyRates, seasons, taxes } from '#app/platform/db/schema.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import type { PriceRecord } from './prices.ts'

const SUNDAY_TO_THURSDAY = [0, 1, 2, 3, 4]
const FRIDAY_AND_SATURDAY = [5, 6]

/** Writes the rates of a property; the price for Sunday to Thursday out of season is in the property's own row. */
export async function loadPrices(tx: Tx, propertyId: string, price: PriceRecord): Promise<void> {
  const own = { propertyId, demo: true }
  const { name, startsOn, endsOn, minimumStay } = price.season
  const [season] = await tx
    .insert(seasons)
    .values({ ...own, name, startsOn, endsOn, minimumStay })
    .returning({ id: seasons.id })
  if (!season) throw new Error('a season was not written')
  const rate = (seasonId: string | null, weekdays: number[], cents: number) => ({
    ...own,
    seasonId,
    weekdays,
    price: numericFromCents(cents),
  })
  await tx
    .insert(nightlyRates)
    .values([
      rate(null, FRIDAY_AND_SATURDAY, price.night.fridayAndSaturday),
      rate(season.id, SUNDAY_TO_THURSDAY, price.season.sundayToThursday),
      rate(season.id, FRIDAY_AND_SATURDAY, price.season.fridayAndSaturday),
    ])
  await tx.insert(taxes).values(price.taxes.map((tax, displayOrder) => ({ ...own, ...tax, displayOrder })))
  if (price.petFee !== null) {
    const pet = {
      ...own,
      kind: 'pet' as const,
      label: 'Pet fee',
      amount: numericFromCents(price.petFee),
    }
    await tx.insert(fees).values(pet)
  }
}
