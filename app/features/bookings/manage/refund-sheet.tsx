import { useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import type { ManagedStay } from './booking-page.ts'
import { sharesOf, wayBack } from './cancel-sheet.tsx'
import { comingWords, mostWords, type RefundChoices, type Refused } from './manage-booking.ts'

type Props = { stay: ManagedStay; choices: RefundChoices; formKey: string; refused: Refused; pending: boolean }

/** Why no refund can be made now. */
function whyNotNow(choices: RefundChoices): string | null {
  if (choices.coming > 0) return comingWords(choices)
  if (!choices.isStuck) return null
  return 'An earlier refund to this card failed, and another one would, too. Make it at the payment service.'
}

/** Returns an amount to the guest, and the stay goes on. */
export function RefundSheet({ stay, choices, formKey, refused, pending }: Props) {
  const isOpen = refused?.values.intent === 'refund'
  const { fields, values } = isOpen ? refused : { fields: {} as Record<string, string>, values: {} }
  const [typed, setTyped] = useState<string>(values.amount ?? '')
  const isOn = stay.status === 'confirmed'
  const { name, email } = stay.guest
  const instead = whyNotNow(choices)
  return (
    <details className="admin-sheet" name="money-back" open={isOpen}>
      <summary>{isOn ? 'Refund without canceling' : 'Refund more'}</summary>
      {instead === null ? (
        <Form method="post" preventScrollReset className="admin-form">
          <input type="hidden" name="intent" value="refund" />
          <input type="hidden" name="key" value={formKey} />
          <TextField
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            required
            label="Amount, in dollars"
            hint={sharesOf(typed, choices) || `${mostWords(choices)} Taxes go back in the same share.`}
            defaultValue={values.amount}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fields.amount}
          />
          <AreaField
            name="message"
            rows={3}
            required
            label={`The reason, which ${name} reads`}
            defaultValue={values.message}
            error={fields.message}
          />
          <p>
            {wayBack(choices)} {isOn && 'The stay stays booked, at a price that is lower by the refund. '}
            {email ? `${name} gets an email.` : `${name} has no email address: nobody is told.`} It can’t be taken back.
          </p>
          <Button type="submit" variant="outline" pending={pending} pendingText="Refunding...">
            Refund
          </Button>
        </Form>
      ) : (
        <p>{instead}</p>
      )}
    </details>
  )
}
