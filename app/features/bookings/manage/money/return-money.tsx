import { stuckRefund } from '#app/features/bookings/booking-summary.ts'
import { REFUSAL_WORDS } from '#app/features/bookings/dispute-words.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatMoney } from '#app/shared/money.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import type { moneyChanges } from './money.changes.server.ts'

const lowerFirst = (text: string) => (text.startsWith('Stripe') ? text : text.charAt(0).toLowerCase() + text.slice(1))

type Props = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

/** The amounts that an operator returns by hand, and the form that marks them as returned. */
export function ReturnMoney({ stay, formKey, answer }: Props) {
  const { guest, money } = stay
  const stuck = stuckRefund(stay.payments)
  const amount = formatMoney(money.toReturn)
  const why = stay.refundRefusal ? ` (${lowerFirst(REFUSAL_WORDS[stay.refundRefusal])})` : ''
  return (
    <Card title={`Return ${money.isRecorded ? amount : 'what was paid'}`}>
      <div>
        <p>
          {money.isRecorded
            ? `${guest.name} was promised this. It doesn’t go back by itself: you return it.`
            : `No payment is recorded here. Of what ${guest.name} paid you, up to ${amount} goes back, by the terms of the booking.`}
          {stuck > 0 &&
            ` The card refused ${formatMoney(stuck)} of it${why}. If you made that refund at the payment service, it shows here by itself.`}
        </p>
        <ChangeForm<typeof moneyChanges>
          intent="refunded-elsewhere"
          answer={answer}
          save={money.isRecorded ? 'Mark as returned' : 'Mark as settled'}
        >
          {(fields) => (
            <>
              <input type="hidden" name={fields.key.name} value={formKey} />
              <input type="hidden" name={fields.seen.name} value={stay.moneyVersion} />
              <FormText
                field={fields.note}
                label="How"
                hint="Optional, for the records. Such as “check 1043” or “bank transfer”."
              />
            </>
          )}
        </ChangeForm>
      </div>
    </Card>
  )
}
