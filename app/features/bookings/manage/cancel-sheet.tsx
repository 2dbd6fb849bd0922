import { Form } from 'react-router'
import { formatMoney } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { CANCELLED_FOR } from '../cancelled-for.ts'
import { type RefundChoices, taxesIn } from './manage-booking.ts'

type Refused = { fields: Record<string, string>; values: Record<string, string> } | null
type Props = { choices: RefundChoices; guestName: string; refused: Refused; pending: boolean }

/** Cancels a confirmed stay: who cancels, what goes back, what the guest reads. */
export function CancelSheet({ choices, guestName, refused, pending }: Props) {
  const { most, byPolicy, paid } = choices
  const values = refused?.values.intent === 'cancel' ? refused.values : {}
  const fields = refused?.values.intent === 'cancel' ? refused.fields : {}
  const withTaxes = (refund: number) =>
    `${formatMoney(refund)}${refund > 0 ? `, of that ${formatMoney(taxesIn(refund, choices))} taxes` : ''}`
  const refunds = [
    { value: 'policy', label: `By the cancellation policy: ${withTaxes(byPolicy)}` },
    { value: 'all', label: `Everything: ${withTaxes(most)}` },
    { value: 'other', label: 'Another amount' },
  ]
  return (
    <details className="admin-sheet" open={values.intent === 'cancel'}>
      <summary>Cancel this stay</summary>
      <Form method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="shown" value={byPolicy} />
        <Choice
          legend="Who cancels"
          name="cancelledFor"
          error={fields.cancelledFor}
          chosen={values.cancelledFor ?? 'guest'}
        >
          {Object.entries(CANCELLED_FOR).map(([value, label]) => ({ value, label }))}
        </Choice>
        <Choice legend="Refund" name="refund" error={fields.refund} chosen={values.refund ?? 'policy'}>
          {refunds}
        </Choice>
        <TextField
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          label="Another amount, in dollars"
          hint={
            paid === null ? 'This stay is paid elsewhere: you make the refund yourself.' : 'It goes back to the card.'
          }
          defaultValue={values.amount}
          error={fields.amount}
        />
        <AreaField
          name="message"
          rows={3}
          label={`What ${guestName} reads beside the refund`}
          hint="Optional."
          defaultValue={values.message}
          error={fields.message}
        />
        <p>The nights and the promo code open up again. {guestName} gets an email. It can’t be taken back.</p>
        <Button type="submit" variant="outline" pending={pending} pendingText="Canceling...">
          Cancel the stay
        </Button>
      </Form>
    </details>
  )
}

type ChoiceProps = {
  legend: string
  name: string
  chosen: string
  error?: string
  children: { value: string; label: string }[]
}

function Choice({ legend, name, chosen, error, children }: ChoiceProps) {
  return (
    <fieldset className="admin-choice" aria-describedby={error && `${name}-error`}>
      <legend>{legend}</legend>
      {children.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} /> <span>{label}</span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
