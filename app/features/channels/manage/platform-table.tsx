import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { EditRecord } from '#app/ui/dashboard/record-rows.tsx'
import { RecordTable } from '#app/ui/dashboard/record-table.tsx'
import { ChangeForm, FormNumber, FormSelect } from '#app/ui/form/change-form.tsx'
import type { HomePage, ListedPlatform } from './channels-page.ts'
import { differingWords } from './home-table.tsx'
import type { platformChanges } from './platform.changes.server.ts'
import { PLATFORMS, TERMS_FIELDS } from './platforms.ts'

type Listing = NonNullable<HomePage['listing']>
type Props = { listing: Listing; answer: ChangeAnswer | null }

/** The platforms of a home, with their prices, and what was sent and received. */
export const PlatformTable = ({ listing, answer }: Props) => (
  <RecordTable<ListedPlatform>
    title="Platforms"
    phone="values"
    none="No platform yet. Each has its own markup and minimum stay."
    columns={[
      { heading: 'Platform', cell: ({ name }) => name },
      { heading: 'Markup', cell: ({ value: { markup } }) => (markup === '0' ? 'none' : `${markup}%`) },
      { heading: 'Minimum stay', cell: ({ value: { minimumStay } }) => minimumStay ?? 'as the home' },
      { heading: 'Last sent', cell: ({ sentAt }) => sentAt ?? 'never' },
      { heading: 'Last received', cell: ({ receivedAt }) => receivedAt ?? 'never' },
      { heading: 'Nights that differ', cell: ({ differing }) => differingWords(differing) },
    ]}
    rows={listing.platforms}
    keyOf={({ id }) => id}
    end={({ id, version, name, value }) => (
      <EditRecord
        {...{ id, version, name, value, answer }}
        intent="change-platform"
        fields={TERMS_FIELDS}
        removal={listing.isOn ? undefined : { intent: 'remove-platform' }}
      />
    )}
    add={<AddPlatform listing={listing} answer={answer} />}
  />
)

const AddPlatform = ({ listing: { id, platforms, unusedPlans }, answer }: Props) => {
  const used = platforms.map(({ name }) => name)
  const { markup, minimumStay } = TERMS_FIELDS
  return (
    <ChangeForm<typeof platformChanges>
      intent="add-platform"
      version={String(platforms.length)}
      answer={answer}
      summary="Add a platform"
      drawer={{ title: 'New platform' }}
      save="Add the platform"
      saving="Adding it..."
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.listing.name} value={id} />
          <FormSelect
            field={fields.platform}
            label="Platform"
            options={Object.entries(PLATFORMS).filter(([, name]) => !used.includes(name))}
          />
          {unusedPlans.length > 0 && (
            <FormSelect
              field={fields.remote}
              label="Its prices at Channex"
              none="New ones, named after the platform"
              options={unusedPlans}
            />
          )}
          <FormNumber field={fields.markup} label={`${markup.label} (optional)`} hint={markup.hint} />
          <FormNumber field={fields.minimumStay} label={`${minimumStay.label} (optional)`} hint={minimumStay.hint} />
        </>
      )}
    </ChangeForm>
  )
}
