import type { PriceSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { NEW_SEASON, NIGHTLY_FIELDS, SEASON_FIELDS, typedNightly, typedSeason } from '../forms/price-fields.ts'
import { itemLines, seasonSpan } from '../price-words.ts'
import { type PriceAnswer, type PriceChanges, previewed } from './price-form.tsx'
import { YearStrip } from './year-strip.tsx'

export type SectionProps = { settings: PriceSettings; versions: Record<string, string>; answer: PriceAnswer }

/** Later prices have a section of their own. */
const isNow = ({ from }: WeekdayPrice) => from === null

/** Base price, weekdays and cleaning. */
export function NightlySection({ settings, versions, answer }: SectionProps) {
  const { nightly } = settings
  return (
    <section aria-labelledby="nightly">
      <h2 id="nightly">Nightly prices</h2>
      <Lines lines={itemLines('nightly', { ...nightly, rates: nightly.rates.filter(isNow) })} />
      <RecordForm
        intent="nightly"
        version={versions.nightly}
        fields={NIGHTLY_FIELDS}
        value={typedNightly(nightly)}
        summary="Change nightly prices"
        anchor="change-nightly"
        {...previewed(answer)}
      />
    </section>
  )
}

/** The strip of the year, and a form a season. */
export function SeasonsSection({ settings, versions, answer, today }: SectionProps & { today: IsoDate }) {
  const form = { intent: 'season', fields: SEASON_FIELDS, ...previewed(answer) }
  return (
    <section aria-labelledby="seasons">
      <h2 id="seasons">Seasons</h2>
      <YearStrip settings={settings} today={today} />
      <ul className="item-list item-columns">
        {settings.seasons.map((season) => {
          const version = versions[`seasons:${season.id}`] ?? ''
          return (
            <li key={season.id} id={`season-${season.id}`}>
              <h3>
                {season.name} <small>{seasonSpan(season)}</small>
              </h3>
              <Lines lines={itemLines('seasons', { ...season, rates: season.rates.filter(isNow) }).slice(1)} />
              <RecordForm
                {...form}
                id={season.id}
                version={version}
                value={typedSeason(season)}
                summary={`Change ${season.name}`}
              />
              <RemoveButton<PriceChanges> intent="remove-season" id={season.id} version={version} name={season.name} />
            </li>
          )
        })}
      </ul>
      <RecordForm
        {...form}
        value={null}
        start={NEW_SEASON}
        summary="Add a season"
        anchor="add-season"
        save="Add the season"
      />
    </section>
  )
}
