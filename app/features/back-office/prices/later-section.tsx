import type { PriceSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { weekdayWords } from '#app/shared/weekdays.ts'
import { Lines, RemoveButton } from '#app/ui/change-form.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { FormFill } from '../folded-form.tsx'
import type { SectionProps } from './nightly-section.tsx'
import { PriceForm } from './price-form.tsx'
import { typedAmount } from './weekday-rows.tsx'

const nightsWords = (weekdays: readonly number[]) => weekdayWords(weekdays) || 'Every night'

type NamedRate = WeekdayPrice & { field: string; label: string }

/** Every weekday price of the home, in and out of season. */
function namedRates({ nightly, seasons }: PriceSettings): NamedRate[] {
  const named = (part: string, name: string, rates: readonly WeekdayPrice[]) =>
    rates.map((rate) => ({
      ...rate,
      field: `price-${part}-${rate.weekdays.join('')}`,
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
  return (
    <section aria-labelledby="later">
      <h2 id="later">Prices from a date on</h2>
      {later.size === 0 && <p className="text-muted">None. Prices stay as they are.</p>}
      <ul className="item-list">
        {[...later].toSorted().map(([from, begun]) => (
          <li key={from}>
            <h3>From {formatDate(from, 'long')}</h3>
            <Lines lines={begun.map(({ label, price }) => `${label} ${formatMoney(price)}`)} />
            <RemoveButton
              intent="remove-later"
              id={from}
              version=""
              name={`the prices from ${formatDate(from, 'long')}`}
            />
          </li>
        ))}
      </ul>
      <PriceForm
        intent="later"
        summary="Change prices from a date on"
        anchor="add-later"
        answer={answer}
        version={[...later.keys()].join()}
      >
        {(fill) => (
          <>
            <TextField
              label="First night with the new prices"
              name="from"
              type="date"
              min={addDays(today, 1)}
              defaultValue={fill.text('from')}
              error={fill.error('from')}
            />
            <TextField
              label="Raise all by percent"
              name="percent"
              inputMode="text"
              autoComplete="off"
              hint="In whole dollars. -10 lowers them. A price that you change below is taken as it is."
              defaultValue={fill.text('percent')}
              error={fill.error('percent')}
            />
            {settings.nightly.price !== null && (
              <Amount name="price-base" label="Every night" stored={settings.nightly.price} fill={fill} />
            )}
            {rates
              .filter(({ from }) => from === null)
              .map(({ field, label, price }) => (
                <Amount key={field} name={field} label={label} stored={price} fill={fill} />
              ))}
          </>
        )}
      </PriceForm>
    </section>
  )
}

type AmountProps = {
  name: string
  label: string
  stored: number
  fill: FormFill
}

function Amount({ name, label, stored, fill }: AmountProps) {
  return (
    <TextField
      label={`${label}, now ${formatMoney(stored)}`}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={fill.text(name, typedAmount(stored))}
      error={fill.error(name)}
    />
  )
}
