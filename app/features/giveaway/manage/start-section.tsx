import { Form } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatAmount } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { SelectField, TextField } from '#app/ui/form/field.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { startFields } from './giveaway-fields.ts'
import type { Start } from './giveaway-record.ts'
import { MOST_PRIZE_NIGHTS, type Prizes } from './giveaways-page.ts'

type StartProps = {
  start: Partial<Start>
  prizes: Prizes
  zones: readonly string[]
  count: number
  answer: ChangeAnswer | null
}

/** Starts a giveaway. A stay at a home fills in the prize and its value. */
export const StartSection = ({ start, prizes, zones, count, answer }: StartProps) => (
  <Card anchor="new-giveaway" title={count === 0 ? 'Your first giveaway' : 'Another giveaway'}>
    {prizes.properties.length > 0 && <PrizeForm prizes={prizes} />}
    <RecordForm
      fields={startFields(zones)}
      // Missing values are empty in the form.
      value={start as Start}
      intent="start"
      version={[count, prizes.chosen?.property, prizes.chosen?.nights].join(' ').trim()}
      summary={count === 0 ? 'Start a giveaway' : 'Start another giveaway'}
      anchor="start"
      save="Save as a draft"
      answer={answer}
    />
  </Card>
)

function PrizeForm({ prizes: { properties, chosen } }: { prizes: Prizes }) {
  return (
    <>
      <Form action="/admin/giveaway#start" preventScrollReset className="admin-filter">
        <SelectField label="Prize: a stay at" name="property" defaultValue={chosen?.property}>
          {properties.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Nights"
          name="nights"
          type="number"
          min={1}
          max={MOST_PRIZE_NIGHTS}
          required
          defaultValue={chosen?.nights ?? 3}
        />
        <Button type="submit" variant="outline">
          Fill in this prize
        </Button>
      </Form>
      {chosen && <p role="status">{valueWords(chosen)}</p>}
    </>
  )
}

function valueWords({ nights, value }: NonNullable<Prizes['chosen']>): string {
  if (value === null) return 'The prize is in the form below. This home has no prices yet, so type the value.'
  const night = nights === 1 ? 'One night costs' : `${nights} nights cost`
  return `${night} two guests up to ${formatAmount(value)} within a year, taxes and fees included. Prize and value are in the form below; change them as you like.`
}
