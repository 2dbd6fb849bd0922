import type { PriceSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { formatMoney, typedAmount } from '#app/shared/money.ts'
import { weekdayWords } from '#app/shared/weekdays.ts'
import { ChangeForm, FormNumber, FormText } from '#app/ui/form/change-form.tsx'
import { PREVIEW_BUTTON, Preview, type PriceChanges } from './price-form.tsx'
import type { PricePreview } from './price-preview.ts'
import type { SectionProps } from './price-sections.ts'

const nightsWords = (weekdays: readonly number[]) => weekdayWords(weekdays) || 'Every night'

type NamedRate = WeekdayPrice & { field: string; label: string }

/** Every weekday price of the home, in and out of season. */
function namedRates({ nightly, seasons }: PriceSettings): NamedRate[] {
  const named = (part: string, name: string, rates: readonly WeekdayPrice[]) =>
    rates.map((rate) => ({
      ...rate,
      field: `${part}-${rate.weekdays.join('')}`,
      label: `${name}${name ? nightsWords(rate.weekdays).replace('Every', 'every') : nightsWords(rate.weekdays)}`,
    }))
  return [
    ...named('rest', '', nightly.rates),
    ...seasons.flatMap(({ id, name, rates }) => named(id, `${name}, `, rates)),
  ]
}

/** The prices that begin on a date, a line each. */
export const laterRates = (settings: PriceSettings, from: IsoDate) =>
  namedRates(settings).flatMap((rate) => (rate.from === from ? [`${rate.label} ${formatMoney(rate.price)}`] : []))

/** Begins other prices on a date, such as those of next year. */
export function LaterForm({ settings, answer, today }: SectionProps & { today: IsoDate }) {
  const rates = namedRates(settings)
  const base = settings.nightly.price
  const now = [
    ...(base === null ? [] : [{ field: 'base', label: 'Every night', price: base }]),
    ...rates.filter(({ from }) => from === null),
  ]
  return (
    <ChangeForm<PriceChanges, PricePreview>
      intent="later"
      version={[...new Set(rates.flatMap(({ from }) => from ?? []))].toSorted().join()}
      stored={{ prices: Object.fromEntries(now.map(({ field, price }) => [field, typedAmount(price)])) }}
      summary="From a date on"
      drawer={{ title: 'Prices from a date on' }}
      anchor="add-later"
      answer={answer}
      beside={PREVIEW_BUTTON}
    >
      {(fields, own) => (
        <>
          <FormText field={fields.from} label="First night with the new prices" type="date" min={addDays(today, 1)} />
          <FormText
            field={fields.percent}
            label="Raise all by percent"
            hint="In whole dollars. -10 lowers them. A price that you change below is taken as it is."
          />
          {now.map(({ field, label, price }) => {
            const amount = fields.prices.getFieldset()[field]
            return amount && <FormNumber key={field} field={amount} label={`${label}, now ${formatMoney(price)}`} />
          })}
          <Preview preview={own?.preview} />
        </>
      )}
    </ChangeForm>
  )
}
