import type { SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { FormNumber, FormText } from '#app/ui/form/change-form.tsx'
import { MonthDay } from '#app/ui/form/month-day.tsx'
import type { PriceFields } from './price-form.tsx'
import { ArrivalDays, MinimumRows, PriceRows, storedMinimums, storedPrices } from './weekday-rows.tsx'

const NEW_ROWS = [
  { days: [0, 1, 2, 3, 4], value: '' },
  { days: [5, 6], value: '' },
]

const storedDay = (text = '01-') => {
  const [month, day] = text.split('-')
  return { month: Number(month), day: day && Number(day) }
}

/** A season as its form shows it; without one, a new one. */
export const storedSeason = (season: SeasonSettings | null) => ({
  name: season?.name,
  starts: storedDay(season?.startsOn),
  ends: storedDay(season?.endsOn),
  year: season?.year,
  rates: storedPrices(season?.rates ?? [], season ? undefined : NEW_ROWS),
  minimumStay: season?.minimumStay,
  minimums: storedMinimums(season?.arrivalMinimums ?? []),
  arrive: season?.checkInDays,
})

export function SeasonFields({ fields }: { fields: PriceFields<'season'> }) {
  return (
    <>
      <FormText field={fields.name} label="Name" hint="Guests read it in their price." />
      <MonthDay field={fields.starts} label="First night" />
      <MonthDay field={fields.ends} label="Last night" />
      <FormNumber
        field={fields.year}
        label="Only in the year"
        hint="Of the first night, such as 2027. Empty: every year."
      />
      <PriceRows field={fields.rates} />
      <FormNumber
        field={fields.minimumStay}
        label="Minimum stay, in nights"
        required
        hint="Required. Enter 1 if guests may stay a single night."
      />
      <MinimumRows field={fields.minimums} />
      <ArrivalDays field={fields.arrive} hint="None: as in the rest of the year." />
    </>
  )
}
