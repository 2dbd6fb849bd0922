import { Form } from 'react-router'
import { formatMoney } from '#app/shared/money.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { stuckRefund } from '../booking-summary.ts'
import type { ManagedStay } from './booking-page.ts'
import type { Refused } from './manage-booking.ts'

type Props = { stay: ManagedStay; formKey: string; refused: Refused; pending: boolean }

/** What an operator returns by hand, and the form that says it is done. */
export function ReturnMoney({ stay, formKey, refused, pending }: Props) {
  const { guest, money } = stay
  const { fields, values } =
    refused?.values.intent === 'returned' ? refused : { fields: {} as Record<string, string>, values: {} }
  const stuck = stuckRefund(stay.payments)
  const amount = formatMoney(money.toReturn)
  return (
    <section className="admin-panel" aria-labelledby="return-heading">
      <h2 id="return-heading">Return {money.isRecorded ? amount : 'what was paid'}</h2>
      <p>
        {money.isRecorded
          ? `${guest.name} was promised this. It doesn’t go back by itself: you return it.`
          : `No payment is recorded here. Of what ${guest.name} paid you, up to ${amount} goes back, by the terms of the booking.`}
        {stuck > 0 &&
          ` The card refused ${formatMoney(stuck)} of it. If you made that refund at the payment service, it shows here by itself.`}
      </p>
      <Form method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="returned" />
        <input type="hidden" name="key" value={formKey} />
        <TextField
          name="note"
          autoComplete="off"
          label="How"
          hint="Optional, for the records. Such as “check 1043” or “bank transfer”."
          defaultValue={values.note}
          error={fields.note}
        />
        <Button type="submit" pending={pending} pendingText="Saving...">
          {money.isRecorded ? 'It is returned' : 'It is settled'}
        </Button>
      </Form>
    </section>
  )
}
