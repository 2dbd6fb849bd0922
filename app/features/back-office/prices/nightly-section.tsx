import type { PriceSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import { itemLines, seasonSpan } from '#app/features/pricing/price-words.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { Lines, RemoveButton } from '#app/ui/change-form.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { PriceAnswer } from './price-answer.ts'
import { PriceForm } from './price-form.tsx'
import { SeasonFields } from './season-fields.tsx'
import { PriceRows, typedAmount } from './weekday-rows.tsx'
import { YearStrip } from './year-strip.tsx'

export type SectionProps = { settings: PriceSettings; versions: Record<string, string>; answer: PriceAnswer | null }

/** Later prices have a section of their own. */
const isNow = ({ from }: WeekdayPrice) => from === null

/** Base price, weekdays and cleaning. */
export function NightlySection({ settings, versions, answer }: SectionProps) {
  const { nightly } = settings
  return (
    <section aria-labelledby="nightly">
      <h2 id="nightly">Nightly prices</h2>
      <Lines lines={itemLines('nightly', { ...nightly, rates: nightly.rates.filter(isNow) })} />
      <PriceForm
        intent="nightly"
        version={versions.nightly}
        summary="Change nightly prices"
        anchor="change-nightly"
        answer={answer}
      >
        {(fill) => (
          <>
            <TextField
              label="Every night, in dollars"
              name="price"
              inputMode="decimal"
              autoComplete="off"
              hint="Where no weekday or season says otherwise."
              defaultValue={fill.text('price', typedAmount(nightly.price))}
              error={fill.error('price')}
            />
            <PriceRows rates={nightly.rates} fill={fill} />
            <TextField
              label="Cleaning, in dollars a stay"
              name="cleaning"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={fill.text('cleaning', typedAmount(nightly.cleaning))}
              error={fill.error('cleaning')}
            />
          </>
        )}
      </PriceForm>
    </section>
  )
}

/** The strip of the year, and a form a season. */
export function SeasonsSection({ settings, versions, answer, today }: SectionProps & { today: IsoDate }) {
  return (
    <section aria-labelledby="seasons">
      <h2 id="seasons">Seasons</h2>
      <YearStrip settings={settings} today={today} />
      <ul className="item-list">
        {settings.seasons.map((season) => {
          const version = versions[`seasons:${season.id}`] ?? ''
          return (
            <li key={season.id} id={`season-${season.id}`}>
              <h3>
                {season.name} <small>{seasonSpan(season)}</small>
              </h3>
              <Lines lines={itemLines('seasons', { ...season, rates: season.rates.filter(isNow) }).slice(1)} />
              <PriceForm
                intent="season"
                id={season.id}
                version={version}
                summary={`Change ${season.name}`}
                answer={answer}
              >
                {(fill) => <SeasonFields season={season} fill={fill} />}
              </PriceForm>
              <RemoveButton intent="remove-season" id={season.id} version={version} name={season.name} />
            </li>
          )
        })}
      </ul>
      <PriceForm intent="season" summary="Add a season" anchor="add-season" save="Add the season" answer={answer}>
        {(fill) => <SeasonFields season={null} fill={fill} />}
      </PriceForm>
    </section>
  )
}
