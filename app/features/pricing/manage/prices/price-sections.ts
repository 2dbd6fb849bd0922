import type { PriceSettings } from '#app/features/pricing/price-settings.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { PriceAnswer } from './price-form.tsx'

export type SectionProps = { settings: PriceSettings; versions: Record<string, string>; answer: PriceAnswer }

/** A rule for the price of a night, as a row. `from` is the first night of a price that begins later. */
export type NightlyRate = {
  seasonId: string | null
  from: IsoDate | null
  name: string
  dates: string
  weekdays: string
  weekend: string
  minimumStay: number | null
}
