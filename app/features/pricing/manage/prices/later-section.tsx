import type { PriceSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatMoney, typedAmount } from '#app/shared/money.ts'
import { weekdayWords } from '#app/shared/weekdays.ts'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormNumber, FormText, Lines } from '#app/ui/form/change-form.tsx'
import type { SectionProps } from './nightly-section.tsx'
import { PREVIEW_BUTTON, Preview, type PriceChanges } from './price-form.tsx'
import type { PricePreview } from './price-preview.ts'

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

/** Prices that begin on a date, such as those of next year. */
export function LaterSection({ settings, answer, today }: SectionProps & { today: IsoDate }) {
  const rates = namedRates(settings)
  const later = Map.groupBy(
    rates.filter(({ from }) => from !== null),
    ({ from }) => from ?? '',
  )
  const base = settings.nightly.price
  const now = [
    ...(base === null ? [] : [{ field: 'base', label: 'Every night', price: base }]),
    ...rates.filter(({ from }) => from === null),
  ]
  return (
    <section aria-labelledby="later">
      <h2 id="later">Prices from a date on</h2>
      {later.size === 0 && <p className="text-muted">None. Prices stay as they are.</p>}
      <ul className="item-list item-columns">
        {[...later].toSorted().map(([from, begun]) => (
          <li key={from}>
            <h3>From {formatDate(from, 'long')}</h3>
            <Lines lines={begun.map(({ label, price }) => `${label} ${formatMoney(price)}`)} />
            <RemoveButton<PriceChanges>
              intent="remove-later"
              id={from}
              name={`the prices from ${formatDate(from, 'long')}`}
            />
          </li>
        ))}
      </ul>
      <ChangeForm<PriceChanges, PricePreview>
        intent="later"
        version={[...later.keys()].join()}
        stored={{ prices: Object.fromEntries(now.map(({ field, price }) => [field, typedAmount(price)])) }}
        summary="Change prices from a date on"
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
    </section>
  )
}
