import type { PriceSettings, SeasonSettings, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormNumber, Lines } from '#app/ui/form/change-form.tsx'
import { itemLines, seasonSpan } from '../price-words.ts'
import { PREVIEW_BUTTON, Preview, type PriceAnswer, type PriceChanges } from './price-form.tsx'
import type { PricePreview } from './price-preview.ts'
import { SeasonFields, storedSeason } from './season-fields.tsx'
import { PriceRows, storedPrices, typedAmount } from './weekday-rows.tsx'
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
      <ChangeForm<PriceChanges, PricePreview>
        intent="nightly"
        version={versions.nightly}
        stored={{
          price: typedAmount(nightly.price),
          rates: storedPrices(nightly.rates),
          cleaning: typedAmount(nightly.cleaning),
        }}
        summary="Change nightly prices"
        anchor="change-nightly"
        answer={answer}
        beside={PREVIEW_BUTTON}
      >
        {(fields, own) => (
          <>
            <FormNumber
              field={fields.price}
              label="Every night, in dollars"
              hint="Where no weekday or season says otherwise."
            />
            <PriceRows field={fields.rates} />
            <FormNumber field={fields.cleaning} label="Cleaning, in dollars a stay" />
            <Preview preview={own?.preview} />
          </>
        )}
      </ChangeForm>
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
              <SeasonForm season={season} version={version} summary={`Change ${season.name}`} answer={answer} />
              <RemoveButton<PriceChanges> intent="remove-season" id={season.id} version={version} name={season.name} />
            </li>
          )
        })}
      </ul>
      <SeasonForm season={null} summary="Add a season" anchor="add-season" save="Add the season" answer={answer} />
    </section>
  )
}

type SeasonFormProps = {
  season: SeasonSettings | null
  version?: string
  summary: string
  anchor?: string
  save?: string
  answer: PriceAnswer
}

function SeasonForm({ season, ...props }: SeasonFormProps) {
  return (
    <ChangeForm<PriceChanges, PricePreview>
      {...props}
      intent="season"
      id={season?.id}
      stored={storedSeason(season)}
      beside={PREVIEW_BUTTON}
    >
      {(fields, own) => (
        <>
          <SeasonFields fields={fields} />
          <Preview preview={own?.preview} />
        </>
      )}
    </ChangeForm>
  )
}
