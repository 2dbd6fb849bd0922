import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm } from '#app/ui/form/change-form.tsx'
import type { importChanges } from './import.changes.server.ts'
import type { PreviewOfPrices } from './import-page.ts'
import { LeftRows, SkippedRows } from './left-rows.tsx'

type Props = { preview: PreviewOfPrices; answer: ChangeAnswer | null }

/** The effects of importing the prices, by month. */
export function PricesPreview({ preview, answer }: Props) {
  const { count, seen, properties, wrong, skipped } = preview
  return (
    <>
      {count === 0 && <p className="admin-note">There’s nothing in this file that would change a price.</p>}
      {count > 0 && (
        <ChangeForm<typeof importChanges>
          intent="prices"
          answer={answer}
          save={`Change ${countOf(count, 'night')}`}
          saving="Importing..."
        >
          {() => (
            <>
              <input type="hidden" name="seen" value={seen} />
              <p>Guests see the new prices at once. Booked stays keep their total. You can undo it in History.</p>
            </>
          )}
        </ChangeForm>
      )}
      <LeftRows heading="Rows to fix" about="These won’t be imported." lines={wrong} />
      <SkippedRows skipped={skipped} />
      {properties.map((property) => (
        <Property key={property.name} property={property} />
      ))}
    </>
  )
}

function Property({
  property: { name, nights, range, changing, same, months },
}: {
  property: PreviewOfPrices['properties'][number]
}) {
  return (
    <Card title={name}>
      <p>
        {nights}
        {range && `, ${range}`}. {countOf(changing, 'night')} {changing === 1 ? 'changes' : 'change'}
        {same > 0 && `, ${countOf(same, 'night')} ${same === 1 ? 'stays' : 'stay'} as before`}.
      </p>
      <ul>
        {months.map(({ month, nights: count, before, after }) => (
          <li key={month} className="import-month">
            <strong>{month}</strong>
            <span>{countOf(count, 'night')}</span>
            <span>
              {before} becomes {after}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
