import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { AddRecord, EditRecord, editWords } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { Lines } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { NEW_SEASON, NIGHTLY_FIELDS, SEASON_FIELDS, typedNightly, typedSeason } from '../forms/price-fields.ts'
import { LaterForm, laterRates } from './later-section.tsx'
import { type PriceChanges, previewed } from './price-form.tsx'
import type { NightlyRate, SectionProps } from './price-sections.ts'

type Props = SectionProps & { rates: NightlyRate[]; today: IsoDate }

/** Every rule for the price of a night: the base price, seasons, and prices from a date on. */
export function NightlySection(props: Props) {
  const { answer, rates } = props
  const season = { intent: 'season', fields: SEASON_FIELDS, ...previewed(answer) }
  return (
    <RecordTable<NightlyRate>
      title="Nightly rates"
      note="the last that fits sets the price, unless a night has its own in the year above"
      anchor="nightly"
      columns={[
        { heading: 'Rule', cell: ({ name }) => name },
        { heading: 'Dates', cell: ({ dates }) => dates },
        { heading: 'Sun to Thu', isFigure: true, cell: ({ weekdays }) => weekdays },
        { heading: 'Fri, Sat', isFigure: true, cell: ({ weekend }) => weekend },
        { heading: 'Minimum stay', isFigure: true, cell: ({ minimumStay }) => minimumStay },
      ]}
      rows={rates}
      keyOf={({ seasonId, from }) => `${seasonId} ${from}`}
      end={(row) => <RateForm {...props} row={row} />}
      none=""
      add={
        <>
          <AddRecord {...season} noun="season" anchor="add-season" start={NEW_SEASON} />
          <LaterForm {...props} />
        </>
      }
    />
  )
}

function RateForm({ row, settings, versions, answer }: SectionProps & { row: NightlyRate }) {
  const { seasonId, from, name } = row
  const season = settings.seasons.find(({ id }) => id === seasonId)
  const form = previewed(answer)
  if (from) {
    const since = `prices from ${formatDate(from, 'long')}`
    return (
      <FoldedForm
        target={`from-${from}-${seasonId ?? 'nightly'}`}
        summary={editWords(`${name}, ${since}`)}
        isOpen={false}
        drawer={{
          title: `From ${formatDate(from, 'long')}`,
          foot: <RemoveButton<PriceChanges> intent="remove-later" id={from} name={`the ${since}`} variant="outline" />,
        }}
      >
        <Lines lines={laterRates(settings, from)} />
      </FoldedForm>
    )
  }
  if (!season) {
    return (
      <RecordForm
        intent="nightly"
        version={versions.nightly}
        fields={NIGHTLY_FIELDS}
        value={typedNightly(settings.nightly)}
        summary={editWords('nightly rates')}
        drawer={{ title: 'Every night' }}
        anchor="change-nightly"
        {...form}
      />
    )
  }
  return (
    <EditRecord
      {...form}
      intent="season"
      id={season.id}
      version={versions[`seasons:${season.id}`] ?? ''}
      name={season.name}
      anchor={`season-${season.id}`}
      fields={SEASON_FIELDS}
      value={typedSeason(season)}
      removal={{ intent: 'remove-season' }}
    />
  )
}
